import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { expandArgv, expandText, withMore } from '../../src/conversation/case/expand.js';
import { InsideClock } from '../../src/conversation/clock/inside-clock.js';
import { streamPipes } from '../../src/conversation/lanes/stream-pipes.js';
import type { MockOptions, RoleEntry, RunningMock } from '../../src/conversation/role-entry.js';
import { StageError } from '../../src/conversation/stage.js';
import type { AcquireOptions, TargetHandle, TargetMaker } from '../../src/conversation/target.js';
import type { JsonObject } from '../../src/json/json.js';
import { onceWritten } from '../../src/mock/faulty.js';
import { type MockArguments, readMockLine } from '../../src/mock/line.js';
import { type Border, type ExitInfo, openBorder } from '../../src/wire/carried.js';
import { type Clock, sleep } from '../../src/wire/clock/clock.js';
import { MovedClock } from '../../src/wire/clock/moved-clock.js';
import type { Admission } from '../../src/wire/http/admission.js';
import type { Limits } from '../../src/wire/limits.js';
import { secrets } from '../../src/wire/output.js';
import type { Pipes } from '../../src/wire/process/stdio.js';
import type { LaunchSpec } from './spec.js';

/** What is done to a reference beside what its command says. */
export interface ReferenceChanges {
  permissive?: boolean | readonly string[];
  switches?: ReadonlySet<string>;
  /** Told of errors of the reference itself. */
  failed?: (error: unknown) => void;
  /** The border of one reference, made when it is started; `leave` ends it as a process would. */
  border?(clock: Clock, leave: (exit: ExitInfo) => void): Border;
}

export interface InsideOptions {
  entry: RoleEntry;
  spec: LaunchSpec;
  /** What the texts of the target file may name: node, proctor. */
  values: { [name: string]: string };
  /** Real time, for what ends a reference that does not end by itself. */
  clock: Clock;
  limits: Limits;
  /** Reads the file of `--script`; rejects with an Error whose message a user can read. */
  readScript(path: string): Promise<JsonObject>;
  changes?: ReferenceChanges;
}

/** ms, real time, that a reference which was told to end may take to say its last. */
const LAST_WORDS = 500;

/** Whether the command of a target is a reference of ours with options that are understood inside this process. */
export function isReference({ command = [] }: LaunchSpec, role: string): boolean {
  const [node, program, mock, ...line] = command;
  if (node !== '${node}' || program !== '${proctor}' || mock !== 'mock') return false;
  const read = readMockLine(line);
  return read?.role === role && read.options.fault === undefined && read.options.mutant === undefined;
}

/**
 * Starts references inside this process, one for each case: over streams in memory, or over HTTP on a loopback socket. Each has
 * a clock, a border and a working directory of its own and ends as a process would, with an exit event; a client or host
 * gets streams in place of the shim.
 */
export class InsideTargets implements TargetMaker {
  private readonly running = new Set<InsideTarget>();

  constructor(private readonly options: InsideOptions) {}

  get transport(): string {
    return this.options.spec.transport;
  }

  get admission(): Admission {
    return this.options.spec.admission ?? {};
  }

  async acquire(options: AcquireOptions): Promise<TargetHandle> {
    const { spec, values, clock, limits, entry, changes, readScript } = this.options;
    const texts: { [name: string]: string | string[] } = { ...values, ...options.values };
    if (JSON.stringify([spec, options.args]).includes('${dir}')) texts.dir = options.dir();
    await options.files?.(texts);
    const argv = expandArgv(withMore(spec.command ?? [], options.args), texts);
    const line = readMockLine(lastOf('--script', lastOf('--permissive', argv.slice(3))));
    if (!line) throw new StageError('not-started', `\`${argv.slice(2).join(' ')}\` can't be read`);
    const cwd = spec.cwd === undefined ? process.cwd() : expandText(spec.cwd, texts);
    const target = new InsideTarget(spec, clock, limits, options.opensLanes ?? false);
    this.running.add(target);
    void target.exited.then(() => this.running.delete(target));
    if (target.clock && options.opensLanes) options.clocked?.(target.clock);
    await target.start(entry, line.options, { cwd, readScript, changes, spawn: options.spawn });
    return target.handle();
  }

