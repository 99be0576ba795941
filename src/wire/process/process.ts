import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { BufferedListeners } from '../buffered-listeners.js';
import type { Carried, Closed, ExitInfo, Listener } from '../carried.js';
import { type Clock, realClock, sleep } from '../clock/clock.js';
import { defaultLimits, type Limits } from '../limits.js';
import { NdjsonDecoder } from '../ndjson.js';
import { release } from './brand.js';
import { ProcessTree, ProcessTreeWatch } from './process-tree.js';
import { type Child, causeOf, spawned } from './spawn.js';
import { StartError } from './start-error.js';
import { Tail } from './tail.js';
import { leftovers, MARK, type Root, signalTo, startOf, streamsOf } from './tree.js';

export { StartError } from './start-error.js';
export { leftovers } from './tree.js';

export interface StartOptions {
  /** Program and arguments, as they are: no shell reads them. */
  argv: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Whether the process inherits our environment below `env`. Default: yes. */
  inherit?: boolean;
  /** A program put in front, which gets the argv. */
  wrap?: string;
  /**
   * `ndjson`: messages, read once somebody listens. `text`: chunks of text, read always. `raw`: bytes, read by whoever takes `streams`, and
   * all of them before `exited` resolves. Default: ndjson.
   */
  stdout?: 'ndjson' | 'text' | 'raw';
  /** Told of each chunk of stdout and stderr, as it is read. In text mode that is always and at once. */
  output?: (from: 'stdout' | 'stderr', chunk: Uint8Array) => void;
  /** ms that what it has started may go on once it is gone itself. After that it is killed, and only then `exited` resolves. Default: 0. */
  lingers?: number;
  limits?: Limits;
  clock?: Clock;
}

/** ms of each stage of a stop: after the end of stdin, and after TERM. */
export interface Graces {
  eof: number;
  term: number;
}

/** ms until a process that was killed must be gone: longer means that the system itself holds it. */
const KILL_PATIENCE = 10_000;

/** ms that this process, when it exits, gives those that it has killed. */
const LAST_PATIENCE = 1_000;

/** ms between two looks at what goes on after a process. */
const LOOK = 50;

const running = new Set<TargetProcess>();
const treeWatch = new ProcessTreeWatch();
/** Whether `killAll` waits for the exit of this process. */
let watching = false;
/** Bytes that may still come out of the pipes of a process that is gone: more than any pipe holds. */
const LAST_BYTES = 4 * 1024 * 1024;

/**
 * Starts a process in a group of its own. Rejects with StartError where the program can't be run; a process that runs and
 * exits at once is started, and `exited` says so.
 */
export async function startProcess(options: StartOptions): Promise<TargetProcess> {
  const { cwd, env = {}, inherit = true, wrap } = options;
  const argv = wrap === undefined ? options.argv : [wrap, ...options.argv];
  const [program, ...args] = argv;
  if (program === undefined || program === '') throw new StartError('', 'no program is named', '');
  const mark = randomUUID();
  // Before all else that ends with us: a process that still runs could undo it.
  if (!watching) process.prependOnceListener('exit', killAll);
  watching = true;
  let started: Awaited<ReturnType<typeof spawned>>;
  try {
    started = await spawned(program, args, { env: { ...env, [MARK]: mark }, inherit, cwd });
  } catch (error) {
    throw StartError.from(argv, cwd, causeOf(error));
  }
  const target = new TargetProcess(started.child, { mark, brand: started.brand }, options);
  running.add(target);
  void target.exited.then(() => running.delete(target));
  return target;
}

/**
 * Kills every process that still runs, with all that it started; resolves when they are gone, or when the system has not let go of
 * them for 10 s.
 */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((target) => target.stop('kill').catch(() => undefined)));
}

/**
 * The last resort when this process exits: nothing can be awaited any more. Returns when they are gone, so that they undo
 * nothing that is done after it.
 */
function killAll(): void {
  const killed = [...running].flatMap((target) => target.killTree());
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  // Only Linux tells those who are gone from those whose exit we have not looked at yet.
  for (let waited = 0; process.platform === 'linux' && waited < LAST_PATIENCE; waited += 5) {
    if (leftovers(killed).length === 0) return;
    Atomics.wait(nothing, 0, 0, 5);
  }
}

/** A process that the kit started. */
export class TargetProcess {
  readonly pid: number;
  /**
   * Resolves when the process itself is gone, what it wrote has been delivered, and whatever it left behind was killed; a
   * descendant that holds its pipes does not delay it. A signal is a signal, with the code null. Never rejects.
   */
  readonly exited: Promise<ExitInfo>;
  /** Set when the process exceeded a cap and was killed for it. */
  problem: string | undefined;
  readonly #stdin: Writable;
  readonly #stdout: Readable;
  readonly #stderr: Readable;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #mode: NonNullable<StartOptions['stdout']>;
  readonly #output: StartOptions['output'];
  readonly #listeners = new BufferedListeners();
  readonly #lastStdout: Tail;
  readonly #lastStderr: Tail;
  readonly #brand: number | undefined;
  readonly #lingers: number;
  /** Resolves when the process itself is gone, before anything is done about what it left. */
  readonly #left: Promise<unknown>;
  /** What it has started. */
  readonly #tree: ProcessTree;
  #listened = false;
  #closed = false;
  #gone = false;
  #sent = 0;
  #items = 0;

