import { setMaxListeners } from 'node:events';
import { expandArgv, expandText, withMore } from '../../src/conversation/case/expand.js';
import { ClockServer } from '../../src/conversation/clock/clock-server.js';
import { type HttpPool, httpPool } from '../../src/conversation/lanes/http-pool.js';
import { StageError } from '../../src/conversation/stage.js';
import type { AcquireOptions, TargetHandle, TargetMaker } from '../../src/conversation/target.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { Admission } from '../../src/wire/http/admission.js';
import type { Limits } from '../../src/wire/limits.js';
import { type LinkedAbort, linkedAbort } from '../../src/wire/linked-abort.js';
import { listeningPorts } from '../../src/wire/process/listening.js';
import { StartError, startProcess, type TargetProcess } from '../../src/wire/process/process.js';
import { starvedOf } from '../../src/wire/process/starved.js';
import { pipesOf } from '../../src/wire/process/stdio.js';
import { usageOf } from '../../src/wire/process/usage.js';
import { environment } from './environment.js';
import { freePort } from './free-port.js';
import { becomeReady, listens, nobodyThere, unreachable } from './ready.js';
import { SharedLines } from './shared-lines.js';
import { SharedServers } from './shared-servers.js';
import { shownPages } from './shown-pages.js';
import type { LaunchSpec } from './spec.js';

/** ms at most, real time, of each stage of stopping once the run is interrupted. */
const HURRIED = { eof: 500, term: 1_000 };

/** Starts targets for cases and ends them all. One per target and transport. */
export class Launcher implements TargetMaker {
  private readonly servers: SharedServers;
  private readonly lines: SharedLines;
  private spare: Promise<TargetHandle> | undefined;
  private readonly running = new Set<TargetHandle>();
  private readonly ending = new Set<Promise<unknown>>();
  private closed = false;
  private readonly pools = new Set<HttpPool>();
  private outside: HttpPool | undefined;
  private reached = false;
  /** Where only one process can have the port: settles when the last one that was asked for is gone. */
  private turn: Promise<unknown> = Promise.resolve();
  /** How many more cases may ask; a spare is started only while some do. */
  private expected = 0;
  /** Aborts where the run is interrupted. */
  private readonly interrupted: LinkedAbort;
  /** Aborts what waits for a target to listen: the run is interrupted, or nobody needs the target any more. */
  private readonly stopping: LinkedAbort;
  /** What makes each process that is ending end soon. */
  private readonly hurries = new Set<() => void>();

  constructor(
    readonly spec: LaunchSpec,
    private readonly values: { [name: string]: string },
    private readonly clock: Clock,
    private readonly limits: Limits,
    /** The run is interrupted: what is left to do is done in a hurry. */
    signal?: AbortSignal,
    /** Told of every process that is gone, with the last that it said on stderr. */
    private readonly gone?: (stderr: string) => void,
    /** Told of every process that a case got first, and why. */
    private readonly started?: (by: { case: string; why: string }) => void,
  ) {
    this.stopping = linkedAbort(signal);
    this.servers = new SharedServers({
      byGroup: spec.isolation === 'group',
      replaces: spec.isolation === 'shared',
      launch: (options) => this.begin(options, true),
      pool: () => this.newPool(),
      over: (pool) => void this.pools.delete(pool),
    });
    this.lines = new SharedLines((options) => this.plain(options), clock);
    // Each launch under way listens.
    setMaxListeners(0, this.stopping.signal);
    this.interrupted = linkedAbort(signal);
    this.interrupted.signal.addEventListener('abort', () => this.hurry(), { once: true });
  }

  get transport(): string {
    return this.spec.transport;
  }

  get admission(): Admission {
    return this.spec.admission ?? {};
  }

  expect(group: string, count: number): void {
    this.expected += count;
    this.servers.expect(group, count);
  }

  over(group: string): void {
    this.servers.expect(group, -1);
  }

