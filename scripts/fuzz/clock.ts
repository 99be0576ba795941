import type { Clock } from '../../src/wire/clock/clock.js';

/** Time that stands still until it is moved: the references of the fuzzer wait for nothing real. */
export class StillClock implements Clock {
  #now = 0;
  readonly #timers = new Map<object, { due: number; fire: () => void }>();

  now = (): number => this.#now;
  date = (): number => Date.UTC(2026, 0, 1) + this.#now;

  after(ms: number, fire: () => void): () => void {
    const key = {};
    this.#timers.set(key, { due: this.#now + Math.max(0, ms), fire });
    return () => this.#timers.delete(key);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves to the next timer and fires it. Returns false where none waits. */
  jump(): boolean {
    let next: [key: object, timer: { due: number; fire: () => void }] | undefined;
    for (const entry of this.#timers) if (!next || entry[1].due < next[1].due) next = entry;
    if (!next) return false;
    this.#timers.delete(next[0]);
    this.#now = next[1].due;
    next[1].fire();
    return true;
  }
}