  constructor(
    child: Child,
    { mark, brand }: Pick<Root, 'mark' | 'brand'>,
    { limits = defaultLimits, clock = realClock, stdout = 'ndjson', lingers = 0, output }: StartOptions,
  ) {
    this.pid = child.pid!;
    this.#lingers = lingers;
    this.#left = new Promise((resolve) => child.once('exit', resolve));
    this.#brand = brand;
    const streams = streamsOf(this.pid).filter((stream) => stream.startsWith('socket:'));
    this.#tree = new ProcessTree({
      pid: this.pid,
      mark,
      since: startOf(this.pid),
      streams,
      brand: this.#brand,
      older: new Set(),
    });
    // Where all that it starts can be told by a brand, nobody has to watch.
    if (brand === undefined) treeWatch.add(this.#tree);
    this.#stdin = child.stdin;
    this.#stdout = child.stdout;
    this.#stderr = child.stderr;
    this.#limits = limits;
    this.#clock = clock;
    this.#mode = stdout;
    this.#output = output;
    this.#lastStdout = new Tail(limits.stderr);
    this.#lastStderr = new Tail(limits.stderr);
    // A process that is gone or has closed its stdin is no error of ours.
    this.#stdin.on('error', () => {});
    this.#stderr.on('data', (chunk: Buffer) => this.#hearStderr(chunk));
    this.#stderr.on('error', () => {});
    this.#stdout.on('error', () => {});
    if (stdout === 'text') this.#readText();
    else if (stdout === 'ndjson') this.#readLines();
    // Lines stay in the pipe until somebody listens, so that a flood stops at the pipe. Read they are in any case, with the
    // exit at the latest: node empties the pipes of a process that is gone.
    if (stdout === 'ndjson') this.#stdout.pause();
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => void this.#settle().then(() => resolve({ code, signal })));
    });
  }

  /**
   * Adds a listener for stdout: `message` and `bytes` per line, or in text mode `bytes` with `text` per chunk; at last
   * `closed`. The first listener gets what came before it; of text, the last `limits.stderr` bytes.
   */
  listen(listener: Listener): void {
    if (!this.#listened) {
      this.#listened = true;
      if (this.#mode === 'ndjson') this.#stdout.resume();
      else if (this.#lastStdout.total > 0) listener(textItem(this.#lastStdout.text()));
    }
    this.#listeners.listen(listener);
  }

  /** Its stdin and stdout themselves, in raw mode. */
  get streams(): { stdin: Writable; stdout: Readable } {
    if (this.#mode !== 'raw') throw new TypeError('only in raw mode somebody else reads stdout');
    return { stdin: this.#stdin, stdout: this.#stdout };
  }

  /** Sends a signal to its process group. */
  signal(name: NodeJS.Signals): void {
    if (!this.#gone) this.#signalGroup(name);
  }

  /** Writes to stdin, in one write. Does nothing once it is closed. */
  write(bytes: Uint8Array | string): void {
    if (this.#stdin.destroyed || this.#stdin.writableEnded) return;
    this.#sent += Buffer.byteLength(bytes);
    this.#stdin.write(bytes);
  }

  /** Ends stdin. */
  end(): void {
    this.#stdin.end();
  }

  /** Closes our ends of stdin and stdout, whatever is under way. */
  reset(): void {
    this.#stdin.destroy();
    this.#stdout.destroy();
    this.#close({ how: 'reset' });
  }

  /** Bytes written to stdin and read from stdout so far. */
  traffic(): { sent: number; received: number } {
    return { sent: this.#sent, received: this.#lastStdout.total };
  }

  /** The last `limits.stderr` bytes that the process wrote to stderr. */
  stderr(): string {
    return this.#lastStderr.text();
  }

  /** The last `limits.stderr` bytes that the process wrote to stdout, as far as they were read. */
  stdout(): string {
    return this.#lastStdout.text();
  }

  /** The ids of it and of all that it has started; none once it is gone. */
  family(): number[] {
    return this.#gone ? [] : [this.pid, ...this.#tree.all()];
  }

  /**
   * Ends the process: `eof` closes stdin, `term` signals TERM to its group, `kill` signals KILL to everything that belongs to
   * it; each waits for its grace and goes on to the next. A later call may hurry an earlier one. Rejects only where the
   * system does not let go of a process that was killed.
   */
  async stop(how: 'eof' | 'term' | 'kill', graces: Graces = { eof: 2000, term: 2000 }): Promise<ExitInfo> {
    if (!this.#gone) this.#tree.all();
    if (how === 'eof') {
      this.#stdin.end();
      if (await this.#goneWithin(graces.eof)) return this.exited;
    }
    if (how !== 'kill') {
      this.#signalGroup('SIGTERM');
      if (await this.#goneWithin(graces.term)) return this.exited;
    }
    this.killTree();
    if (await this.#goneWithin(KILL_PATIENCE)) return this.exited;
    // On a busy machine it may be gone, and nobody here has looked at its exit yet.
    if (leftovers([this.pid]).length === 0) return this.exited;
    throw new Error(`process ${this.pid} still runs ${KILL_PATIENCE} ms after SIGKILL`);
  }

  /** Kills the process and all that belongs to it, at once and without waiting. Returns which those are. */
  killTree(): number[] {
    // First, so that it starts nothing more; with the process gone its descendants have other parents.
    if (!this.#gone) signalTo(this.pid, 'SIGSTOP');
    const others = this.#tree.kill();
    if (!this.#gone) this.#signalGroup('SIGKILL');
    return [this.pid, ...others];
  }

  #signalGroup(signal: NodeJS.Signals): void {
    if (process.platform === 'win32') signalTo(this.pid, signal);
    else signalTo(-this.pid, signal);
  }

  async #goneWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const gone = this.#left.then(() => true);
    const late = sleep(this.#clock, ms, waiting.signal).then(() => false);
    const result = await Promise.race([gone, late]);
    waiting.abort();
    return result;
  }

  #readLines(): void {
    const decoder = new NdjsonDecoder(this.#limits);
    this.#read(
      (chunk) => decoder.push(chunk),
      () => decoder.end(),
    );
  }

  #readText(): void {
    const decoder = new StringDecoder('utf8');
    this.#read(
      (chunk) => (this.#listened ? [textItem(decoder.write(chunk))] : []),
      () => [],
    );
  }

  #read(push: (chunk: Buffer) => Carried[], end: () => Carried[]): void {
    this.#stdout.on('data', (chunk: Buffer) => {
      if (this.#closed) return;
      this.#lastStdout.push(chunk);
      this.#output?.('stdout', chunk);
      const items = push(chunk);
      for (const carried of items) this.#listeners.emit(carried);
      // Of text only the end is kept, however many pieces it comes in.
      if (this.#mode === 'ndjson') this.#items += items.length;
      const { stream, items: most } = this.#limits;
      if (this.#lastStdout.total > stream) this.#exceed(`${stream} bytes to stdout`, this.#stdout);
      else if (this.#items > most) this.#exceed(`${most} messages to stdout`, this.#stdout);
    });
    this.#stdout.once('end', () => {
      if (!this.#closed) for (const carried of end()) this.#listeners.emit(carried);
      this.#close({ how: 'end' });
    });
    this.#stdout.once('close', () => this.#close({ how: 'reset' }));
  }

  #hearStderr(chunk: Buffer): void {
    this.#lastStderr.push(chunk);
    this.#output?.('stderr', chunk);
    const { stream } = this.#limits;
    if (this.#lastStderr.total > stream) this.#exceed(`${stream} bytes to stderr`, this.#stderr);
  }

  #exceed(what: string, stream: Readable): void {
    if (this.problem !== undefined) return;
    this.problem = `the process wrote more than ${what}`;
    // Killed first: seeing its pipe close it could exit as if all were well.
    this.killTree();
    stream.destroy();
    this.#close({ how: 'error', problem: this.problem });
  }

  #close(closed: Closed): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.emit({ kind: 'closed', closed });
  }

  /** The process is gone: takes what is still in its pipes, then kills what it left behind and closes our ends. */
  async #settle(): Promise<void> {
    await this.#drained();
    this.#gone = true;
    await this.#lingered();
    // Before the group: killed, those in it would no longer say what they have started.
    this.#tree.kill();
    signalTo(-this.pid, 'SIGKILL');
    treeWatch.remove(this.#tree);
    if (this.#brand !== undefined) release(this.#brand);
    if (this.#mode === 'raw') await this.#taken();
    else await this.#drained();
    for (const stream of [this.#stdin, this.#stdout, this.#stderr]) stream.destroy();
    this.#close({ how: 'end' });
  }

  /** Waits until whoever reads stdout has read it all, or has let go of it. With every writer gone it has an end. */
  async #taken(): Promise<void> {
    const { readableEnded, destroyed } = this.#stdout;
    if (!readableEnded && !destroyed) await new Promise((resolve) => this.#stdout.once('close', resolve));
    await this.#drained();
  }

  /** Waits for what the process has left behind, as long as that may go on. */
  async #lingered(): Promise<void> {
    const end = this.#clock.now() + this.#lingers;
    while (this.#clock.now() < end && leftovers(this.#tree.all()).length > 0) await sleep(this.#clock, LOOK);
  }

  /**
   * Lets the event loop turn until it brings nothing new. What the process wrote before it went is in the pipe by then, and
   * each turn reads what is there; no amount of load changes that, while waiting for a time would.
   */
  async #drained(): Promise<void> {
    const read = () => this.#lastStdout.total + this.#lastStderr.total;
    const first = read();
    for (let quiet = 0; quiet < 3 && read() - first < LAST_BYTES; ) {
      const before = read();
      await new Promise((resolve) => setImmediate(resolve));
      quiet = read() === before ? quiet + 1 : 0;
    }
  }
}

function textItem(text: string): Carried {
  return { kind: 'bytes', bytes: Buffer.from(text), text };
}
