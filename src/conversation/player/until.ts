import { shapeOf } from '../../jsonrpc/messages.js';
import { round } from '../../wire/clock/catch-up.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { WireRecord } from '../../wire/record.js';
import type { Stage } from '../stage.js';

/**
 * Real ms without progress after which a target hangs, if Proctor moves its clock. Each message, each turn of its clock and each piece of
 * work starts them again, so a slow machine makes no difference.
 */
const PATIENCE = 60_000;
/** Real ms between two looks at whether there was progress. */
const LOOK = 5_000;

/**
 * Rounds of the event loop without progress after which all is read that had arrived when the time was up, and the most of them. One that
 * sends without end is read no further than these many records.
 */
const QUIET_ROUNDS = 3;
const MOST_ROUNDS = 100;
const MOST_RECORDS = 500;

/** Why the clock of the target is no longer driven. Without a reason, each abort makes an exception with a stack of its own. */
const DONE = 'done';

/**
 * Why a wait ended without a find: its time is over; nothing can come any more on a clock that the kit moves; or that clock has kept
 * silent for longer than is worth waiting.
 */
const TIME_UPS = ['time', 'still', 'silence'] as const;
export type TimeUp = (typeof TIME_UPS)[number];

/** Whether a wait ended without a find and without an end of what it listened to. */
export const isTimeUp = (value: unknown): value is TimeUp => TIME_UPS.includes(value as TimeUp);

/**
 * Looks again at each record until `probe` finds something (or says `over`), or time is up. Rejects with what the probe throws, and
 * with the reason of the stage's signal.
 *
 * @param budget how long it may take, in ms: of the machine's time, or on a clock that the kit moves
 * @param exit whether the end of the target is waited for
 */
export async function until<T>(
  stage: Stage,
  clock: Clock,
  probe: () => T | 'over' | undefined,
  budget: number,
  exit = false,
): Promise<T | 'over' | TimeUp> {
  const first = probe();
  if (first !== undefined) return first;
  const { time, transcript, signal } = stage;
  const done = new AbortController();
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    let cancelHang = () => {};
    const end = () => {
      for (const one of undo) one();
      done.abort(DONE);
    };
    const finish = (value: T | 'over' | TimeUp) => {
      end();
      resolve(value);
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const look = () => {
      try {
        const value = probe();
        if (value !== undefined) finish(value);
      } catch (error) {
        fail(error);
      }
    };
    const progress = () => transcript.records.length + (time.progress?.() ?? 0);
    // Work of this process may have kept it from reading what came in time.
    const late = async (isStill: () => boolean) => {
      const most = transcript.records.length + MOST_RECORDS;
      for (let quiet = 0, rounds = 0, seen = progress(); quiet < QUIET_ROUNDS && rounds < MOST_ROUNDS; rounds++) {
        await round();
        if (transcript.records.length > most) break;
        if (done.signal.aborted) return;
        quiet = progress() === seen ? quiet + 1 : 0;
        seen = progress();
      }
      if (isStill()) finish(time.silence?.() === undefined ? 'time' : 'silence');
    };
    const give = (isStill = () => true) => void late(isStill);
    const hangs = (before = progress(), quiet = 0, waited = 0) => {
      cancelHang = clock.after(LOOK, () => {
        const now = progress();
        const still = now === before ? quiet + LOOK : 0;
        if (still >= PATIENCE && waited + LOOK >= budget) give();
        else hangs(now, still, waited + LOOK);
      });
    };
    const isOver = () => (time.gone?.() === true && !exit) || livesInRealTime(stage);
    const stop = () => fail(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    undo.push(
      transcript.watch(look),
      () => signal.removeEventListener('abort', stop),
      () => cancelHang(),
      // Of what has gone nothing comes any more but its end, however late a busy machine tells of that.
      clock.after(budget, () => isOver() && give(isOver)),
    );
    if (time.exact) hangs();
    else cancelHang = clock.after(budget, () => give());
    const drive = async () => {
      const outcome = await time.drive(done.signal, exit && !time.exitsOnTime ? Number.POSITIVE_INFINITY : budget);
      if (exit) await time.exiting?.();
      if (!done.signal.aborted) finish(outcome);
    };
    drive().catch(fail);
  });
}

/** Whether the target speaks although the clock that it should take its time from never connected. */
function livesInRealTime({ time, transcript }: Stage): boolean {
  return time.silence?.() === 'unconnected' && sinceStart(transcript.records).some(({ from }) => from === 'target');
}

/** Whether the target has sent more than notifications since it was started: what it logs while it starts answers nothing. */
export function hasSpoken({ transcript: { records } }: Stage): boolean {
  const speaks = ({ from, message }: WireRecord) =>
    from === 'target' && (message === undefined || shapeOf(message) !== 'notification');
  return sinceStart(records).some(speaks);
}

/** What came since the target was started last. */
function sinceStart(records: readonly WireRecord[]): readonly WireRecord[] {
  return records.slice(records.findLastIndex(({ kind }) => kind === 'exit') + 1);
}
