import { isObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import type { WireRecord } from '../../wire/record.js';
import type { Channel } from '../channel.js';
import type { LaneHost } from '../lane.js';

/**
 * What a lane reports to if its target may be a discovery process: one that only asks, by one request, what it may speak. A client of MCP over
 * stdio may start the server for that, end it and start it again, because old servers exit at a request that they do not know. Everything goes
 * on `main` until that is sure.
 */
export class DiscoveryLane implements LaneHost {
  /** Where its records go. */
  main: Channel;
  private asked = false;
  private saidMore = false;

  constructor(
    private readonly host: LaneHost,
    /** The method of the request. */
    private readonly method: string,
    /** Makes the channel for what comes after it has left `main`. */
    private readonly aside: () => Channel,
  ) {
    this.main = host.main;
  }

  channel(name: string): Channel {
    return this.host.channel(name);
  }

  record(from: 'kit' | 'target', channels: Channel[], carried: Carried, extra?: Partial<WireRecord>): void {
    if (from === 'target' && this.main === this.host.main) this.note(carried);
    this.host.record(
      from,
      channels.map((channel) => (channel === this.host.main ? this.main : channel)),
      carried,
      extra,
    );
  }

  wake(): void {
    this.host.wake();
  }

  /** The target leaves the lane, or has come by another one: `main` is free for that if it only asked here. */
  leaving(): void {
    if (this.main === this.host.main && this.asked && !this.saidMore) this.main = this.aside();
  }

  private note({ kind, message }: Carried): void {
    if (kind !== 'message' && kind !== 'bytes') return;
    if (isObject(message) && message.method === this.method) this.asked = true;
    else this.saidMore = true;
  }
}