  async acquire(options: AcquireOptions): Promise<TargetHandle> {
    this.expected--;
    const { spec } = this;
    if (!spec.command) {
      if (options.opensLanes)
        throw new StageError('not-started', 'Proctor starts a client or host: its transport needs a `command`');
      if (spec.url === undefined) throw new StageError('not-started', 'the target has neither a command nor a url');
      await this.reach(spec.url);
      await this.filesFor(options);
      return {
        url: spec.url,
        headers: spec.headers ?? {},
        ...(spec.dialect === undefined ? {} : { dialect: spec.dialect }),
        shared: true,
        http: this.outside ?? this.newPool(),
        stderr: () => '',
        stdout: () => '',
        release: async (then) => then?.(),
      };
    }
    const plain = options.args.length === 0 && Object.keys(options.env).length === 0;
    if (options.opensLanes) return this.begin(options, false);
    if (this.sharable && plain && !options.own) {
      if (this.servers.has(options)) await this.filesFor(options);
      return this.servers.join(options);
    }
    if (this.onePort && spec.isolation === 'shared') this.servers.leave();
    else if (this.onePort && this.sharable)
      throw new StageError(
        'unmet',
        'this case needs its own process, and all would have the same port; use `${port}` in the target file',
      );
    if (!plain || this.namesDir || this.onePort) return this.begin(options, false);
    const { connection, own } = options;
    if (connection && !own && this.mayFollow) {
      if (this.lines.has({ ...options, connection })) await this.filesFor(options);
      return this.lines.join({ ...options, connection });
    }
    return this.plain(options);
  }

  /** A process like any other: the spare one, if there is one. */
  private async plain(options: AcquireOptions): Promise<TargetHandle> {
    const taken = this.spare;
    this.spare = undefined;
    this.note(options);
    if (taken) await this.filesFor(options);
    const result = await (taken ?? this.launch(options, false));
    if (this.expected > 0 && !this.closed) {
      this.spare = this.launch(options, false);
      this.spare.catch(() => undefined);
    }
    return result;
  }

  private begin(options: AcquireOptions, shared: boolean): Promise<TargetHandle> {
    this.note(options);
    return this.launch(options, shared);
  }

  private note({ name, why, own }: AcquireOptions): void {
    // A case that could share has a process of its own for what starts it.
    const because = this.namesDir
      ? 'its folder is in what starts the target'
      : this.spec.clock
        ? 'its time is moved'
        : why;
    this.started?.({ case: name, why: own ? why : because });
  }

  /** The files of a case whose target runs already, and listens where it listens. */
  private async filesFor({ files, values }: AcquireOptions): Promise<void> {
    await files?.({ ...this.values, ...values });
  }

  async dissolve(pool: string): Promise<void> {
    await Promise.all([this.lines.dissolve(pool), this.servers.dissolve(pool)]);
  }

  /** Connections to one process, or to the one that somebody else started: the bytes that they carry count together. */
  private newPool(): HttpPool {
    const pool = httpPool(this.limits, this.clock);
    this.pools.add(pool);
    if (!this.spec.command) this.outside = pool;
    return pool;
  }

  command(): string {
    return expandArgv(this.spec.command ?? [], this.values).join(' ');
  }

  async close(): Promise<void> {
    this.closed = true;
    this.stopping.abort();
    this.stopping.release();
    await Promise.all([...this.pools].map(({ client }) => client.close()));
    await this.lines.close();
    const spare = await this.spare?.catch(() => undefined);
    await spare?.release();
    await this.servers.close();
    await Promise.all([...this.running].map((handle) => handle.release()));
    await Promise.all(this.ending);
    this.interrupted.release();
  }

  /** Whether cases may share a process; one that was started in the folder of a case is of use to no other. */
  private get sharable(): boolean {
    const { transport, isolation, clock } = this.spec;
    return transport !== 'stdio' && isolation !== 'case' && !this.namesDir && !(isolation === 'shared' && clock);
  }

  /** Whether cases may follow one another on the connection to one process. */
  private get mayFollow(): boolean {
    const { transport, isolation, clock } = this.spec;
    return transport === 'stdio' && isolation === 'shared' && !clock;
  }

  private get waits() {
    return { clock: this.clock, signal: this.stopping.signal };
  }

  private get namesDir(): boolean {
    return JSON.stringify([this.spec.command, this.spec.env, this.spec.cwd]).includes('${dir}');
  }

  /** Makes sure, once, that somebody is there: what happens later is for the cases to judge. */
  private async reach(url: string): Promise<void> {
    this.reached ||= await listens(this.spec, url, this.values, this.waits);
    if (!this.reached) throw new StageError('not-started', await unreachable(url, this.waits));
  }

  /** Whether every process of it would listen on the same port. */
  private get onePort(): boolean {
    const { transport, url } = this.spec;
    return transport !== 'stdio' && url !== undefined && !url.includes('${port}');
  }

  private async launch(options: AcquireOptions, shared: boolean): Promise<TargetHandle> {
    const { spec } = this;
    const before = this.turn;
    let gone: () => void = () => undefined;
    if (this.onePort) {
      this.turn = new Promise<void>((resolve) => {
        gone = resolve;
      });
      await before;
    }
    const clock = spec.clock ? await ClockServer.listen(this.clock) : undefined;
    try {
      const handle = await this.launchWith(options, shared, clock);
      void handle.exited?.then(gone);
      return handle;
    } catch (error) {
      gone();
      clock?.close();
      if (error instanceof StartError) throw new StageError('not-started', error.message, error.stderr);
      throw error;
    }
  }

