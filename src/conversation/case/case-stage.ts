import type { Json, JsonObject } from '../../json/json.js';
import { own } from '../../json/own.js';
import type { OutcomeSpec } from '../../language/target.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import type { ExitInfo } from '../../wire/carried.js';
import type { WireRecord } from '../../wire/record.js';
import { Channel, Transcript, valuesOf } from '../channel.js';
import { realTime } from '../clock/real-time.js';
import type { KitTraffic } from '../clock/target-clock.js';
import type { Lane, LaneHost } from '../lane.js';
import { changeHeaders } from '../lanes/headers-over.js';
import { laneTo } from '../lanes/lane-to.js';
import { CasePeers, inside } from '../peer/case-peers.js';
import { type Outgoing, type Stage, StageError, type TargetTime } from '../stage.js';
import type { TargetHandle } from '../target.js';
import type { AnswerScope } from './answers.js';
import { outcomeOf, withValues } from './client-target.js';
import { CaseFolder } from './folder.js';
import { type Death, goneOrLate } from './gone.js';
import { OpenedChannels } from './opened-channels.js';
import { type StartOptions, startOf, writeFiles } from './shown.js';
import type { StageOptions } from './stage-options.js';
import { CaseUser } from './user.js';

/** The stage of one case over real processes and sockets. */
export class CaseStage implements Stage {
  readonly transcript: Transcript;
  readonly signal: AbortSignal;
  time: TargetTime;
  died: string | undefined;
  left: string | undefined;
  private readonly main = new Channel('main');
  private readonly channels = new Map<string, Channel>([['main', this.main]]);
  private readonly opened = new OpenedChannels();
  private readonly user: CaseUser;
  private readonly peers: CasePeers;
  private readonly folder: CaseFolder;
  private handle: TargetHandle | undefined;
  /** Headers of requests to the target: those of its file, but for what steps have changed. Lanes hold this very object. */
  private readonly headers: Record<string, string> = {};
  /** The case ended the target, or its lane, itself. */
  private meant = false;
  /** Settles once the exit of the target is recorded. */
  private departed: Promise<void> | undefined;
  private starting: Promise<void> | undefined;
  /** The start of a process that is under way. */
  launching?: Promise<TargetHandle>;
  /** What the connections carry that steps have opened to the target since it was started. */
  private dialled: KitTraffic[] = [];
  /** The case has ended: what comes to be only now is let go at once. */
  private over = false;
  /** ms of the clock when the kit sent something last. */
  private spokeAt = 0;
  /** What a shared target said before. */
  private stderrBefore = '';

  constructor(private readonly options: StageOptions) {
    this.signal = options.signal;
    this.folder = new CaseFolder(options.folders);
    this.time = realTime(options.clock, () => this.handle?.starved?.());
    this.transcript = new Transcript(
      () => this.time.now(),
      (record) => this.heard(record),
    );
    const { entry, targets, config, version, versions, proctor, claims, select, limits, clock } = options;
    const browser = () => this.channels.get('browser') ?? this.addChannel('browser', {});
    this.user = new CaseUser(clock, (page) => this.transcript.add('target', [browser()], page));
    this.peers = new CasePeers(
      {
        entry,
        config,
        version,
        versions,
        proctor,
        claims,
        select,
        limits,
        clock,
        targets,
        dir: () => this.dir(),
        root: () => this.folder.root(),
        local: () => this.isLocal(),
      },
      {
        main: this.main,
        channel: (name) => this.channels.get(name) ?? this.addChannel(name, {}),
        laneHost: (channel) => this.laneHost(channel),
        wake: () => this.transcript.wake(),
      },
    );
  }

  dir(): string {
    return this.folder.path();
  }

  /** A target that nobody has started here, at an address of another machine, is one of somebody else. */
  private isLocal(): boolean {
    const { stop, url } = this.handle ?? {};
    return stop !== undefined || url === undefined || isLoopbackHost(new URL(url).hostname);
  }