  expect(): void {}

  over(): void {}

  command(): string {
    return expandArgv(this.options.spec.command ?? [], this.options.values).join(' ');
  }

  async close(): Promise<void> {
    await Promise.all([...this.running].map((target) => target.stop('kill')));
  }
}

interface StartOptions {
  cwd: string;
  readScript: InsideOptions['readScript'];
  changes: ReferenceChanges | undefined;
  spawn: AcquireOptions['spawn'];
}

type Spawn = NonNullable<AcquireOptions['spawn']>;

/** A reference that runs inside this process, seen as a process. */
class InsideTarget {
  readonly exited: Promise<ExitInfo>;
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private readonly pipes: Pipes;
  private readonly spawned: Pipes[] = [];
  private readonly time: MovedClock;
  /** Unset where it lives in real time. A client or host is moved whatever its target file says: that speaks of its program. */
  readonly clock: InsideClock | undefined;
  private running: RunningMock | undefined;
  private stdout = '';
  private stderr = '';
  private over = false;
  private resolveExit: (exit: ExitInfo) => void = () => undefined;

  constructor(
    private readonly spec: LaunchSpec,
    private readonly real: Clock,
    limits: Limits,
    private readonly opensLanes: boolean,
  ) {
    this.exited = new Promise((resolve) => {
      this.resolveExit = resolve;
    });
    this.pipes = streamPipes(this.input, this.output, limits);
    // What is written to a stream in memory is read a few turns of the loop later; a socket may take longer.
    this.time = new MovedClock({
      heard: () => this.running?.traffic?.heard() ?? this.pipes.traffic().sent + this.withSpawned('received'),
      said: (unread) => this.running?.traffic?.said(unread) ?? this.pipes.traffic().received + this.withSpawned('sent'),
    });
    this.clock = spec.clock || opensLanes ? new InsideClock(this.time, real) : undefined;
  }

  /** Starts the reference. What it can't be started with is told as a process tells it: on stderr, with exit code 2. */
  async start(entry: RoleEntry, line: MockArguments, { cwd, readScript, changes, spawn }: StartOptions): Promise<void> {
    const clock = this.clock ? this.time : this.real;
    const named = line.permissive === undefined ? changes?.permissive : namesOf(line.permissive);
    const border = changes?.border?.(clock, (exit) => this.leave(exit)) ?? openBorder;
    try {
      const script = line.script === undefined ? undefined : await readScript(resolve(cwd, line.script));
      const options: MockOptions = {
        transport: line.transport,
        port: line.port,
        clock,
        border: this.closing(border),
        permissive: named ?? false,
        switches: changes?.switches ?? new Set(),
        cwd,
        // Who was ended in the middle says no more.
        print: (text) => {
          if (!this.over) this.stdout += `${text}\n`;
        },
        warn: (text) => {
          this.stderr += text;
        },
        ...(changes?.failed ? { failed: changes.failed } : {}),
        ...(spawn ? { spawn: this.noting(spawn) } : {}),
        ...(this.serves ? { input: this.input, output: this.output } : {}),
        ...(line.version === undefined ? {} : { version: line.version }),
        ...(line.url === undefined ? {} : { url: line.url }),
        ...(line.command ? { command: line.command } : {}),
        ...(script ? { script } : {}),
        ...(await protectionOf(line, clock, this.closing(border))),
      };
      if (line.version !== undefined && !entry.versions.includes(line.version))
        throw new Error(`there is no version ${line.version} of it`);
      this.running = await entry.mock(options);
    } catch (error) {
      this.stderr += `${error instanceof Error ? error.message : String(error)}\n`;
      this.leave({ code: 2, signal: null });
      return;
    }
    this.time.start();
    const { running } = this;
    void running.done.then(() => this.leave({ code: running.exitCode?.() ?? 0, signal: null }));
  }

