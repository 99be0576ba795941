import { env as inherited } from 'node:process';
import { StageError } from '../../src/play/stage.js';
import type { Pipes } from '../../src/play/stdio-lane.js';
import type { ExitInfo } from '../../src/transport/carried.js';
import type { Clock } from '../../src/transport/clock.js';
import type { Limits } from '../../src/transport/limits.js';
import { StartError, startProcess, type TargetProcess } from '../../src/transport/process.js';
import { pipesOf } from '../../src/transport/stdio.js';
import { ClockServer } from './clock-server.js';
import { expandArgv, expandText } from './expand.js';
import { freePort } from './free-port.js';
import { type HttpPool, httpPool } from './http-pool.js';
import { becomeReady, listens, nobodyThere } from './ready.js';

/** How one transport of a target is reached, from the target file; texts may hold `${port}` and the like. */
export interface LaunchSpec {
  transport: string;
  command?: string[];
  cwd?: string;
  /** null takes a variable away. */
  env?: Record<string, string | null>;
  url?: string;
  headers?: Record<string, string>;
  /** `within` in ms. */
  ready?: { stdout?: string; url?: string; port?: string | number; within?: number | undefined };
  /** How it is ended when nobody needs it any more; by default the end of its stdin, or TERM where it has none of ours. */
  stop?: 'eof' | 'term' | 'kill';
  /** ms of each stage of stopping: after end of stdin, after TERM. */
  grace: { eof: number; term: number };
  isolation: 'case' | 'group' | 'run';
  /** The target understands `--clock URL`. */
  clock: boolean;
  /** A program put in front of the command. */
  wrap?: string;
}

/** A target that runs, for one case or for several. */
export interface TargetHandle {
  url?: string;
  headers: Record<string, string>;
  pipes?: Pipes;
  /** Set where cases share it. */
  http?: HttpPool;
  clock?: ClockServer;
  exited?: Promise<ExitInfo>;
  /** Other cases use it too. */
  shared: boolean;
  stderr(): string;
  /** The last that it wrote to stdout, for targets that open their lanes themselves. */
  stdout(): string;
  /** Unset where the kit did not start it. */
  stop?(how: 'eof' | 'term' | 'kill'): Promise<ExitInfo>;
  /** The case is done with it. */
  release(): Promise<void>;
}

export interface AcquireOptions {
  /** The case must have the process to itself. */
  own: boolean;
  args: string[];
  env: Record<string, string | null>;
  dir(): string;
  /** The target opens the lanes itself (a client, a host): nothing is asked of its stdio. */
  opensLanes?: boolean;
  /** Further values for the texts of the target file, such as peer.command. */
  values?: { [name: string]: string | string[] };
  /** A line for its stdin. */
  stdin?: string;
}

/** Starts targets for cases and ends them all. One per target and transport. */
export class Launcher {
  private common: Promise<TargetHandle> | undefined;
  private spare: Promise<TargetHandle> | undefined;
  private readonly running = new Set<TargetHandle>();
  private readonly ending = new Set<Promise<unknown>>();
  private closed = false;
  private pool: HttpPool | undefined;
  private reached = false;
  /** Where only one process can have the port: settles when the last one that was asked for is gone. */
  private turn: Promise<unknown> = Promise.resolve();
  /** How many more cases may ask; a spare is started only while some do. */
  expected = 0;

  constructor(
    readonly spec: LaunchSpec,
    private readonly values: { [name: string]: string },
    private readonly clock: Clock,
    private readonly limits: Limits,
    /** Ends what waits for a target to listen. */
    private readonly signal?: AbortSignal,
    /** Told of every process that is gone, with the last that it said on stderr. */
    private readonly gone?: (stderr: string) => void,
  ) {}

  /** A target for one case. Throws StageError (not-started) with the cause and its last words. */
  async acquire(options: AcquireOptions): Promise<TargetHandle> {
    this.expected--;
    const { spec } = this;
    if (!spec.command) {
      if (spec.url === undefined) throw new StageError('not-started', 'the target has neither a command nor a url');
      await this.reach(spec.url);
      return {
        url: spec.url,
        headers: spec.headers ?? {},
        shared: true,
        http: this.shared(),
        stderr: () => '',
        stdout: () => '',
        release: async () => undefined,
      };
    }
    const plain = options.args.length === 0 && Object.keys(options.env).length === 0;
    if (options.opensLanes) return this.launch(options, false);
    if (this.sharable && plain && !options.own) {
      const common = this.common ?? this.launch(options, true);
      this.common = common;
      try {
        const handle = await common;
        // One that went away is started anew for the next case.
        void handle.exited?.then(() => {
          if (this.common === common) this.common = undefined;
        });
        return { ...handle, http: this.shared(), release: async () => undefined };
      } catch (error) {
        this.common = undefined;
        throw error;
      }
    }
    if (this.onePort && this.common)
      throw new StageError(
        'precondition',
        'this case needs a process of its own, and all would have the same port; `${port}` in the target file gives each its own',
      );
    if (!plain || this.namesDir || this.onePort) return this.launch(options, false);
    const taken = this.spare;
    this.spare = undefined;
    const handle = taken ?? this.launch(options, false);
    const result = await handle;
    if (this.expected > 0 && !this.closed) {
      this.spare = this.launch(options, false);
      this.spare.catch(() => undefined);
    }
    return result;
  }

