import type { Carried } from '../wire/carried.js';
import type { Clock } from '../wire/clock/clock.js';
import type { WireRecord } from '../wire/record.js';

/**
 * A named lane of a case's conversation: its records in the order of arrival, and how far the steps have read it.
 * A record may lie on two channels (an HTTP exchange and `main`); what one of them takes is taken on both.
 */
export class Channel {
  readonly records: WireRecord[] = [];
  /** Index of the first record that no step has passed yet. */
  cursor = 0;
  /** Target time of the last message that a step took here; undefined before the first. */
  lastTaken: number | undefined;
  /** Set once nothing can arrive here any more. */
  ended = false;

  constructor(
    readonly name: string,
    /** Built-in values of this channel, such as `url` of a listener. */
    readonly values: { [name: string]: string } = {},
  ) {}
}

/** What texts of a target file may name of channels, such as `auth.issuer`. */
export function valuesOf(channels: Iterable<Channel>): { [name: string]: string } {
  const all = [...channels].flatMap(({ name, values }) =>
    Object.entries(values).map(([member, value]) => [`${name}.${member}`, value]),
  );
  return Object.fromEntries(all);
}

/** Everything that happened on the wire in one case. */
export class Transcript {
  readonly records: WireRecord[] = [];
  /** Whether the process of the target that was started last has exited. */
  exited = false;
  private readonly taken = new Set<WireRecord>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly now: () => number,
    private readonly onRecord: (record: WireRecord) => void,
  ) {}

  /** Adds a record to its channels; `channels[0]` names it. Wakes whoever waits. */
  add(from: 'kit' | 'target', channels: Channel[], carried: Carried, extra: Partial<WireRecord> = {}): WireRecord {
    const record: WireRecord = {
      ...carried,
      ...extra,
      seq: this.records.length,
      time: Math.round(this.now() * 1000) / 1000,
      from,
      channel: channels[0]?.name ?? 'main',
    };
    this.records.push(record);
    if (record.kind === 'exit') this.exited = true;
    for (const channel of channels) channel.records.push(record);
    this.onRecord(record);
    this.wake();
    return record;
  }

  /** Wakes whoever waits, for news that are no record (a channel that ended). */
  wake(): void {
    for (const listener of [...this.listeners]) listener();
  }

  take(record: WireRecord): void {
    this.taken.add(record);
  }

  isTaken(record: WireRecord): boolean {
    return this.taken.has(record);
  }

  /** Looks after each change until there is something to see, or `within` ms are over. */
  until<T>(look: () => T | undefined, { clock, within }: { clock: Clock; within: number }): Promise<T | undefined> {
    return new Promise((resolve) => {
      const finish = () => {
        unwatch();
        cancel();
        resolve(look());
      };
      const unwatch = this.watch(() => look() !== undefined && finish());
      const cancel = clock.after(within, finish);
    });
  }

  /** Calls `listener` after each change; returns the function that ends it. */
  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