  builtIn(name: string): Json | undefined {
    const [first, ...rest] = name.split('.');
    if (first === 'target' && rest[0] === 'url') return this.handle?.url;
    if (first === 'peer') return this.peers.value(rest);
    if (first === 'version') return inside(this.options.version, rest);
    return own<Json>(this.options.values, name);
  }

  builtInNames(): string[] {
    const peer = this.peers.names().map((name) => `peer.${name}`);
    const version = Object.keys(this.options.version).map((name) => `version.${name}`);
    return [...Object.keys(this.options.values), ...peer, ...version];
  }

  channel(name: string | undefined): Channel | undefined {
    if (name === undefined) return this.main;
    // The further peers of a host have their channels before it spawns them: a step may wait for them.
    const expected = this.options.entry.opens === 'target' && /^peer-[2-9]$/.test(name);
    const known = this.channels.get(name) ?? (expected ? this.addChannel(name, {}) : undefined);
    // What has a name lies on its exchange, and where one lane carries everything on that.
    return known ?? this.channels.get(this.options.requests.recordNamed(name)?.channel ?? '');
  }

  channelNames(): string[] {
    return [...this.channels.keys()];
  }

  async ready(): Promise<void> {
    if (this.handle) return;
    this.starting ??= this.start({ with: {}, args: [], env: {} });
    await this.starting;
  }

  async start(options: StartOptions): Promise<void> {
    if (this.handle) throw new StageError('defect', 'the target already runs; `stop` it before it is started again');
    const { behavior, shown, args, env, more } = startOf(options, this.options);
    await this.peers.prepare();
    const values = { ...withValues(options.with), ...valuesOf(this.channels.values()), ...this.peers.told };
    const opensLanes = this.options.entry.opens === 'target';
    this.died = undefined;
    this.left = undefined;
    this.meant = false;
    this.main.ended = false;
    this.transcript.exited = false;
    this.launching = this.options.targets.acquire({
      group: this.options.group,
      own: this.options.own,
      ...this.options.sharing,
      args,
      env,
      dir: () => this.dir(),
      opensLanes,
      values,
      files: (known, before = []) => writeFiles([...before, ...shown], known, this.folder),
      clocked: (clock) => {
        this.time = clock.timeOf(this.peers.traffic, () => this.peers.owes);
      },
      ...more,
      ...(this.peers.spawn ? { spawn: this.peers.spawn } : {}),
      ...this.user.shown(behavior?.opens ?? this.options.opens),
    });
    const handle = await this.launching.finally(() => delete this.launching);
    if (this.over) {
      await handle.release(() => this.folder.remove());
      throw this.signal.reason;
    }
    this.handle = handle;
    if (handle.company) this.options.joined?.(handle.company);
    Object.assign(this.headers, handle.headers);
    this.stderrBefore = handle.stderr();
    if (!opensLanes) {
      const how = { ...this.options, headers: this.headers };
      const lane = await laneTo(handle, this.options.targets.transport, how, this.laneHost(this.main));
      if (this.over) await lane?.end(this.signal);
      else this.peers.opened(lane);
    }
    const lane = this.peers.laneOf(this.main);
    if (handle.clock && lane && !opensLanes) {
      this.dialled = [];
      this.time = handle.clock.timeOf(lane.traffic, () => this.peers.owes, this.dialled);
    }
    this.departed = handle.exited?.then(async (exit) => {
      // The shim of a client ends after it: what the client did comes in that order.
      if (opensLanes) await goneOrLate(this.peers.laneOf(this.main)?.ended, undefined, this.options.clock, this.signal);
      this.gone(handle, exit, behavior?.outcome ?? this.options.outcome);
    });
  }