  private shared(): HttpPool {
    this.pool ??= httpPool(this.limits, this.clock);
    return this.pool;
  }

  /** The command as people would type it; empty for a target that somebody else started. */
  command(): string {
    return expandArgv(this.spec.command ?? [], this.values).join(' ');
  }

  /** Ends every target that is left, and waits for those that are ending. */
  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.client.close();
    const spare = await this.spare?.catch(() => undefined);
    await spare?.release();
    const common = await this.common?.catch(() => undefined);
    await common?.release();
    await Promise.all([...this.running].map((handle) => handle.release()));
    await Promise.all(this.ending);
  }

  private get sharable(): boolean {
    return this.spec.transport !== 'stdio' && this.spec.isolation !== 'case';
  }

  private get namesDir(): boolean {
    return JSON.stringify([this.spec.command, this.spec.env, this.spec.cwd]).includes('${dir}');
  }

  /** Makes sure, once, that somebody is there: what happens later is for the cases to judge. */
  private async reach(url: string): Promise<void> {
    this.reached ||= await listens(this.spec, url, this.values);
    if (!this.reached) throw new StageError('not-started', `nobody listens at ${url}`);
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
    const texts = JSON.stringify(spec);
    if (texts.includes('${port}')) values.port = String(await freePort());
    if (texts.includes('${dir}')) values.dir = options.dir();
    const argv = [...expandArgv([...spec.command!, ...options.args], values), ...(clock ? ['--clock', clock.url] : [])];
    const env = environment({ ...spec.env, ...options.env }, values);
    const overStdio = spec.transport === 'stdio' && !options.opensLanes;
    const serves = spec.transport !== 'stdio' && !options.opensLanes;
    if (serves) await nobodyThere(spec, values);
    const process = await startProcess({
      argv,
      env,
      inherit: false,
      limits: this.limits,
      stdout: overStdio ? 'ndjson' : 'text',
      ...(spec.cwd === undefined ? {} : { cwd: expandText(spec.cwd, values) }),
      ...(spec.wrap === undefined ? {} : { wrap: spec.wrap }),
    });
    void process.exited.then(() => this.gone?.(process.stderr()));
    if (options.stdin !== undefined) process.write(expandText(options.stdin, values).replace(/\n?$/, '\n'));
    let url: string | undefined;
    if (serves) {
      try {
        url = await becomeReady(process, spec, values, this.clock, this.signal);
      } catch (error) {
        await process.stop('kill', spec.grace);
        throw error;
      }
    }
    const handle: TargetHandle = {
      headers: Object.fromEntries(Object.entries(spec.headers ?? {}).map(([k, v]) => [k, expandText(v, values)])),
      exited: process.exited,
      shared,
      stderr: () => process.stderr(),
      stdout: () => process.stdout(),
      stop: (how) => process.stop(how, spec.grace),
      release: () => this.release(handle, process, clock),
      ...(url === undefined ? {} : { url }),
      ...(overStdio ? { pipes: pipesOf(process) } : {}),
      ...(clock ? { clock } : {}),
    };
    this.running.add(handle);
    return handle;
  }

  /** Lets the target end beside the next case; `close` waits for it. */
  private async release(handle: TargetHandle, process: TargetProcess, clock: ClockServer | undefined): Promise<void> {
    if (!this.running.delete(handle)) return;
    const ending = process
      .stop(this.spec.stop ?? (this.spec.transport === 'stdio' ? 'eof' : 'term'), this.spec.grace)
      .catch(() => undefined)
      .then(() => clock?.close());
    this.ending.add(ending);
    void ending.then(() => this.ending.delete(ending));
  }
}

/** Our own environment with what is set and, by null, taken away. */
function environment(
  given: Record<string, string | null>,
  values: { [name: string]: string | string[] },
): Record<string, string> {
  const kept = Object.entries(inherited).filter(([name]) => !(name in given));
  const set = Object.entries(given).map(([name, value]) => [name, value === null ? value : expandText(value, values)]);
  return Object.fromEntries([...kept, ...set].filter((one): one is [string, string] => typeof one[1] === 'string'));
}
