import { round } from '../../wire/clock/catch-up.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { ClockReport, ClockTurn, MovedClock } from '../../wire/clock/moved-clock.js';
import { TargetClock } from './target-clock.js';

/** Turns of the loop that a reference with nothing left to do gets to exit. */
const EXITING = 50;

/** The clock of a reference in this process, asked directly. */
export class InsideClock extends TargetClock {
  protected readonly exitsOnTime = true;
  private over: () => void = () => undefined;
  private readonly closed: Promise<undefined>;

  constructor(
    private readonly clock: MovedClock,
    real: Clock,
  ) {
    super(real);
    this.closed = new Promise((resolve) => {
      this.over = () => resolve(undefined);
    });
  }

  close(): void {
    this.over();
  }

  protected override worked(): number {
    return this.clock.work();
  }

  protected async connected(): Promise<void> {}

  /** What it still does before it exits, it does in turns of the loop. */
  protected async exiting(): Promise<void> {
    for (let turn = 0; turn < EXITING; turn++) await round();
  }

  protected ask(turn: ClockTurn): Promise<ClockReport | undefined> {
    return Promise.race([this.clock.take(turn), this.closed]);
  }
}