  private async launchWith(
    options: AcquireOptions,
    shared: boolean,
    clock: ClockServer | undefined,
  ): Promise<TargetHandle> {
    const { spec } = this;
    const values: { [name: string]: string | string[] } = { ...this.values, ...options.values };
    const texts = JSON.stringify([spec, options.args, options.env]);
    if (texts.includes('${port}')) values.port = String(await freePort());
    if (texts.includes('${dir}')) values.dir = options.dir();
    // The audience of its tokens is its own address, which it may need before it listens.
    if (spec.url !== undefined) values['auth.audience'] = expandText(spec.url, values);
    await options.files?.(values);
    const argv = expandArgv(
      withMore(spec.command!, [...options.args, ...(clock ? ['--clock', clock.url] : [])]),
      values,
    );
    const plain = environment({ ...spec.env, ...options.env }, values);
    const pages = options.opens && (await shownPages(options.opens, options.dir, plain));
    const env = { ...plain, ...pages?.env };
    const overStdio = spec.transport === 'stdio' && !options.opensLanes;
    const serves = spec.transport !== 'stdio' && !options.opensLanes;
    if (serves) await nobodyThere(spec, values, this.waits);
    const process = await startProcess({
      argv,
      env,
      inherit: false,
      limits: this.limits,
      stdout: overStdio ? 'ndjson' : 'text',
      ...(pages?.output && { output: pages.output }),
      ...(options.lingers === undefined ? {} : { lingers: options.lingers }),
      ...(spec.cwd === undefined ? {} : { cwd: expandText(spec.cwd, values) }),
      ...(spec.wrap === undefined ? {} : { wrap: spec.wrap }),
    });
    void process.exited.then(() => {
      this.gone?.(process.stderr());
      return pages?.close?.();
    });
    if (options.stdin !== undefined) process.write(expandText(options.stdin, values).replace(/\n?$/, '\n'));
    let url: string | undefined;
    if (serves) {
      try {
        url = await becomeReady(process, spec, values, this.clock, this.stopping.signal);
      } catch (error) {
        await process.stop('kill', spec.grace);
        throw error;
      }
    }
    const handle: TargetHandle = {
      headers: Object.fromEntries(Object.entries(spec.headers ?? {}).map(([k, v]) => [k, expandText(v, values)])),
      exited: process.exited,
      problem: () => process.problem,
      ports: () => listeningPorts(process.pid),
      usage: () => usageOf(process.family()),
      starved: () => starvedOf(process.family()),
      shared,
      stderr: () => process.stderr(),
      stdout: () => process.stdout(),
      stop: (how) => process.stop(how, spec.grace),
      release: (then) => this.release(handle, process, clock, then),
      ...(url === undefined ? {} : { url }),
      ...(spec.dialect === undefined ? {} : { dialect: spec.dialect }),
      ...(overStdio ? { pipes: pipesOf(process) } : {}),
      ...(clock ? { clock } : {}),
    };
    this.running.add(handle);
    return handle;
  }

  /** Lets the target end beside the next case; `close` waits for it. */
  private async release(
    handle: TargetHandle,
    process: TargetProcess,
    clock: ClockServer | undefined,
    then?: () => Promise<void>,
  ): Promise<void> {
    if (!this.running.delete(handle)) return void (await then?.());
    const ending = this.end(process)
      .then(() => clock?.close())
      .then(then);
    this.ending.add(ending);
    void ending.then(() => this.ending.delete(ending));
  }

  /** Ends a process in the way that the target file asks for, and in a hurry once the run is interrupted. Never rejects. */
  private async end(process: TargetProcess): Promise<void> {
    const { grace, transport, stop = transport === 'stdio' ? 'eof' : 'term' } = this.spec;
    const hurried = { eof: Math.min(grace.eof, HURRIED.eof), term: Math.min(grace.term, HURRIED.term) };
    const hurry = () => void process.stop(stop, hurried).catch(() => undefined);
    this.hurries.add(hurry);
    // What the system does not let go of when it is killed nobody can end.
    await process.stop(stop, this.interrupted.signal.aborted ? hurried : grace).catch(() => undefined);
    this.hurries.delete(hurry);
  }

  private hurry(): void {
    for (const hurry of this.hurries) hurry();
  }
}
