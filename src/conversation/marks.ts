import type { Border, Carried } from '../wire/carried.js';
import type { WireRecord } from '../wire/record.js';
import type { Outgoing } from './stage.js';

/** What the record of something sent says beside what was carried. */
export function marksOf({ as, deliberate, given }: Outgoing): Partial<WireRecord> {
  return {
    ...(as === undefined ? {} : { as }),
    ...(deliberate ? { deliberate } : {}),
    ...(given === undefined ? {} : { given }),
  };
}

/** Sends something through a border; `emit` is told of everything that leaves, and whether a fault made it what it is. */
export function crossing(border: Border, carried: Carried, emit: (left: Carried, broken: boolean) => void): void {
  let times = 0;
  border.sends(carried, (left) => {
    times += 1;
    emit(left, left !== carried || times > 1);
  });
}
