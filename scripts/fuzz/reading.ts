import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { PartResult, Told } from './part.js';
import { Randoms } from './randoms.js';
import { readersOf } from './readers.js';

/** A part of the work: inputs for everything that reads. */
export interface ReadingPart {
  where: 'readers';
  /** How many inputs. */
  frames: number;
  seed: number;
}

/** What one input may take. The largest input has some hundred thousand bytes, which take a hundredth of these. */
const MOST_CPU = 10_000;
const MOST_HEAP = 128;
/** ms between two looks at the input under way. */
const LOOK = 250;
/** Different findings after which it is not worth going on. */
const MOST_FINDINGS = 10;
/** Inputs between two signs of life. */
const SIGN = 100;

/** What the thread that reads tells the one that watches it: the input under way. */
const INPUT = 0;

interface Work {
  readers: true;
  root: string;
  seed: number;
  from: number;
  to: number;
  shared: SharedArrayBuffer;
}

/** The seed of one input: it makes the same bytes each time. */
const seedOf = (seed: number, index: number): number => (seed + Math.imul(index, 0x9e3779b1)) | 0;

/**
 * Reads inputs in a thread with little memory, which is ended where one of them takes too long. What an input exceeds, or throws, is a
 * finding, and the thread goes on after it.
 */
export async function playReading(
  root: string,
  script: string,
  part: ReadingPart,
  progress: (more: number) => void,
): Promise<Omit<PartResult, 'part'>> {
  const began = performance.now();
  const findings: Told[] = [];
  let at = 0;
  let failures = 0;
  while (at < part.frames && failures < MOST_FINDINGS) {
    const { next, problem } = await stretch(root, script, part, at, progress);
    if (problem !== undefined) failures += 1;
    if (problem !== undefined && !findings.some(({ key }) => key === problem.key)) findings.push(problem);
    at = next;
  }
  return {
    name: 'everything that reads',
    frames: at,
    conversations: at,
    seconds: (performance.now() - began) / 1000,
    findings,
    memory: [],
  };
}

/** Reads from one input on until all are read or one is a finding. */
function stretch(
  root: string,
  script: string,
  { seed, frames }: ReadingPart,
  from: number,
  progress: (more: number) => void,
): Promise<{ next: number; problem?: Told }> {
  return new Promise((resolve) => {
    const shared = new SharedArrayBuffer(4);
    const input = new Int32Array(shared);
    Atomics.store(input, INPUT, from);
    const work: Work = { readers: true, root, seed, from, to: frames, shared };
    const worker = new Worker(script, { workerData: work, resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP } });
    let told = from;
    let last = -1;
    let since = process.cpuUsage();
    let over: string | undefined;
    const look = setInterval(() => {
      const now = Atomics.load(input, INPUT);
      progress(now - told);
      told = now;
      if (now !== last) {
        last = now;
        since = process.cpuUsage();
        return;
      }
      // Not by the clock on the wall: others may have the machine.
      const { user, system } = process.cpuUsage(since);
      if ((user + system) / 1000 < MOST_CPU) return;
      over = `an input took more than ${MOST_CPU / 1000} s of CPU`;
      void worker.terminate();
    }, LOOK);
    const failed = (text: string) => {
      const index = Atomics.load(input, INPUT);
      const key = text.split('\n')[0]!.slice(0, 100);
      return { next: index + 1, problem: { key, text, seed: seedOf(seed, index), play: '' } };
    };
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      over ??= memory ? `an input took more than ${MOST_HEAP} MiB of memory` : (error.stack ?? String(error));
    });
    worker.on('exit', () => {
      clearInterval(look);
      progress(Atomics.load(input, INPUT) - told);
      resolve(over === undefined ? { next: frames } : failed(over));
    });
  });
}

/** Whether this is a thread that reads. */
export const reads = (): boolean => !isMainThread && (workerData as Partial<Work> | null)?.readers === true;

/** In a thread: reads its inputs one after the other. What one of them throws ends it. */
export async function readAll(): Promise<void> {
  const { root, seed, from, to, shared } = workerData as Work;
  const input = new Int32Array(shared);
  const readers = await readersOf(root);
  const slots = readers.all.flatMap(({ share, read }) => Array.from({ length: share }, () => read));
  for (let index = from; index < to; index += 1) {
    Atomics.store(input, INPUT, index);
    const random = new Randoms(seedOf(seed, index));
    await random.pick(slots)(random);
    // Timers and sockets have their turn.
    if (index % SIGN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  Atomics.store(input, INPUT, to);
  await readers.close();
  parentPort?.close();
}
