import type { PlannedCase } from '../../planned-case.js';
import type { Attempt } from '../attempt.js';
import { type Observed, together } from '../observed.js';
import type { TargetFacts } from '../target-facts.js';
import { WorkerLost, type Workers } from './workers.js';

/** A planned case of a run, and how to play it. */
interface Order {
  /** Which of the run's targets it belongs to. */
  target: number;
  planned: PlannedCase;
  againAlone: boolean;
}

/** The same for another process, which knows the run. */
export type Sent = Omit<Order, 'planned'> & Pick<PlannedCase, 'id' | 'transport'>;

/** What has come of a case in another process. */
export interface Reported extends Omit<Attempt, 'planned' | 'death'> {
  /** The process that died under it, named so that no other has the name. */
  death?: { process: string; spokeAt: number };
  heard: boolean;
  spoke: boolean;
}

/** Asks a process for what it has seen of each target. */
export const OBSERVED = 'observed';

export type ProcessPiece = Sent | typeof OBSERVED;
export type ProcessResult = Reported | (Observed | undefined)[];

/** This process and others of the kit that play the cases of a run together: each case is played where the fewest are. */
export class ProcessPool {
  /** Set once a process is lost: what wire rules saw there nobody knows. */
  lost: string | undefined;
  private here = 0;

  constructor(private readonly workers: Workers<ProcessPiece, ProcessResult>) {}

  /** How many processes play. */
  get size(): number {
    return this.workers.count + 1;
  }

  /**
   * Plays a case, by `here` where it is the turn of this process, or the process is lost whose turn it was. Rejects as `here`
   * does, or with the error of another process.
   */
  async attempt({ planned, ...order }: Order, facts: TargetFacts, here: () => Promise<Attempt>): Promise<Attempt> {
    if (this.here > this.workers.least) {
      const reported = await this.elsewhere({ ...order, id: planned.id, transport: planned.transport });
      if (reported) {
        const { heard, spoke, ...attempt } = reported;
        facts.heard ||= heard;
        facts.spoke ||= spoke;
        if (attempt.waited) facts.waits.note(planned.id, attempt.waited);
        return { ...attempt, planned };
      }
    }
    this.here += 1;
    try {
      return await here();
    } finally {
      this.here -= 1;
    }
  }

  /** Undefined where the process is lost that was to do it. */
  private async elsewhere(sent: Sent): Promise<Reported | undefined> {
    try {
      return (await this.workers.do(sent)) as Reported;
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      this.lost ??= error.message;
      return undefined;
    }
  }

  /** What all have seen of each target: the others that are left, and this process as given. Rejects where one is lost meanwhile. */
  async observed<Run>(here: ReadonlyMap<Run, Observed>): Promise<Map<Run, Observed>> {
    const others = (await this.workers.doInEach(OBSERVED)) as (Observed | undefined)[][];
    return new Map(
      [...here].map(([run, one], target) => [run, together([one, ...others.flatMap((other) => other[target] ?? [])])]),
    );
  }

  /** Lets the others end. Resolves when they are gone. */
  close(): Promise<void> {
    return this.workers.close();
  }
}
