import type { Carried, Listener } from './carried.js';

/** Hands what was carried to its listeners. What comes before the first listener waits for it, so that nothing is lost. */
export class BufferedListeners {
  readonly #listeners: Listener[] = [];
  #waiting: Carried[] = [];

  emit(carried: Carried): void {
    if (this.#listeners.length === 0) this.#waiting.push(carried);
    else for (const listener of this.#listeners) listener(carried);
  }

  /** Adds a listener; the first one gets at once whatever waited. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const carried of waiting) this.emit(carried);
  }
}
