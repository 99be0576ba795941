import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect when half as much as lives has been added to the old generation; of itself it waits for three times as much.
 * Most of what a run allocates is garbage once its case is over, but a case may outlast two collections of the young generation. It
 * takes 17 MiB of 140 off the peak of a run. Node 20 and 22 know the flag; a V8 that does not says so on stderr and goes on.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
