import type { Id } from '../../jsonrpc/messages.js';
import type { Selector } from '../../language/selector.js';
import type { WireRecord } from '../../wire/record.js';
import type { Channel, Transcript } from '../channel.js';

/** What a look at a channel found for a selector. */
export type Found =
  | { kind: 'found'; record: WireRecord }
  /** A message that had no business to come before. */
  | { kind: 'blocked'; record: WireRecord }
  /** A reply whose id is the awaited one as a value of another type. The reply itself will not come any more. */
  | { kind: 'retyped'; record: WireRecord; id: Id }
  | { kind: 'none' };

export interface Finder {
  transcript: Transcript;
  selects(selector: Selector, record: WireRecord): boolean;
  /** The id that a reply with these names is waited for under, where a record has it as a value of another type. */
  retypedId(selector: Selector, record: WireRecord): Id | undefined;
  /** Whether a record may be passed over by a step that waits for something else. */
  mayPass(record: WireRecord): boolean;
}

/** Selectors that look at how a message was carried or at the end of a lane, not at the order of messages. */
const UNORDERED = new Set(['http', 'closed', 'exit', 'outcome']);

/**
 * One wait for the next record that a selector picks. Messages are read forward from the channel's cursor, and what the
 * selector does not pick must be passable; replies wait by id, wherever they lie. Each look goes on where the last one
 * stopped, for what was judged once stays so while a step waits: a flood costs no more than its length.
 */
export class Search {
  /** The first record that was not yet offered to the selector, for selectors that look everywhere. */
  private offered = 0;
  /** The first record from the cursor on of which it is not known whether it may be passed. */
  private passed: number;

  constructor(
    private readonly finder: Finder,
    private readonly channel: Channel,
    private readonly selector: Selector,
  ) {
    this.passed = channel.cursor;
  }

  look(): Found {
    return this.selector.kind === 'reply' || UNORDERED.has(this.selector.kind) ? this.anywhere() : this.forward();
  }

  private anywhere(): Found {
    const { records } = this.channel;
    while (this.offered < records.length && !this.picks(records[this.offered]!)) {
      const record = records[this.offered]!;
      const id = this.open(record) ? this.finder.retypedId(this.selector, record) : undefined;
      if (id !== undefined) return { kind: 'retyped', record, id };
      this.offered++;
    }
    if (this.selector.kind !== 'http') {
      for (; this.passed < this.offered; this.passed++) {
        const record = records[this.passed]!;
        if (this.open(record) && !this.finder.mayPass(record)) return { kind: 'blocked', record };
      }
    }
    const record = records[this.offered];
    return record === undefined ? { kind: 'none' } : { kind: 'found', record };
  }

  private forward(): Found {
    const { records } = this.channel;
    for (; this.passed < records.length; this.passed++) {
      const record = records[this.passed]!;
      if (!this.open(record)) continue;
      if (this.finder.selects(this.selector, record)) return { kind: 'found', record };
      if (!this.finder.mayPass(record)) return { kind: 'blocked', record };
    }
    return { kind: 'none' };
  }

  private picks(record: WireRecord): boolean {
    return this.open(record) && this.finder.selects(this.selector, record);
  }

  private open(record: WireRecord): boolean {
    return record.from === 'target' && !this.finder.transcript.isTaken(record);
  }
}

/**
 * Takes a found record: it and what lies before it are behind the steps from now on. Response heads are only looked at. The
 * head of a request without a message is taken; between exchanges there is no order, so what lies before it stays.
 */
export function take(finder: Finder, channel: Channel, selector: Selector, record: WireRecord): void {
  const head = selector.kind === 'http';
  if (head && record.http?.method === undefined) return;
  finder.transcript.take(record);
  if (head) return;
  channel.cursor = Math.max(channel.cursor, channel.records.indexOf(record) + 1);
  channel.lastTaken = record.time;
}
