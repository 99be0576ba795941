import {
  createFaults,
  createLiveFaults,
  type FaultRule,
  type Faults,
  type LiveFaults,
} from '../conversation/faults/faults.js';
import type { SelectContext } from '../language/selector.js';
import type { Border, ExitInfo } from '../wire/carried.js';
import type { Clock } from '../wire/clock/clock.js';

/** Faults at the border of one reference. */
export interface FaultyBorder<F extends Faults = Faults> {
  border: Border;
  faults: F;
}

interface FaultyOptions {
  clock: Clock;
  select: SelectContext;
  exit(info: ExitInfo): void;
}

/**
 * The border of a reference that has these faults. Once a fault ends the reference nothing crosses it any more, and `exit` is
 * called, once. Throws FaultError for a rule that can't be used.
 */
export const faultyBorder = (rules: readonly FaultRule[], options: FaultyOptions): FaultyBorder =>
  bordered(options, (engine) => createFaults([...rules], engine));

/** The same, whose faults can be switched and added to. Those of `rules` are on. */
export const liveFaultyBorder = (rules: readonly FaultRule[], options: FaultyOptions): FaultyBorder<LiveFaults> =>
  bordered(options, (engine) => createLiveFaults([...rules], engine));

function bordered<F extends Faults>(
  { clock, select, exit }: FaultyOptions,
  make: (options: FaultyOptions) => F,
): FaultyBorder<F> {
  let leaving = false;
  const faults = make({
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
