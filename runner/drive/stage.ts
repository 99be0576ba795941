import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { Channel, Transcript } from '../../src/play/channel.js';
import { HttpLane } from '../../src/play/http-lane.js';
import type { KitSide } from '../../src/play/kit-side.js';
import type { Lane, LaneHost } from '../../src/play/lane.js';
import { LivingPeer } from '../../src/play/living.js';
import type { WireRecord } from '../../src/play/record.js';
import type { Requests } from '../../src/play/requests.js';
import type { RoleEntry } from '../../src/play/role-entry.js';
import { type Outgoing, type Stage, StageError, type TargetTime } from '../../src/play/stage.js';
import { StdioLane } from '../../src/play/stdio-lane.js';
import { toBytes } from '../../src/play/values.js';
import type { Carried, ExitInfo } from '../../src/transport/carried.js';
import type { Clock } from '../../src/transport/clock.js';
import type { Limits } from '../../src/transport/limits.js';
import type { BehaviorSpec, OutcomeSpec } from '../types.js';
import { outcomeOf, withValues } from './client-target.js';
import { realTime } from './clock-server.js';
import { CaseFolder } from './folder.js';
import { httpPool } from './http-pool.js';
import type { Launcher, TargetHandle } from './launcher.js';
import type { Side } from './open.js';
import { ShimServer, type Spawned } from './shim-server.js';

/** ms, real time, that a process may take to be gone after its lane ended, before it counts as alive. */
const SETTLE = 1_000;

export interface StageOptions {
  entry: RoleEntry;
  launcher: Launcher;
  clock: Clock;
  limits: Limits;
  signal: AbortSignal;
  requests: Requests;
  /** `peer:` of the case. */
  config: JsonObject;
  /** Entry of versions.yaml. */
  version: JsonObject;
  /** behavior.NAME.x, secret.NAME, target.*, node, proctor. */
  values: { [name: string]: Json };
  proctor: string;
  /** How the target shows what it is asked for. */
  behaviors: ReadonlyMap<string, BehaviorSpec>;
  /** The behaviors that the case needs: how the target file maps them holds for its process, unless a step names one. */
  needs: readonly string[];
  outcome?: OutcomeSpec;
  claimed: ReadonlySet<string>;
  /** ms, real time, that a target may take to open its lane. */
  within: number;
  /** Whether this case must have a target process of its own. */
  own: boolean;
  onRecord(record: WireRecord): void;
}

/** The stage of one case over real processes and sockets. */
export class CaseStage implements Stage {
  readonly transcript: Transcript;
  readonly signal: AbortSignal;
  time: TargetTime;
  died: string | undefined;
  private readonly main = new Channel('main');
  private readonly channels = new Map<string, Channel>([['main', this.main]]);
  private readonly sides = new Map<string, Side>();
  private readonly closers: (() => void | Promise<void>)[] = [];
  /** Our side, alive: one peer for `main` and its exchanges, one for each further process that a host spawned. */
  private readonly peers = new Map<string, LivingPeer>();
  private readonly side: KitSide;
  private readonly folder = new CaseFolder();
  private handle: TargetHandle | undefined;
  private lane: Lane | undefined;
  /** The case ended the target, or its lane, itself. */
  private meant = false;
  private starting: Promise<void> | undefined;
  private spawns = 0;
  /** Lanes of peers beside the first that a host spawned. */
  private readonly lanes = new Map<string, Lane>();
  /** What a shared target had said before this case. */
  private stderrBefore = '';

  constructor(private readonly options: StageOptions) {
    this.signal = options.signal;
    this.time = realTime(options.clock);
    this.transcript = new Transcript(
      () => this.time.now(),
      (record) => this.heard(record),
    );
    this.side = this.newSide();
    this.addPeer(this.side, this.main);
  }

  dir(): string {
    return this.folder.path();
  }

  builtIn(name: string): Json | undefined {
    const [first, ...rest] = name.split('.');
    if (first === 'target' && rest[0] === 'url') return this.handle?.url;
    if (first === 'peer') return inside(this.side.values, rest);
    if (first === 'version') return inside(this.options.version, rest);
    return this.options.values[name];
  }

  builtInNames(): string[] {
    const peer = Object.keys(this.side.values).map((name) => `peer.${name}`);
    return [
      ...Object.keys(this.options.values),
      ...peer,
      ...Object.keys(this.options.version).map((name) => `version.${name}`),
    ];
  }

  channel(name: string | undefined): Channel | undefined {
    if (name !== undefined) {
      // The further peers of a host have their channels before it spawns them: a step may wait for them.
      const expected = this.options.entry.opens === 'target' && /^peer-[2-9]$/.test(name);
      const known = this.channels.get(name) ?? (expected ? this.addChannel(name, {}) : undefined);
      // One lane carries every request there, so an exchange by its name is that lane.
      return known ?? (this.lane instanceof StdioLane && this.options.requests.named(name) ? this.main : undefined);
    }
    return this.main;
  }

  channelNames(): string[] {
    return [...this.channels.keys()];
  }

