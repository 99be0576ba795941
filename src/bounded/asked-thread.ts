import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  type WorkerOptions,
} from 'node:worker_threads';
import { Refused } from './refused.js';
import { threadTime } from './thread-time.js';

/** Where the function comes from that answers: exported as `answer` by a CommonJS file, or an expression in JavaScript. */
type Answering = { file: string } | { code: string };

/**
 * What a thread does: it answers what comes through `port`, in order, with data. `state` is [whether it has answered: 0 no, 1 yes; the
 * id that the operating system gave the thread, 0 if nobody knows].
 */
const program = (answer: string) => `
  const { workerData: { port, state } } = require('node:worker_threads');
  const answer = ${answer};
  const answered = () => { Atomics.store(state, 0, 1); Atomics.notify(state, 0); };
  port.on('message', (question) => {
    try { port.postMessage({ answer: answer(question) }); } catch (error) { port.postMessage({ error: String(error) }); }
    answered();
  });
  try { state[1] = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)); } catch {}
  answered();
`;

/** ms of CPU that a thread may take to start. */
const STARTS_WITHIN = 20_000;
/** ms between two looks at the time that a thread has used. */
const EVERY = 20;
/** How many times more than its CPU a question may take of real time, however busy the machine is. */
const BUSY = 60;
/** How often the time for a question is halved, each time that one has run out: many of them must not add up. */
const HALVED = 3;
/** Memory that a thread may take, in MiB. */
const MEMORY: NonNullable<WorkerOptions['resourceLimits']> = {
  maxOldGenerationSizeMb: 256,
  maxYoungGenerationSizeMb: 32,
};

/**
 * A thread that answers one question after the other while whoever asks waits, so that an answer that never comes costs no more than
 * its limit: then the thread is ended, and the next question starts another. The limit counts the CPU of the thread, so it does not
 * matter how busy the machine is.
 */
export class AskedThread {
  private running: { worker: Worker; port: MessagePort; state: Int32Array } | undefined;
  private ended = 0;

  constructor(private readonly answering: () => Answering) {}

  /**
   * The answer to a question. Both are cloned on the way.
   *
   * @param ms of CPU that the answer may take; less, down to an eighth, after others took too long
   * Throws Refused: `slow` if it takes longer, `large` if it takes more memory than a thread has, `invalid` if answering throws.
   */
  ask(question: unknown, ms: number): unknown {
    const thread = this.running ?? this.start();
    this.running = thread;
    const allowed = ms / 2 ** Math.min(this.ended, HALVED);
    Atomics.store(thread.state, 0, 0);
    thread.port.postMessage(question);
    const problem = waitFor(thread.state, allowed);
    if (problem === undefined) {
      // It was sent before the state was set.
      const { message } = receiveMessageOnPort(thread.port) as { message: { error?: string; answer?: unknown } };
      if (message.error !== undefined) throw new Refused('invalid', message.error);
      return message.answer;
    }
    this.end();
    if (problem === 'large') throw new Refused('large', 'it takes too much memory');
    throw new Refused('slow', `it takes longer than ${Math.round(allowed)} ms of CPU`);
  }

  /** Ends the thread: what it does not stop doing would go on. */
  private end(): void {
    const { running } = this;
    this.running = undefined;
    if (!running) return;
    this.ended += 1;
    running.port.close();
    void running.worker.terminate();
  }

  private start() {
    const answering = this.answering();
    const answer = 'code' in answering ? answering.code : `require(${JSON.stringify(answering.file)}).answer`;
    const { port1: port, port2 } = new MessageChannel();
    const state = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(program(answer), {
      eval: true,
      workerData: { port: port2, state },
      transferList: [port2],
      // What the process was started with, and its environment, are none of a thread's business.
      env: {},
      execArgv: [],
      resourceLimits: MEMORY,
    });
    // A thread that ends for want of memory is missed by whoever waits for it.
    worker.on('error', () => {});
    worker.unref();
    port.unref();
    const problem = waitFor(state, STARTS_WITHIN);
    if (problem === undefined) return { worker, port, state };
    void worker.terminate();
    throw new Error(`a thread of Proctor did not start (${problem})`);
  }
}

/**
 * Waits for an answer. Returns what kept it from coming; undefined once it is there.
 *
 * @param ms of CPU that the thread may take
 */
export function waitFor(state: Int32Array, ms: number): 'slow' | 'large' | undefined {
  const began = performance.now();
  const time = threadTime(Atomics.load(state, 1));
  // To be woken is not enough: that may be about the answer before, which was seen before its thread came to say so.
  while (Atomics.load(state, 0) === 0) {
    if (Atomics.wait(state, 0, 0, EVERY) !== 'timed-out') continue;
    const used = time.used();
    if (used === undefined && Atomics.load(state, 0) === 0) return 'large';
    if ((used ?? 0) > ms || performance.now() - began > ms * BUSY) return 'slow';
  }
  return undefined;
}