  handle(): TargetHandle {
    const { url } = this.running ?? {};
    const { dialect } = this.spec;
    const overStdio = this.serves && this.spec.transport === 'stdio';
    return {
      headers: this.spec.headers ?? {},
      exited: this.exited,
      shared: false,
      stderr: () => this.stderr,
      stdout: () => this.stdout,
      ports: () => [...(this.running?.ports?.() ?? [])],
      stop: (how) => this.stop(how),
      release: async (then) => {
        await this.stop('kill');
        await then?.();
      },
      ...(url === undefined ? {} : { url }),
      ...(dialect === undefined ? {} : { dialect }),
      ...(overStdio ? { pipes: this.pipes } : {}),
      ...(this.clock ? { clock: this.clock } : {}),
    };
  }

  /** Ends it as a process is ended: by the end of its input, then as TERM does, then at once; each after its grace. */
  async stop(how: 'eof' | 'term' | 'kill'): Promise<ExitInfo> {
    const { eof, term } = this.spec.grace;
    if (how === 'eof' && this.serves && this.spec.transport === 'stdio') {
      this.input.end();
      if (await this.goneWithin(eof)) return this.exited;
    }
    if (how !== 'kill' && this.running) {
      void this.running.close();
      // The program of a reference says its last words and exits, whatever still runs.
      if (!(await this.goneWithin(Math.min(term, LAST_WORDS)))) this.leave({ code: 0, signal: null });
      return this.exited;
    }
    this.leave({ code: null, signal: 'SIGKILL' });
    return this.exited;
  }

  /** Whether the kit reaches it, and not the other way round. */
  private get serves(): boolean {
    return !this.opensLanes;
  }

  /** It is gone: nothing crosses its border any more, and what it holds is let go. */
  private leave(exit: ExitInfo): void {
    if (this.over) return;
    this.over = true;
    void this.running?.close().catch(() => undefined);
    this.input.destroy();
    this.output.end();
    this.clock?.close();
    // As with a process, what it wrote and the end of its output are read before it counts as gone.
    onceWritten(() => onceWritten(() => this.resolveExit(exit)));
  }

  /** Takes note of what a client or host spawns: there it reads and writes. */
  private noting(spawn: Spawn): Spawn {
    return async (argv, cwd) => {
      const program = await spawn(argv, cwd, this.clock ? this.time : this.real);
      this.spawned.push(program.pipes);
      return program;
    };
  }

  private withSpawned(which: 'sent' | 'received'): number {
    return this.spawned.reduce((sum, pipes) => sum + pipes.traffic()[which], 0);
  }

  /** The border of a reference that may be gone while it still runs. */
  private closing(border: Border): Border {
    return {
      sends: (carried, emit) => border.sends(carried, (emitted) => this.over || emit(emitted)),
      hears: (carried, deliver) => border.hears(carried, (heard) => this.over || deliver(heard)),
    };
  }

  private async goneWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const late = sleep(this.real, ms, waiting.signal).then(() => false);
    const result = await Promise.race([this.exited.then(() => true), late]);
    waiting.abort();
    return result;
  }
}

/** What protects a reference that trusts an issuer, or is one; nothing if its line says neither. */
async function protectionOf(line: MockArguments, clock: Clock, border: Border): Promise<Pick<MockOptions, 'protect'>> {
  const { authIssuer, auth } = line;
  if (auth === true) {
    const { owning } = await import('../../src/oauth/resource-server/owning.js');
    return { protect: await owning({ clock, border, secrets }) };
  }
  if (authIssuer === undefined) return {};
  const { protectBy } = await import('../../src/mock/trusted.js');
  return { protect: protectBy({ ...line, authIssuer }, clock) };
}

/** Arguments without what a later one of the same name replaces, together with its names. */
function lastOf(option: string, args: readonly string[]): string[] {
  const last = args.lastIndexOf(option);
  return args.filter((arg, index) => {
    if (index >= last) return true;
    const names = args[index - 1] === option && !arg.startsWith('-');
    return arg !== option && !names;
  });
}

const namesOf = (permissive: boolean | string): boolean | readonly string[] =>
  typeof permissive === 'string' ? permissive.split(',') : permissive;