  async ready(): Promise<void> {
    if (this.handle) return;
    this.starting ??= this.start({ with: {}, args: [], env: {} });
    await this.starting;
  }

  async start(options: {
    behavior?: string;
    with: JsonObject;
    args: string[];
    env: Record<string, string>;
  }): Promise<void> {
    if (this.handle) throw new StageError('kit', 'the target already runs; `stop` it before it is started again');
    const behavior = options.behavior === undefined ? undefined : this.options.behaviors.get(options.behavior);
    if (options.behavior !== undefined && !behavior) {
      throw new StageError('precondition', `the target file does not map the behavior \`${options.behavior}\``);
    }
    const needed = this.options.needs.flatMap((name) => this.options.behaviors.get(name) ?? []);
    const shown = behavior ? [behavior] : needed;
    for (const { files } of shown)
      for (const [path, content] of Object.entries(files)) await this.write(path, toBytes(content));
    const opensLanes = this.options.entry.opens === 'target';
    const shims = opensLanes ? await this.listenForShims() : undefined;
    this.died = undefined;
    this.meant = false;
    this.main.ended = false;
    const handle = await this.options.launcher.acquire({
      own: this.options.own,
      args: [...shown.flatMap(({ args }) => args), ...options.args],
      env: Object.assign({}, ...shown.map(({ env }) => env), options.env),
      dir: () => this.dir(),
      opensLanes,
      values: { ...withValues(options.with), ...(shims ? { 'peer.command': shims.command } : {}) },
      ...(behavior?.stdin === undefined ? {} : { stdin: behavior.stdin }),
    });
    this.handle = handle;
    this.stderrBefore = handle.stderr();
    if (!opensLanes) this.lane = this.laneTo(handle);
    const lane = this.lane;
    if (handle.clock && lane) this.time = handle.clock.timeOf(lane.traffic);
    void handle.exited?.then((exit) => this.gone(handle, exit, behavior?.outcome ?? this.options.outcome));
  }

  /** The lane that the kit opens to a server. */
  private laneTo(handle: TargetHandle): Lane | undefined {
    const { entry, limits, clock } = this.options;
    if (handle.pipes) return new StdioLane(this.laneHost(this.main), handle.pipes);
    if (handle.url === undefined || !entry.carrier) return undefined;
    const http = handle.http ?? httpPool(limits, clock);
    const owned = http !== handle.http;
    return new HttpLane(
      this.laneHost(this.main),
      http.client,
      entry.carrier(handle.url, handle.headers),
      clock,
      http.traffic,
      owned,
    );
  }

  /** Where the peers that a host spawns report. The first is `main`, the next `peer-2`, and so on. */
  private async listenForShims(): Promise<ShimServer> {
    const shims = await ShimServer.listen(this.options.limits, (spawned) => this.spawned(spawned));
    this.closers.push(() => shims.close());
    return shims;
  }

  private spawned(spawned: Spawned): void {
    this.spawns++;
    if (this.spawns === 1) {
      this.lane = new StdioLane(this.laneHost(this.main), spawned.pipes);
      this.transcript.wake();
      return;
    }
    const name = `peer-${this.spawns}`;
    const channel = this.channels.get(name) ?? this.addChannel(name, {});
    const lane = new StdioLane(this.laneHost(channel), spawned.pipes);
    this.lanes.set(channel.name, lane);
    this.addPeer(this.newSide(), channel);
    this.transcript.wake();
  }

  private gone(handle: TargetHandle, exit: ExitInfo, outcome: OutcomeSpec | undefined): void {
    if (this.handle !== handle) return;
    const opensLanes = this.options.entry.opens === 'target';
    const text = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
    // A client that is done exits; only one that was torn down has died.
    if (!this.meant && (!opensLanes || exit.signal !== null)) this.died = `the target ${text}`;
    this.main.ended = true;
    if (!handle.shared) {
      const reported = opensLanes ? { outcome: outcomeOf(outcome, exit, handle.stdout()) } : {};
      this.transcript.add('target', [this.main], { kind: 'exit', exit }, reported);
    }
    this.transcript.wake();
  }

  async stop(how: 'eof' | 'term' | 'kill'): Promise<void> {
    const { handle } = this;
    if (!handle) return;
    if (handle.shared || !handle.stop) {
      throw new StageError('precondition', 'the kit did not start this target, so it cannot stop it');
    }
    this.meant = true;
    await handle.stop(how);
    // The exit record comes by `exited`, which is settled now.
    await Promise.resolve();
    this.handle = undefined;
    this.starting = undefined;
    await this.lane?.end();
    this.lane = undefined;
  }

  async open(body: JsonObject): Promise<void> {
    // Few cases open channels of their own; the others do not pay for loading what it takes.
    const { openSide } = await import('./open.js');
    const opened = await openSide(body, {
      limits: this.options.limits,
      channel: (values) => this.addChannel(String(body.as), values),
      record: (from, channels, carried, extra) => void this.transcript.add(from, channels, carried, extra),
    });
    this.closers.push(() => opened.close());
    this.sides.set(String(body.as), opened);
  }

