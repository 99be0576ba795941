import type { ChildProcess } from 'node:child_process';
import { killTree } from '../../../src/wire/process/tree.js';
import { pool } from './pool.js';

/** Does one piece of a work. Rejects where it can't be done. */
export type Doing<P, R> = (piece: P) => Promise<R>;

/** What goes to a worker, and what comes back. */
interface Order<P> {
  number: number;
  piece: P;
}
type Answer<R> = { number: number } & ({ result: R } | { error: string });
/** A worker says what ends it. */
interface Defect {
  defect: string;
}

/** Goes to a worker where the user does not want to wait for the rest. */
const ABORT = 'abort';

/** How many pieces a worker has at once: where one waits for a broken reference, another has work. */
const PIECES_AT_ONCE = 2;

/**
 * Does all pieces and resolves with their results, in the order of the pieces: here, or in workers, each of which takes the next
 * piece when it is done with one. `done` is told of each. Rejects with the first error, and where a worker ends before it has answered.
 */
export async function doAll<P, R>(
  pieces: readonly P[],
  here: Doing<P, R>,
  workers?: Workers<P, R>,
  done?: () => void,
): Promise<R[]> {
  const results = new Map<P, R>();
  const most = PIECES_AT_ONCE * (workers?.count ?? 1);
  await pool(pieces, most, async (piece) => {
    results.set(piece, await (workers ? workers.do(piece) : here(piece)));
    done?.();
  });
  return pieces.map((piece) => results.get(piece)!);
}

/** A process that was to do something is gone. */
export class WorkerLost extends Error {
  constructor(why: string) {
    super(`a worker process was lost: ${why}`);
  }
}

/** A process, and how many pieces it has that are not done. */
interface Worker {
  child: ChildProcess;
  busy: number;
  /** The defect that ends it. */
  defect?: string;
}

/** Processes of this program that do pieces of a work which they know as this one does: both have read the same command line. */
export class Workers<P, R> {
  private all: Worker[];
  private readonly waiting = new Map<
    number,
    { settle(result: R): void; fail(error: Error): void; child: ChildProcess }
  >();
  private readonly gone: Promise<void>[] = [];
  private orders = 0;

  /**
   * Starts the workers. An abort interrupts them as it does this process: they answer with what they have. `tidy` removes what they
   * left, when they are closed.
   */
  constructor(
    readonly count: number,
    start: () => ChildProcess,
    signal: AbortSignal,
    private readonly tidy: () => Promise<void> = () => Promise.resolve(),
  ) {
    // One that is stuck would outlive this process, with all that it has started. What removes files at the exit comes after it.
    process.prependOnceListener('exit', this.kill);
    this.all = Array.from({ length: count }, () => ({ child: start(), busy: 0 }));
    for (const { child } of this.all) {
      child.on('message', (answer) => this.take(child, answer as Answer<R> | Defect));
      child.on('error', (error) => this.lose(child, error.message));
      child.on('exit', (code, by) => this.lose(child, this.defectOf(child) ?? `it ended with ${code ?? by}`));
      // One that could not be started has no exit.
      this.gone.push(new Promise((settle) => void child.once('exit', () => settle()).once('error', () => settle())));
      signal.addEventListener('abort', () => child.connected && child.send(ABORT), { once: true });
    }
  }

  /** Gives a piece to the worker that has the least to do. Rejects with its error; with WorkerLost where it ends, or none is left. */
  do(piece: P): Promise<R> {
    const { idlest } = this;
    return idlest ? this.order(idlest, piece) : Promise.reject(new WorkerLost('none is left'));
  }

  /** Gives a piece to each worker that is not lost. Rejects as `do`. */
  doInEach(piece: P): Promise<R[]> {
    return Promise.all(this.all.map((worker) => this.order(worker, piece)));
  }

  /** How many pieces the worker has that has the least to do; no end of them where no worker is left. */
  get least(): number {
    return this.idlest?.busy ?? Number.POSITIVE_INFINITY;
  }

  private get idlest(): Worker | undefined {
    return this.all.toSorted((a, b) => a.busy - b.busy)[0];
  }

  private order(worker: Worker, piece: P): Promise<R> {
    const { child } = worker;
    const order: Order<P> = { number: ++this.orders, piece };
    worker.busy += 1;
    const done = new Promise<R>((settle, fail) => {
      this.waiting.set(order.number, { settle, fail, child });
      child.send(order, (error) => error && this.lose(child, error.message));
    });
    return done.finally(() => {
      worker.busy -= 1;
    });
  }

  /** Lets the workers end: they have nothing more to do. Resolves when they are gone. */
  async close(): Promise<void> {
    for (const { child } of this.all) if (child.connected) child.disconnect();
    await Promise.all(this.gone);
    process.off('exit', this.kill);
    await this.tidy();
  }

  private readonly kill = () => {
    for (const { child } of this.all) if (child.pid !== undefined && child.exitCode === null) killTree(child.pid);
  };

  private defectOf(child: ChildProcess): string | undefined {
    return this.all.find((worker) => worker.child === child)?.defect;
  }

  private take(child: ChildProcess, answer: Answer<R> | Defect): void {
    if ('defect' in answer) {
      const worker = this.all.find((one) => one.child === child);
      if (worker) worker.defect = answer.defect;
      return;
    }
    const asked = this.waiting.get(answer.number);
    this.waiting.delete(answer.number);
    if ('error' in answer) asked?.fail(new Error(answer.error));
    else asked?.settle(answer.result);
  }

  private lose(lost: ChildProcess, why: string): void {
    this.all = this.all.filter(({ child }) => child !== lost);
    for (const [number, { child, fail }] of this.waiting) {
      if (child !== lost) continue;
      this.waiting.delete(number);
      fail(new WorkerLost(why));
    }
  }
}

/** The other side: does what the parent process orders, until it has nothing more to do or is gone. */
export function serve<P, R>(work: Doing<P, R>): Promise<void> {
  const answer = (one: Answer<R>) => process.connected && process.send?.(one);
  process.on('message', async (order: Order<P> | typeof ABORT) => {
    if (order === ABORT) return;
    const { number, piece } = order;
    try {
      answer({ number, result: await work(piece) });
    } catch (error) {
      answer({ number, error: (error as Error).message });
    }
  });
  return new Promise((settle) => process.once('disconnect', () => settle()));
}

/** Says to the parent process which defect ends this one. Resolves once it knows. */
export function tellDefect(defect: string): Promise<void> {
  return new Promise((settle) => {
    if (process.connected) process.send?.({ defect } satisfies Defect, () => settle());
    else settle();
  });
}

/**
 * Does something that the parent process interrupts, or whoever ends that one. Signals are left to it: a terminal sends them to
 * both, and what this one has done so far must still be told. Resolves and rejects as `work` does.
 */
export async function interruptedByParent<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const abort = () => interrupt.abort(new Error('interrupted'));
  process.on('message', (order) => order === ABORT && abort());
  process.once('disconnect', abort);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(name, () => undefined);
  return await work(interrupt.signal);
}
