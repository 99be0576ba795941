import { catchUp, round } from './catch-up.js';
import { type Clock, realClock, sleep } from './clock.js';

/** How much a reference has read and written on the lanes to the kit, in bytes since it started. */
export interface Traffic {
  heard(): number;
  /** @param unread the ports, at the kit, of connections that do not count */
  said(unread?: readonly number[]): number;
}

/** What the kit asks: once `heard` bytes are in and all is quiet, jump to the time `to`, or only report. */
export interface ClockTurn {
  heard: number;
  to: number | null;
  /** Ports of connections that the kit does not read: what was written on those is not reported. */
  unread?: number[];
}

/** What a reference reports: its time, when its next timer is due, and how many bytes it has written. */
export interface ClockReport {
  now: number;
  next: number | null;
  said: number;
}

interface Timer {
  due: number;
  order: number;
  fire: () => void;
}

/** Event-loop rounds without which "idle" would only mean "has not begun yet". */
const QUIET_ROUNDS = 6;
/** ms that a clock which keeps pace is moved at once: so late it learns that it need not any more. */
const PACE = 20;

/**
 * The clock of a reference that runs as a target: time stands still until the kit moves it, in jumps to the next timer. The
 * kit says how many bytes it has sent, so that no jump overtakes a message; the report says how many bytes went out, so that
 * the kit does not overtake one either.
 */
export class MovedClock implements Clock {
  private time = 0;
  private order = 0;
  private timers: Timer[] = [];
  /** Work of the machine that time waits for, and who waits for its end. */
  private held = 0;
  private pieces = 0;
  private released: () => void = () => undefined;
  /** What runs by itself, and who waits for the end of it. */
  private paced = 0;
  private unpaced = new AbortController();
  /** Bytes that the kit wrote and that a torn connection swallowed. */
  private lost = 0;
  private readonly began = Date.now();
  private readonly started: Promise<void>;
  private starts: () => void = () => undefined;

  /** @param real what it keeps pace with */
  constructor(
    private readonly traffic: Traffic,
    private readonly real: Clock = realClock,
  ) {
    this.started = new Promise((resolve) => {
      this.starts = resolve;
    });
  }

  /** The reference reads its lanes from now on; until then the kit's turns wait. */
  start(): void {
    this.starts();
  }

  now(): number {
    return this.time;
  }

  /** How much work time has waited for so far, in pieces: it grows while a reference works that takes no turn for it. */
  work(): number {
    return this.pieces;
  }

  date(): number {
    return this.began + this.time;
  }

  after(ms: number, fire: () => void): () => void {
    const timer: Timer = { due: this.time + Math.max(0, ms), order: this.order++, fire };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  hold(): () => void {
    this.held++;
    this.pieces++;
    let done = false;
    return () => {
      if (done) return;
      done = true;
      this.held--;
      if (this.held === 0) this.released();
    };
  }

  keepPace(): () => void {
    if (this.paced++ === 0) this.unpaced = new AbortController();
    let done = false;
    return () => {
      if (done) return;
      done = true;
      if (--this.paced === 0) this.unpaced.abort();
    };
  }

  /** Takes one turn of the kit. Turns must not overlap. */
  async take({ heard, to, unread = [] }: ClockTurn): Promise<ClockReport> {
    await this.started;
    const missing = () => heard - this.traffic.heard();
    this.lost = await catchUp(missing, this.lost, () => this.real.now());
    await this.quiet();
    if (to !== null) {
      if (this.paced > 0) await sleep(this.real, to - this.time, this.unpaced.signal);
      this.time = Math.max(this.time, to);
      for (let due = this.next(); due && due.due <= this.time; due = this.next()) {
        this.timers = this.timers.filter((one) => one !== due);
        due.fire();
        await this.quiet();
      }
    }
    return { now: this.time, next: this.nextTime(), said: this.traffic.said(unread) };
  }

  private async quiet(): Promise<void> {
    for (let i = 0; i < QUIET_ROUNDS; i++) await round();
    while (this.held > 0) {
      await new Promise<void>((resolve) => {
        this.released = resolve;
      });
      for (let i = 0; i < QUIET_ROUNDS; i++) await round();
    }
  }

  private nextTime(): number | null {
    const due = this.next()?.due;
    return this.paced === 0 ? (due ?? null) : Math.min(due ?? Number.POSITIVE_INFINITY, this.time + PACE);
  }

  private next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (!first || timer.due < first.due || (timer.due === first.due && timer.order < first.order)) first = timer;
    }
    return first;
  }
}