  private gone(handle: TargetHandle, exit: ExitInfo, outcome: OutcomeSpec | undefined): void {
    if (this.handle !== handle) return;
    const opensLanes = this.options.entry.opens === 'target';
    const problem = handle.problem?.();
    const text = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
    // A client that is done exits; only one that was torn down has died.
    if (!this.meant && (!opensLanes || exit.signal !== null))
      this.died = problem === undefined ? `the target ${text}` : `Proctor ended the target: ${problem}`;
    else if (opensLanes) this.left = `the target ${text}`;
    this.main.ended = true;
    if (!handle.shared) {
      const reported = opensLanes ? { outcome: outcomeOf(outcome, exit, handle.stdout()) } : {};
      this.transcript.add('target', [this.main], { kind: 'exit', exit }, { ...reported, stderr: handle.stderr() });
    }
    this.transcript.wake();
  }

  /** Whether the target serves other cases too, and goes on when this one is over. */
  get shared(): boolean {
    return this.handle?.shared ?? false;
  }

  async stop(how: 'eof' | 'term' | 'kill'): Promise<void> {
    const { handle } = this;
    if (!handle) return;
    if (handle.shared || !handle.stop) {
      throw new StageError('unmet', 'Proctor did not start this target, so it cannot stop it');
    }
    this.meant = true;
    await handle.stop(how);
    await this.departed;
    this.handle = undefined;
    this.starting = undefined;
    await this.peers.parted();
  }

  async open(body: JsonObject, answers: AnswerScope): Promise<void> {
    await this.opened.open(body, {
      clock: this.options.clock,
      limits: this.options.limits,
      signal: this.signal,
      admission: this.options.targets.admission,
      answers,
      headersTo: (url) => (this.leadsToTarget(url) ? this.headers : {}),
      targetUrl: () => this.handle?.url,
      channel: (values) => this.addChannel(String(body.as), values),
      record: (from, channels, carried, extra) => void this.transcript.add(from, channels, carried, extra),
      joined: (channel, lane) => {
        if (this.handle && this.leadsToTarget(String(body.ws))) {
          this.dialled.push(lane.traffic);
          this.handle.clock?.counts(lane.traffic);
        }
        this.peers.joins(channel, lane);
      },
    });
  }

  control(name: string, body: JsonObject): void {
    if (name !== 'main') this.opened.control(name, body);
    else changeHeaders(this.headers, body.headers);
  }

  make(name: string, operand: Json): Json {
    return this.opened.make(name, operand, this.options.clock.date());
  }

  private leadsToTarget(url: string): boolean {
    return this.handle?.url !== undefined && new URL(url).origin === new URL(this.handle.url).origin;
  }

  async close(channel: Channel, how: 'end' | 'reset' | number): Promise<void> {
    const opened = this.opened.get(channel.name);
    if (opened) return void (await opened.hangUp(how));
    if (channel === this.main) this.meant = true;
    await this.peers.laneOf(channel)?.close(channel, how);
  }

  reads(channel: Channel): void {
    this.opened.get(channel.name)?.read();
  }

  async send(channel: Channel, out: Outgoing[]): Promise<void> {
    const opened = this.opened.get(channel.name);
    if (opened) return void (await opened.send(out));
    await this.ready();
    const sent = out.map((one) => this.peers.completed(one));
    await (await this.reached(channel, sent)).send(sent, channel);
  }

  /** The lane of a channel, once something can be sent on it. Throws StageError if that does not happen in time, or can't any more. */
  private async reached(channel: Channel, out: Outgoing[]): Promise<Lane> {
    const ready = () => {
      const lane = this.peers.laneOf(channel);
      return lane && out.every((one) => lane.takes?.(channel, one) ?? true) ? lane : undefined;
    };
    const over = () => (this.died !== undefined || this.main.ended ? 'over' : undefined);
    const waits = this.options.entry.opens === 'target';
    const lane =
      ready() ?? over() ?? (waits ? await this.transcript.until(() => ready() ?? over(), this.options) : undefined);
    if (lane !== undefined && lane !== 'over') return lane;
    const missing = this.peers.laneOf(channel) ? 'has opened no stream for it' : 'has not reached Proctor';
    throw new StageError('unmet', `nothing was sent: the target ${missing}`);
  }

