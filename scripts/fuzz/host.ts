import { Channel } from '../../src/conversation/channel.js';
import type { LaneHost } from '../../src/conversation/lane.js';
import { Requests } from '../../src/conversation/requests.js';
import type { Carried } from '../../src/wire/carried.js';
import { carryBytes } from '../../src/wire/carry.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { NdjsonDecoder } from '../../src/wire/ndjson.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { Transport } from './reference.js';

/**
 * What the lanes of the fuzzer report to. Our own bytes are read as the other side has to read them, so that what left as
 * garbage and is a message all the same is known as one.
 */
export class Host implements LaneHost {
  readonly main = new Channel('main');
  /** How many records there are of the target. */
  heard = 0;
  readonly #channels = new Map<string, Channel>();
  readonly #decoder = new NdjsonDecoder(defaultLimits);
  readonly #requests = new Requests();
  #seq = 0;
  #wake: () => void = () => {};

  constructor(
    private readonly transport: Transport,
    private readonly onRecord: (record: WireRecord) => void,
  ) {}

  channel(name: string): Channel {
    const channel = this.#channels.get(name) ?? new Channel(name);
    this.#channels.set(name, channel);
    return channel;
  }

  /** Lets go of an exchange that is over. */
  forget(name: string): void {
    this.#channels.delete(name);
  }

  record(from: 'kit' | 'target', channels: Channel[], carried: Carried, extra: Partial<WireRecord> = {}): void {
    for (const one of from === 'kit' ? this.#asHeard(carried) : [carried]) {
      const record: WireRecord = {
        ...one,
        ...extra,
        seq: this.#seq,
        time: 0,
        from,
        channel: channels[0]?.name ?? 'main',
      };
      this.#seq += 1;
      if (from === 'target') this.heard += 1;
      this.#requests.note(record);
      // The lanes look at the last record of a channel and at those of ours.
      for (const channel of channels) if (channel !== this.main) channel.records.push(record);
      this.onRecord(record);
    }
    this.wake();
  }

  wake(): void {
    this.#wake();
  }

  /** Resolves with the next record of either side, or after `ms` of real time. */
  news(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #asHeard(carried: Carried): Carried[] {
    if (carried.kind !== 'bytes' || carried.bytes === undefined) return [carried];
    if (this.transport === 'stdio') return this.#decoder.push(carried.bytes);
    if (carried.bytes.length === 0) return [{ ...carried, kind: 'http' }];
    return [{ ...carryBytes(carried.bytes, defaultLimits), ...(carried.http ? { http: carried.http } : {}) }];
  }
}
