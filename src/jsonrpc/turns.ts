import type { Clock } from '../wire/clock/clock.js';

/** An act, and the one behind it. */
interface Waiting {
  readonly act: () => void;
  behind: Waiting | undefined;
}

/**
 * Acts that wait for their turn: one in each turn of the event loop, in the order in which they came. What arrives in one
 * chunk is so begun in order and never all at once, and what an act starts gets on before the next act begins.
 * The clock stands still while an act waits; each act is a hold of its own, so that the clock can count them.
 */
export class Turns {
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #scheduled = false;
  #release: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  /** Queues an act. It must not throw. */
  add(act: () => void): void {
    this.#release ??= this.clock.hold?.();
    const waiting: Waiting = { act, behind: undefined };
    if (this.#last === undefined) this.#first = waiting;
    else this.#last.behind = waiting;
    this.#last = waiting;
    this.#schedule();
  }

  /** Forgets what still waits. */
  clear(): void {
    this.#first = undefined;
    this.#last = undefined;
    this.#rest();
  }

  #rest(): void {
    this.#release?.();
    this.#release = undefined;
  }

  #schedule(): void {
    if (this.#first === undefined) this.#rest();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(this.#turn);
    }
  }

  readonly #turn = (): void => {
    this.#scheduled = false;
    const release = this.#release;
    this.#release = this.clock.hold?.();
    release?.();
    const now = this.#first;
    this.#first = now?.behind;
    if (this.#first === undefined) this.#last = undefined;
    try {
      now?.act();
    } finally {
      this.#schedule();
    }
  };
}
