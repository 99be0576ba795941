import { mkdtempSync } from 'node:fs';
import { lstat, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { Channel, Transcript } from '../../src/play/channel.js';
import { HttpLane } from '../../src/play/http-lane.js';
import type { KitSide } from '../../src/play/kit-side.js';
import type { Lane, LaneHost } from '../../src/play/lane.js';
import { LivingPeer } from '../../src/play/living.js';
import type { WireRecord } from '../../src/play/record.js';
import type { Requests } from '../../src/play/requests.js';
import { type Outgoing, type Stage, StageError, type TargetTime } from '../../src/play/stage.js';
import { StdioLane } from '../../src/play/stdio-lane.js';
import type { RoleEntry } from '../../src/play/role-entry.js';
import type { Carried } from '../../src/transport/carried.js';
import type { Clock } from '../../src/transport/clock.js';
import { HttpClient } from '../../src/transport/http-client.js';
import type { Limits } from '../../src/transport/limits.js';
import { realTime } from './clock-server.js';
import type { Launcher, TargetHandle } from './launcher.js';
import type { Side } from './open.js';

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
  claimed: ReadonlySet<string>;
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
  private readonly living: LivingPeer;
  private readonly side: KitSide;
  private folder: string | undefined;
  private handle: TargetHandle | undefined;
  private lane: Lane | undefined;
  /** The case ended the target, or its lane, itself. */
  private meant = false;
  private starting: Promise<void> | undefined;
  /** What a shared target had said before this case. */
  private stderrBefore = '';

  constructor(private readonly options: StageOptions) {
    this.signal = options.signal;
    this.time = realTime(options.clock);
    this.transcript = new Transcript(
      () => this.time.now(),
      (record) => this.heard(record),
    );
    const self = this;
    this.side = options.entry.kitSide(options.config, options.version, {
      get dir() {
        return self.dir();
      },
      proctor: options.proctor,
    });
    this.living = new LivingPeer(this.side, options.claimed, (out, about) => void this.answer(out, about));
  }

  dir(): string {
    this.folder ??= mkdtempSync(join(tmpdir(), 'proctor-'));
    return this.folder;
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
      const known = this.channels.get(name);
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
    const handle = await this.options.launcher.acquire({
      own: this.options.own,
      args: options.args,
      env: options.env,
      dir: () => this.dir(),
    });
    this.handle = handle;
    this.stderrBefore = handle.stderr();
    this.died = undefined;
    this.meant = false;
    this.main.ended = false;
    const client = handle.pipes
      ? undefined
      : new HttpClient({ limits: this.options.limits, clock: this.options.clock });
    if (handle.pipes) {
      this.lane = new StdioLane(this.laneHost(), handle.pipes);
    } else if (client && handle.url !== undefined && this.options.entry.carrier) {
      this.lane = new HttpLane(this.laneHost(), client, this.options.entry.carrier(handle.url, handle.headers));
    }
    const lane = this.lane;
    if (handle.clock && lane) this.time = handle.clock.timeOf(lane.traffic);
    void handle.exited?.then((exit) => {
      if (this.handle !== handle) return;
      const text = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
      if (!this.meant) this.died = `the target ${text}`;
      this.main.ended = true;
      if (!handle.shared) this.transcript.add('target', [this.main], { kind: 'exit', exit });
      this.transcript.wake();
    });
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
    await this.lane?.close(channel, how);
  }

  async send(channel: Channel, out: Outgoing[]): Promise<void> {
    const side = this.sides.get(channel.name);
    if (side) return void (await side.send(out));
    await this.ready();
    if (!this.lane) throw new StageError('kit', `nothing carries messages on ${channel.name}`);
    await this.lane.send(out);
  }

  canAnswer(channel: Channel, name: string | undefined): boolean {
    if (this.died !== undefined) return false;
    if (this.sides.has(channel.name)) return !channel.ended;
    return this.lane?.canAnswer(channel, name) ?? false;
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
    return this.living.serves(record);
  }

  async write(path: string, content: Uint8Array | { link: string } | null): Promise<void> {
    const file = await this.inside(path);
    if (content === null) return void (await rm(file, { recursive: true, force: true }));
    await mkdir(dirname(file), { recursive: true });
    if (content instanceof Uint8Array) await writeFile(file, content);
    else await symlink(content.link, file);
  }

  async readFile(path: string): Promise<Uint8Array | undefined> {
    const file = await this.inside(path);
    const info = await lstat(file).catch(() => undefined);
    return info?.isFile() ? readFile(file) : undefined;
  }

  /** What the target said on stderr last, in this case. */
  stderr(): string {
    const text = this.handle?.stderr() ?? '';
    return text.startsWith(this.stderrBefore) ? text.slice(this.stderrBefore.length) : text;
  }

  /** Whether the main lane can still be asked something. */
  get reachable(): boolean {
    return this.handle !== undefined && !this.meant && !this.main.ended && this.died === undefined;
  }

  /** Ends the case: good-byes, sockets, the process if it is the case's own, the folder. Never throws. */
  async end(): Promise<void> {
    this.meant = true;
    this.living.close();
    for (const close of this.closers) await Promise.resolve(close()).catch(() => undefined);
    if (this.died === undefined) await this.lane?.end().catch(() => undefined);
    const { handle } = this;
    this.handle = undefined;
    await handle?.release().catch(() => undefined);
    if (this.folder !== undefined)
      await rm(this.folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }

  private heard(record: WireRecord): void {
    this.options.requests.note(record);
    this.options.onRecord(record);
    if (record.from === 'target') this.living.hear(record);
  }

  /** The living peer's answer, unless the lane is gone. */
  private async answer(out: Outgoing, _about: WireRecord | undefined): Promise<void> {
    if (!this.lane || this.main.ended) return;
    await this.lane.send([out]).catch(() => undefined);
  }

  private laneHost(): LaneHost {
    return {
      main: this.main,
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

  /** A path under the case's folder; nothing outside it can be named. */
  private async inside(path: string): Promise<string> {
    const root = await realpath(this.dir());
    const file = resolve(root, path);
    if (file !== root && !file.startsWith(root + sep))
      throw new StageError('kit', `${path} lies outside the case's folder`);
    return file;
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
