import { getHeapSpaceStatistics } from 'node:v8';
import { setFlag } from '../../../src/schemas/built/v8-flags.js';

/** How much bytecode a function runs before V8 optimizes it; V8 sets 66 KB. */
const BUDGET = 1_000_000;

/**
 * Makes V8 optimize a function later. A run of some hundred cases is over before most of what was optimized has paid: it took
 * a quarter of its CPU. What is truly hot is optimized still. Only the V8 of Node 20 has the flag.
 */
export function optimizeLate(): void {
  setFlag('interrupt-budget', BUDGET);
}

/** Bytes to which the young generation may grow. V8 goes to 32 MiB; over 542 cases that took no less CPU, and 16 MiB more at the peak. */
const YOUNG = 16 * 1024 * 1024;
/** ms between two looks at its size. It is there within the first second of a run that needs it; a look takes some µs. */
const LOOK = 20;

/**
 * Makes V8 collect when half as much as lives has been added to the old generation; of itself it waits for three times as much.
 * Most of what a run allocates is garbage once its case is over, but a case may outlast two collections of the young generation. It
 * takes 17 MiB of 140 off the peak of a run. The young generation stops growing where more would save nothing: how large it
 * may get is settled at the start of a process, but whether it grows is asked each time. V8 makes it small again while little
 * happens; from there it may grow anew, or a long run would collect the young ever more often after its first wait.
 */
export function collectEarly(): void {
  setFlag('heap-growing-percent', 50);
  let growing = true;
  const look = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const small = young === undefined || young.space_size < YOUNG;
    if (small !== growing) setFlag('semi-space-growth-factor', small ? 2 : 1);
    growing = small;
  }, LOOK);
  look.unref();
}
