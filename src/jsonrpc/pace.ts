import type { Carried } from '../wire/carried.js';

/** Messages that are delivered at once. Those after them come one a turn of the event loop, as fast as a connection serves. */
const BURST = 64;

/** What is read from. It reads until it is paused. */
export interface Source {
  pause(): void;
  resume(): void;
}

/**
 * Delivers what a peer sends no faster than it is served, so that the memory which a peer costs that sends without end stays bounded:
 * while something waits nothing more is read.
 */
export class Pace {
  /** Read and not yet delivered. */
  #waiting: Carried[] = [];
  /** Delivered, less one for each turn since. */
  #ahead = 0;
  #choked = false;
  #paused = false;

  constructor(
    private readonly source: Source,
    private readonly deliver: (carried: Carried) => void,
  ) {}

  /** Takes what was read. */
  take(items: readonly Carried[]): void {
    if (this.#waiting.length === 0 && items.length <= BURST - this.#ahead) this.#hand(items);
    else this.#queue(items);
  }

  #queue(items: readonly Carried[]): void {
    this.#waiting = this.#waiting.length === 0 ? [...items] : [...this.#waiting, ...items];
    this.#deliver();
  }

  /** Delivers all that waits: nothing more comes. */
  flush(): void {
    const rest = this.#waiting;
    this.#waiting = [];
    for (const carried of rest) this.deliver(carried);
  }

  /** Whether the peer has too much to read: then nothing more is read from it. */
  choke(isChoked: boolean): void {
    this.#choked = isChoked;
    this.#readOn();
  }

  /** Delivers what may be delivered now. */
  #deliver(): void {
    this.#hand(this.#waiting.splice(0, BURST - this.#ahead));
  }

  #hand(items: readonly Carried[]): void {
    const rested = this.#ahead === 0;
    this.#ahead += items.length;
    for (const carried of items) this.deliver(carried);
    this.#readOn();
    if (rested && items.length > 0) setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#ahead -= 1;
    if (this.#waiting.length > 0) this.#deliver();
    if (this.#ahead > 0) setImmediate(this.#turn);
  };

  #readOn(): void {
    const paused = this.#choked || this.#waiting.length > 0;
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.source.pause();
    else this.source.resume();
  }
}
