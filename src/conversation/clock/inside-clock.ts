import type { Clock } from '../../wire/clock/clock.js';
import type { ClockReport, ClockTurn, MovedClock } from '../../wire/clock/moved-clock.js';
import { TargetClock } from './target-clock.js';

/** The clock of a reference in this process, asked directly. */
export class InsideClock extends TargetClock {
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

  protected async connected(): Promise<void> {}

  protected ask(turn: ClockTurn): Promise<ClockReport | undefined> {
    return Promise.race([this.clock.take(turn), this.closed]);
  }
}
