import { catchUp, round } from '../../wire/clock/catch-up.js';
import { type Clock, unlessAborted } from '../../wire/clock/clock.js';
import type { ClockReport, ClockTurn } from '../../wire/clock/moved-clock.js';
import type { ClockSilence, TargetTime } from '../stage.js';
import { aborted } from './aborted.js';

/** How much the kit has sent to and got from the target, in bytes. */
export interface KitTraffic {
  sent(): number;
  received(): number;
  /** The kit's port of a connection that it does not read; undefined while it does. */
  unread?(): number | undefined;
}

/** Real ms that the peer may take for an answer before time goes on without it. */
const OWN_PATIENCE = 2_000;
/** Turns in a row in which a target had nothing to do, after which nothing can come any more. */
const STILL_TURNS = 2;

/**
 * The kit's end of a reference's clock. A step that waits drives it turn by turn: the target jumps to its next timer
 * only when it has read all that the kit sent and is quiet.
 */
export abstract class TargetClock {
  private time = 0;
  private busy: Promise<unknown> = Promise.resolve();
  /** The lanes of every case that spoke with the target: it counts the bytes of them all. */
  private readonly lanes = new Set<KitTraffic>();
  /** Bytes that the target wrote and that a torn connection swallowed. */
  private lost = 0;
  /** Whether the target can be asked. */
  private reached = false;
  /** Whether a turn waits for the target. */
  private unanswered = false;
  /** How many turns it has taken. */
  private taken = 0;
  /** Whether it does not answer because it has gone. */
  private gone = false;

  protected constructor(protected readonly real: Clock) {}

  /** Lets go of the target's clock: nothing is reported any more. */
  abstract close(): void;

  /** Resolves once the target can be asked, or never will be. */
  protected abstract connected(): Promise<void>;

  /** What the target has done between its turns, as a number that grows; 0 if nobody can see that. */
  protected worked(): number {
    return 0;
  }

  /** See `TargetTime`. */
  protected abstract readonly exitsOnTime: boolean;

  /** Resolves when the exit of a target has been seen that has nothing left to do, if it exits. */
  protected abstract exiting(): Promise<void>;

  /** Hands one turn to the target; undefined where it is gone. Turns never overlap. */
  protected abstract ask(turn: ClockTurn): Promise<ClockReport | undefined>;

  /** Target time in ms since it began. */
  now(): number {
    return this.time;
  }

  /**
   * The view of one case on this clock; `traffic` is what its lane carried, read at each turn, `owes` whether the peer
   * still works on an answer: time stands still until it has said it; `further` what its other connections carry, a list that
   * grows.
   */
  timeOf(traffic: KitTraffic, owes: () => boolean = () => false, further: readonly KitTraffic[] = []): TargetTime {
    const start = this.time;
    const sentSoFar = () => further.reduce((sum, one) => sum + one.sent(), traffic.sent());
    /** A report of the target that nothing of ours has outdated; undefined where it is gone or the wait is over. */
    const report = async (signal: AbortSignal): Promise<ClockReport | undefined> => {
      for (;;) {
        await this.answered(owes, signal);
        const sent = sentSoFar();
        const answer = await this.step(null, signal);
        if (!answer || signal.aborted) return undefined;
        await this.answered(owes, signal);
        if (sentSoFar() === sent) return answer;
      }
    };
    this.counts(traffic);
    return {
      exact: true,
      now: () => this.time - start,
      silence: () => this.silence(),
      progress: () => this.taken + this.worked(),
      gone: () => this.gone,
      exitsOnTime: this.exitsOnTime,
      exiting: () => this.exiting(),
      drive: async (signal, budget) => {
        let still = 0;
        // What others move the clock by is no time that this wait has had: its request may have come after it.
        let passed = 0;
        while (!signal.aborted) {
          // A report first: the jump must be the kit's own, so that what it makes happen carries the new time.
          const answer = await report(signal);
          if (!answer) await aborted(signal);
          if (!answer || signal.aborted) break;
          still = answer.next === null ? still + 1 : 0;
          if (still >= STILL_TURNS) return 'still';
          if (answer.next === null) continue;
          passed += Math.max(0, answer.next - this.time);
          if (passed > budget) return 'time';
          await this.step(answer.next, signal);
        }
        return 'time';
      },
      sleep: async (ms, signal) => {
        const until = this.time + ms;
        while (this.time < until && !signal.aborted) {
          const answer = await report(signal);
          if (!answer) return;
          await this.step(Math.min(until, answer.next ?? until), signal);
        }
      },
    };
  }

  /** Counts what a connection to the target carries. What cases share, such as a pool of connections, counts once. */
  counts(traffic: KitTraffic): void {
    this.lanes.add(traffic);
  }

  /** Resolves once the target shows that it runs and has nothing to do; never where it is gone. */
  async alive(signal: AbortSignal): Promise<void> {
    const answer = await this.step(null, signal);
    if (!answer) await aborted(signal);
  }

  private silence(): ClockSilence | undefined {
    if (!this.unanswered) return undefined;
    return this.reached ? 'unanswered' : 'unconnected';
  }

  /** One turn; undefined where the target is gone, or the wait is over. */
  private step(to: number | null, signal: AbortSignal): Promise<ClockReport | undefined> {
    const run = this.busy.then(async () => {
      if (signal.aborted) return undefined;
      this.unanswered = true;
      // A target that has just been started connects while the first step already waits.
      if (!this.reached) await Promise.race([this.connected().then(() => (this.reached = true)), aborted(signal)]);
      return signal.aborted ? undefined : this.turn(to);
    });
    this.busy = run.catch(() => undefined);
    // A target that does not answer keeps its clock busy, and nobody longer than he waits.
    return unlessAborted(run, signal).catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  }

  private async turn(to: number | null): Promise<ClockReport | undefined> {
    if (to !== null) this.time = Math.max(this.time, to);
    const unread = [...this.lanes].flatMap((lane) => lane.unread?.() ?? []);
    const answer = await this.ask({ heard: total(this.lanes, 'sent'), to, ...(unread.length > 0 && { unread }) });
    this.unanswered = false;
    this.taken++;
    this.gone = answer === undefined;
    if (!answer) return undefined;
    this.time = Math.max(this.time, answer.now);
    const read = [...this.lanes].filter((lane) => !unread.includes(lane.unread?.() ?? 0));
    const missing = () => answer.said - total(read, 'received');
    this.lost = await catchUp(missing, this.lost, () => this.real.now());
    await round();
    return answer;
  }

  private async answered(owes: () => boolean, signal: AbortSignal): Promise<void> {
    if (!owes()) return;
    const began = this.real.now();
    while (owes() && !signal.aborted && this.real.now() - began < OWN_PATIENCE) await round();
    // What was said last is on its way to the lane.
    await round();
  }
}

function total(lanes: Iterable<KitTraffic>, which: 'sent' | 'received'): number {
  let sum = 0;
  for (const lane of lanes) sum += lane[which]();
  return sum;
}
