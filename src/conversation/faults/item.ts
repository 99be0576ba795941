import type { Direction } from '../../language/fault-rule.js';
import type { Carried, Listener } from '../../wire/carried.js';
import type { WireRecord } from '../../wire/record.js';

/** Something that crosses a border. */
export interface FaultItem {
  carried: Carried;
  direction: Direction;
  lane: string;
  /** Position among everything that crossed the borders of this engine. */
  seq: number;
  /** For a response: the method that it answers. */
  method?: string;
  /** Puts it on the wire, or hands it to the reference. */
  emit: Listener;
}

/** The record that selectors see. */
export function recordOf({ carried, direction, lane, seq, method }: FaultItem, time: number): WireRecord {
  const record: WireRecord = { ...carried, seq, time, from: direction === 'sends' ? 'target' : 'kit', channel: lane };
  if (method !== undefined) record.method = method;
  return record;
}

/** One direction of one stream of one lane. */
export function streamKey({ direction, lane, carried }: FaultItem): string {
  return JSON.stringify([direction, lane, carried.stream ?? null]);
}
