import type { StillClock } from './clock.js';
import type { Host } from './host.js';
import type { Reference } from './reference.js';

/** Real ms of silence after which an answer that is owed is said never to come. Only a guard: everything usual takes less than one. */
const HANG = 30_000;
/**
 * The same for a reference inside this process that waits for no timer, and turns of the event loop: what it does happens in
 * these, however little of the machine this process gets.
 */
const SILENCE = 10_000;
const TURNS = 3000;
/** Real ms that a reference may take to end, however great the hurry. */
const GRACE = 500;
/** By how much the guards are shortened in a hurry. */
const HURRY = 40;
/** Timers that may fire until all is answered. */
const MOST_JUMPS = 3000;
/** Turns of the event loop in which a reference inside this process comes to rest. */
const REST = 12;

/** Waiting for a reference: in its own time where that is ours to move, else in real time. */
export class Patience {
  private readonly clock: StillClock | undefined;

  /** @param hurried whether to wait less long for what may never come */
  constructor(
    reference: Reference,
    private readonly host: Host,
    private readonly hurried: boolean,
  ) {
    this.clock = reference.clock;
  }

  /** Whether a condition comes to hold before all is silent. */
  async until(holds: () => boolean): Promise<boolean> {
    const { clock, host } = this;
    const ms = (clock ? SILENCE : HANG) / (this.hurried ? HURRY : 1);
    let since = performance.now();
    let heard = host.heard;
    for (let jumps = 0, turns = 0; !holds() && jumps < MOST_JUMPS; turns += 1) {
      if (clock) await turnOfLoop();
      else await host.news(ms);
      const jumped = clock !== undefined && turns % REST === REST - 1 && clock.jump();
      if (jumped) jumps += 1;
      if (jumped || host.heard > heard) {
        heard = host.heard;
        since = performance.now();
        turns = 0;
      } else if (performance.now() - since >= ms && (!clock || turns >= TURNS)) break;
    }
    return holds();
  }

  /** Lets a reference inside this process come to rest. */
  async rest(): Promise<void> {
    for (let turn = 0; this.clock && turn < REST; turn += 1) await turnOfLoop();
  }

  /** Lets time pass until nothing goes on any more: also what nobody waits for, such as work that was cancelled. */
  async outlast(): Promise<void> {
    for (let jumps = 0; this.clock && jumps < MOST_JUMPS; jumps += 1) {
      await this.rest();
      if (!this.clock.jump()) return;
    }
  }

  /** Whether some work comes to its end. Rejects as that does. */
  async guard(work: Promise<unknown>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.hurried ? Math.max(HANG / HURRY, GRACE) : 2 * HANG);
    });
    try {
      return await Promise.race([work.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** One turn of the event loop. */
export const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
