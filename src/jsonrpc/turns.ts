import type { Clock } from '../wire/clock/clock.js';

/**
 * Acts that wait for their turn: one in each turn of the event loop, in the order in which they came. What arrives in one
 * chunk is so begun in order and never all at once, and what an act starts gets on before the next act begins.
 * The clock stands still while an act waits; each act is a hold of its own, so that the clock can count them.
 */
export class Turns {
  #waiting: (() => void)[] = [];
  #scheduled = false;
  #release: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  /** Queues an act. It must not throw. */
  add(act: () => void): void {
    this.#release ??= this.clock.hold?.();
    this.#waiting.push(act);
    this.#schedule();
  }

  /** Forgets what still waits. */
  clear(): void {
    this.#waiting = [];
    this.#rest();
  }

  #rest(): void {
    this.#release?.();
    this.#release = undefined;
  }

  #schedule(): void {
    if (this.#waiting.length === 0) this.#rest();
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const release = this.#release;
      this.#release = this.clock.hold?.();
      release?.();
      try {
        this.#waiting.shift()?.();
      } finally {
        this.#schedule();
      }
    });
  }
}