  async close(channel: Channel, how: 'end' | 'reset' | number): Promise<void> {
    const side = this.sides.get(channel.name);
    if (side) return void (await side.hangUp(how));
    if (channel === this.main) this.meant = true;
    await (this.lanes.get(channel.name) ?? this.lane)?.close(channel, how);
  }

  async send(channel: Channel, out: Outgoing[]): Promise<void> {
    const side = this.sides.get(channel.name);
    if (side) return void (await side.send(out));
    await this.ready();
    const lane = await this.reached(channel);
    if (!lane) throw new StageError('precondition', 'the target has not reached the kit yet, so nothing can be sent');
    await lane.send(out);
  }

  /** The lane of a channel; where the target opens it, once it has. Undefined where it does not in time, or can't any more. */
  private async reached(channel: Channel): Promise<Lane | undefined> {
    const laneOf = () => (channel.name.startsWith('peer-') ? this.lanes.get(channel.name) : this.lane);
    const over = () => this.died !== undefined || this.main.ended;
    if (laneOf() || this.options.entry.opens === 'kit' || over()) return laneOf();
    return new Promise((resolve) => {
      const finish = () => {
        unwatch();
        cancel();
        resolve(laneOf());
      };
      const unwatch = this.transcript.watch(() => (laneOf() || over()) && finish());
      const cancel = this.options.clock.after(this.options.within, finish);
    });
  }

  canAnswer(channel: Channel, name: string | undefined): boolean {
    if (this.died !== undefined) return false;
    if (this.sides.has(channel.name)) return !channel.ended;
    // A client or host that has not reached the kit yet still may.
    if (!this.lane) return this.options.entry.opens === 'target' && this.handle !== undefined && !this.main.ended;
    if (channel.name.startsWith('peer-') && !this.lanes.has(channel.name)) return !this.main.ended;
    return (this.lanes.get(channel.name) ?? this.lane).canAnswer(channel, name);
  }

  async settle(): Promise<void> {
    const exited = this.handle?.exited;
    if (!exited || this.meant || this.died !== undefined) return;
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = this.options.clock.after(SETTLE, resolve);
    });
    await Promise.race([exited, patience]);
    cancel();
    await Promise.resolve();
  }

  served(record: WireRecord): boolean {
    return this.peerOf(record).serves(record);
  }

  write(path: string, content: Uint8Array | { link: string } | null): Promise<void> {
    return this.folder.write(path, content);
  }

  readFile(path: string): Promise<Uint8Array | undefined> {
    return this.folder.read(path);
  }

  /** What the target said on stderr last, in this case. */
  stderr(): string {
    const text = this.handle?.stderr() ?? '';
    return text.startsWith(this.stderrBefore) ? text.slice(this.stderrBefore.length) : text;
  }

  /** Whether the main lane can still be asked something. */
  get reachable(): boolean {
    return this.handle !== undefined && !this.meant && !this.main.ended && !this.lane?.over && this.died === undefined;
  }

  /** Ends the case: good-byes, sockets, the process if it is the case's own, the folder. Never throws. */
  async end(): Promise<void> {
    this.meant = true;
    for (const peer of this.peers.values()) peer.close();
    for (const close of this.closers) await Promise.resolve(close()).catch(() => undefined);
    // The pipes of a process end with it, in the way that the target file asks for.
    const pipes = this.handle?.pipes !== undefined;
    if (this.died === undefined && !pipes) await this.lane?.end().catch(() => undefined);
    const { handle } = this;
    this.handle = undefined;
    await handle?.release().catch(() => undefined);
    await this.folder.remove();
  }

  private heard(record: WireRecord): void {
    this.options.requests.note(record);
    this.options.onRecord(record);
    if (record.from === 'target') this.peerOf(record).hear(record);
  }

  private newSide(): KitSide {
    const self = this;
    return this.options.entry.kitSide(this.options.config, this.options.version, {
      get dir() {
        return self.dir();
      },
      proctor: this.options.proctor,
    });
  }

  private addPeer(side: KitSide, channel: Channel): void {
    const send = async (out: Outgoing) => {
      if (channel.ended) return;
      await (this.lanes.get(channel.name) ?? this.lane)?.send([out]).catch(() => undefined);
    };
    this.peers.set(channel.name, new LivingPeer(side, this.options.claimed, (out) => void send(out)));
  }

  private peerOf(record: WireRecord): LivingPeer {
    return this.peers.get(record.channel) ?? this.peers.get('main')!;
  }

  private laneHost(main: Channel): LaneHost {
    return {
      main,
      channel: (name) => this.addChannel(name, {}),
      record: (from: 'kit' | 'target', channels: Channel[], carried: Carried, extra) =>
        void this.transcript.add(from, channels, carried, extra),
      wake: () => this.transcript.wake(),
    };
  }

  private addChannel(name: string, values: { [name: string]: string }): Channel {
    const channel = new Channel(name, values);
    this.channels.set(name, channel);
    return channel;
  }
}

function inside(value: Json | undefined, path: string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const name of path) {
    if (current === null || typeof current !== 'object') return undefined;
    current = (current as JsonObject)[name];
  }
  return current;
}
