/**
 * Acts that wait for their turn: one in each turn of the event loop, in the order in which they came. What arrives in one
 * chunk is so begun in order and never all at once, and what an act starts gets on before the next act begins.
 */
export class Turns {
  #waiting: (() => void)[] = [];
  #scheduled = false;

  /** Queues an act. It must not throw. */
  add(act: () => void): void {
    this.#waiting.push(act);
    this.#schedule();
  }

  /** Forgets what still waits. */
  clear(): void {
    this.#waiting = [];
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      try {
        this.#waiting.shift()?.();
      } finally {
        this.#schedule();
      }
    });
  }
}
