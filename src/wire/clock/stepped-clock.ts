import type { Clock } from './clock.js';

interface Timer {
  due: number;
  order: number;
  fire: () => void;
}

/** Timers that one step fires at the most: one that sets itself again without end must not hang the step. */
const MOST_FIRED = 100_000;

/** A clock that stands still until somebody moves it. What waits is called in the order in which it is due. */
export class SteppedClock implements Clock {
  private time = 0;
  private timers: Timer[] = [];
  private order = 0;
  private moving: Promise<void> = Promise.resolve();

  /** @param began wall time at which it begins, in ms since the epoch */
  constructor(private readonly began: number) {}

  now = (): number => this.time;
  date = (): number => this.began + this.time;

  after = (ms: number, fire: () => void): (() => void) => {
    const timer = { due: this.time + Math.max(0, ms), order: this.order++, fire };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  };

  /** Moves it on by so many ms. Resolves when all that was due has been called, each in a turn of its own. */
  advance(ms: number): Promise<void> {
    this.moving = this.moving.then(() => this.move(ms));
    return this.moving;
  }

  private async move(ms: number): Promise<void> {
    const end = this.time + ms;
    for (let fired = 0; fired < MOST_FIRED; fired++) {
      const next = this.timers
        .filter(({ due }) => due <= end)
        .reduce<Timer | undefined>((first, one) => (first && !isBefore(one, first) ? first : one), undefined);
      if (!next) break;
      this.time = Math.max(this.time, next.due);
      this.timers = this.timers.filter((one) => one !== next);
      next.fire();
      // What it has set in motion may set timers that are due, too.
      await new Promise((settle) => setImmediate(settle));
    }
    this.time = end;
  }
}

const isBefore = (one: Timer, other: Timer) =>
  one.due < other.due || (one.due === other.due && one.order < other.order);
