import type { Traffic } from './moved-clock.js';

/** A connection whose bytes count. */
export interface Counted {
  /** The port of the other side, as long as it is there. */
  port: number;
  traffic(): { sent: number; received: number };
  /** Resolves when it is gone. */
  closed: Promise<unknown>;
}

/** The bytes of all connections of a server. Of those that are gone only the sums are kept. */
export class ConnectionTraffic implements Traffic {
  readonly #open = new Set<Counted>();
  /** What was written to those that are gone, by port: ports are given out again, so there are not many. */
  readonly #written = new Map<number, number>();
  #read = 0;

  add(counted: Counted): void {
    this.#open.add(counted);
    void counted.closed.then(() => {
      this.#open.delete(counted);
      const { sent, received } = counted.traffic();
      this.#read += received;
      this.#written.set(counted.port, (this.#written.get(counted.port) ?? 0) + sent);
    });
  }

  heard(): number {
    let total = this.#read;
    for (const one of this.#open) total += one.traffic().received;
    return total;
  }

  said(unread: readonly number[] = []): number {
    let total = 0;
    for (const [port, bytes] of this.#written) if (!unread.includes(port)) total += bytes;
    for (const one of this.#open) if (!unread.includes(one.port)) total += one.traffic().sent;
    return total;
  }
}
