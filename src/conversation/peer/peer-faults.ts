import type { JsonObject } from '../../json/json.js';
import type { SelectContext } from '../../language/selector.js';
import { type Border, openBorder } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import { createFaults, FaultError, type FaultRule } from '../faults/faults.js';
import { StageError } from '../stage.js';

/**
 * The border of each lane of the peer, where the faults of `peer: { faults: […] }` act; they count over all lanes of the
 * case. Delays are real time. Throws StageError (defect) for a fault that can't be used.
 */
export function peerBorders(
  faults: JsonObject[string] | undefined,
  clock: Clock,
  select: SelectContext,
): (lane: string) => Border {
  if (!Array.isArray(faults) || faults.length === 0) return () => openBorder;
  const rules = faults.map((rule, index) => ({ id: `peer.faults/${index}`, ...(rule as JsonObject) }));
  try {
    const engine = createFaults(rules as unknown as FaultRule[], { clock, select });
    return (lane) => engine.border(lane);
  } catch (error) {
    if (error instanceof FaultError) throw new StageError('defect', error.message);
    throw error;
  }
}
