import { createFaults, type FaultRule, type Faults } from '../conversation/faults/faults.js';
import type { SelectContext } from '../language/selector.js';
import type { Border, ExitInfo } from '../wire/carried.js';
import type { Clock } from '../wire/clock/clock.js';

/** Faults at the border of one reference. */
export interface FaultyBorder {
  border: Border;
  faults: Faults;
}

/**
 * The border of a reference that has these faults. Once a fault ends the reference nothing crosses it any more, and `exit` is
 * called, once. Throws FaultError for a rule that can't be used.
 */
export function faultyBorder(
  rules: readonly FaultRule[],
  { clock, select, exit }: { clock: Clock; select: SelectContext; exit(info: ExitInfo): void },
): FaultyBorder {
  let leaving = false;
  const faults = createFaults([...rules], {
    clock,
    select,
    exit: (info) => {
      if (leaving) return;
      leaving = true;
      exit(info);
    },
  });
  const border = faults.border();
  return {
    faults,
    border: {
      sends: (carried, emit) => border.sends(carried, (emitted) => leaving || emit(emitted)),
      hears: (carried, deliver) => border.hears(carried, (heard) => leaving || deliver(heard)),
    },
  };
}

/** Calls `then` when what was written before is out: responses over HTTP leave a turn of the loop later. */
export const onceWritten = (then: () => void) => void setImmediate(() => setImmediate(then));
