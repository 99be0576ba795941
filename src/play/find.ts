import type { Channel, Transcript } from './channel.js';
import type { WireRecord } from './record.js';
import type { Selector } from './selector.js';

/** What a look at a channel found for a selector. */
export type Found =
  | { kind: 'found'; record: WireRecord }
  /** A message that had no business to come before. */
  | { kind: 'blocked'; record: WireRecord }
  | { kind: 'none' };

export interface Finder {
  transcript: Transcript;
  selects(selector: Selector, record: WireRecord): boolean;
  /** Whether a record may be passed over by a step that waits for something else. */
  mayPass(record: WireRecord): boolean;
}

/** Selectors that look at how a message was carried or at the end of a lane, not at the order of messages. */
const UNORDERED = new Set(['http', 'closed', 'exit', 'outcome']);

/**
 * Looks for the next record that a selector picks. Messages are read forward from the channel's cursor, and what the
 * selector does not pick must be passable; replies wait by id, wherever they lie.
 */
export function find(finder: Finder, channel: Channel, selector: Selector): Found {
  const { records } = channel;
  if (selector.kind === 'reply' || UNORDERED.has(selector.kind)) {
    const index = records.findIndex((record) => open(finder, record) && finder.selects(selector, record));
    const end = index < 0 ? records.length : index;
    if (selector.kind !== 'http') {
      const obstacle = blocking(finder, records, channel.cursor, end);
      if (obstacle) return { kind: 'blocked', record: obstacle };
    }
    return index < 0 ? { kind: 'none' } : { kind: 'found', record: records[index]! };
  }
  for (let i = channel.cursor; i < records.length; i++) {
    const record = records[i]!;
    if (!open(finder, record)) continue;
    if (finder.selects(selector, record)) return { kind: 'found', record };
    if (!finder.mayPass(record)) return { kind: 'blocked', record };
  }
  return { kind: 'none' };
}

/** Takes a found record: it and what lies before it are behind the steps from now on. Response heads are only looked at. */
export function take(finder: Finder, channel: Channel, selector: Selector, record: WireRecord): void {
  if (selector.kind === 'http') return;
  finder.transcript.take(record);
  channel.cursor = Math.max(channel.cursor, channel.records.indexOf(record) + 1);
  channel.lastTaken = record.time;
}

const open = (finder: Finder, record: WireRecord) => record.from === 'target' && !finder.transcript.isTaken(record);

function blocking(finder: Finder, records: WireRecord[], from: number, to: number): WireRecord | undefined {
  for (let i = from; i < to; i++) {
    const record = records[i]!;
    if (open(finder, record) && !finder.mayPass(record)) return record;
  }
  return undefined;
}