  canAnswer(channel: Channel, name: string | undefined): boolean {
    if (this.died !== undefined) return false;
    if (this.opened.get(channel.name)) return !channel.ended;
    const lane = this.peers.laneOf(channel);
    // A client or host that has not reached Proctor yet still may, and one that has lost a connection may come back.
    if (!lane)
      return (
        this.options.entry.opens === 'target' && this.handle !== undefined && (this.died ?? this.left) === undefined
      );
    return lane.canAnswer(channel, name);
  }

  async settle(): Promise<void> {
    if (!this.meant && this.died === undefined)
      await goneOrLate(this.departed, this.handle?.clock, this.options.clock, this.signal);
  }

  served(record: WireRecord): boolean {
    return this.options.claims.leave(record);
  }

  write(path: string, content: Uint8Array | { link: string } | null): Promise<void> {
    return this.folder.write(path, content);
  }

  ports(): number[] {
    const ports = this.handle?.ports?.();
    if (!ports) throw new StageError('unmet', 'the system does not show on which ports the target listens');
    return ports;
  }

  readFile(path: string): Promise<Uint8Array | undefined> {
    return this.folder.read(path);
  }

  /** Set where a process died under this case that others share, or may: which, and when the case spoke to it last. */
  get death(): Death | undefined {
    const { handle } = this;
    if (this.died === undefined || !handle?.shared || !handle.exited) return undefined;
    return { process: handle.exited, spokeAt: this.spokeAt };
  }

  /** Whether the target broke something off, or ended its lane unasked, as it does when it dies. */
  get brokenOff(): boolean {
    const cut = ({ from, closed }: WireRecord) => from === 'target' && closed !== undefined && closed.how !== 'end';
    const unasked = this.options.entry.opens === 'kit' && this.main.ended && !this.meant;
    return unasked || this.transcript.records.some(cut);
  }

  /** Whether a step has waited for the end of the target, or of its lane. */
  get endTaken(): boolean {
    const ends = ({ kind, channel }: WireRecord) => kind === 'exit' || (kind === 'closed' && channel === 'main');
    return this.transcript.records.some((record) => ends(record) && this.transcript.isTaken(record));
  }

  /** What the target said on stderr last, in this case. */
  stderr(): string {
    const text = this.handle?.stderr() ?? '';
    return text.startsWith(this.stderrBefore) ? text.slice(this.stderrBefore.length) : text;
  }

  /** Whether the main lane can still be asked something. */
  get reachable(): boolean {
    const lane = this.peers.laneOf(this.main);
    const open = !this.main.ended && !lane?.over && (lane?.takes?.(this.main, { message: {} }) ?? true);
    return this.handle !== undefined && !this.meant && open && this.died === undefined;
  }

  /** Ends all that is of the case. Never throws, and takes a few seconds at most; no more than it must once the signal of the case aborts. */
  async end(): Promise<void> {
    this.meant = true;
    this.over = true;
    await Promise.all([this.opened.end(this.signal), this.user.leave()]);
    // The pipes of a process end with it, in the way that the target file asks for.
    const pipes = this.handle?.pipes !== undefined;
    await this.peers.end(this.died === undefined && !pipes, this.signal);
    const { handle } = this;
    this.handle = undefined;
    // What still runs might write into its folder.
    const clean = () => this.folder.remove();
    await (handle ? handle.release(clean) : clean()).catch(() => undefined);
  }

  private heard(record: WireRecord): void {
    this.options.requests.note(record);
    if (record.from === 'kit') this.spokeAt = this.options.clock.now();
    this.options.onRecord(record);
    this.peers.heard(record);
  }

  private laneHost(main: Channel): LaneHost {
    return {
      main,
      channel: (name) => this.addChannel(name, {}),
      record: (from, channels, carried, extra) => void this.transcript.add(from, channels, carried, extra),
      wake: () => this.transcript.wake(),
    };
  }

  private addChannel(name: string, values: { [name: string]: string }): Channel {
    const channel = new Channel(name, values);
    this.channels.set(name, channel);
    return channel;
  }
}
