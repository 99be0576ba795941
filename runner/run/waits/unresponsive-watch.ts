import { endedAlike } from '../../../src/conversation/blame/unresponsive.js';
import { stderrDetail } from '../../stderr-lines.js';
import type { Attempt } from '../attempt.js';
import type { Cause } from '../cause.js';
import type { TargetFacts } from '../target-facts.js';

/** How many records the case keeps that shows the cause: how it ended, since the cause says the rest, on the same screen. */
const EVIDENCE = 3;

/** What became of a case: its playings, until it is known whether more are worth it. */
export interface Attempted {
  rounds: readonly Attempt[];
}

/**
 * Watches for a target that answers the handshake and then dies, hangs up or says nothing, whatever it is asked. What cases
 * brought that ended so is held back until the target does more, or until so many ended alike that this is the cause.
 */
export class UnresponsiveWatch<T extends Attempted> {
  private held: T[] = [];

  /**
   * @param goOn takes what a case brought, as if nobody had held it back
   * @param tell takes the one case that shows the cause
   * @param drop takes a case that says nothing beside the cause: it counts as not run
   * @param expected how many cases will be played: where none is left, nothing is gained by a cause
   */
  constructor(
    private readonly facts: TargetFacts,
    private expected: number,
    private readonly goOn: (one: T) => void,
    private readonly tell: (one: T) => void,
    private readonly drop: (one: T) => void,
  ) {}

  /** Takes what a case brought, in the order in which cases end. */
  take(one: T): void {
    const how = howUnresponsive(one);
    if (one.rounds.some(({ planned }) => !planned.gated)) this.expected--;
    if (this.facts.cause) {
      if (how === undefined) this.goOn(one);
      else this.drop(one);
      return;
    }
    if (this.facts.spoke) this.end();
    if (how === undefined || this.facts.spoke) {
      this.goOn(one);
      return;
    }
    this.held.push(one);
    const alike = endedAlike(this.held, howUnresponsive);
    if (alike && this.expected > 0) this.decide(how, alike);
  }

  /** Lets go of what is held: nothing more will come, or it is known that the target does serve. */
  end(): void {
    for (const one of this.held.splice(0)) this.goOn(one);
  }

  private decide(how: string, alike: readonly T[]): void {
    const failed = alike.find(({ rounds }) => rounds[0]?.result?.verdict === 'fail');
    this.facts.cause = this.causeOf(how, alike, failed);
    for (const one of this.held.splice(0)) {
      if (one === failed) this.tell(shortened(one));
      else this.drop(one);
    }
  }

  private causeOf(how: string, alike: readonly T[], failed: T | undefined): Cause {
    const { heard } = this.facts;
    const message = `${heard ? 'after the handshake ' : ''}the target ${how}, whatever it is asked: ${alike.length} cases ended so`;
    // A case that is told says itself what was on stderr.
    const stderr = failed ? '' : (alike[0]?.rounds[0]?.result?.stderr ?? '');
    return { message, ...stderrDetail(stderr), exit: heard ? 1 : 3 };
  }
}

function shortened<T extends Attempted>(one: T): T {
  const rounds = one.rounds.map((round) => {
    const { result } = round;
    if (!result?.transcript) return round;
    return { ...round, result: { ...result, transcript: result.transcript.slice(-EVIDENCE) } };
  });
  return { ...one, rounds };
}

/** How the target was unresponsive in each run of a case; undefined if it was not in one of them. */
function howUnresponsive({ rounds }: Attempted): string | undefined {
  const played = rounds.filter(({ result }) => result !== undefined);
  return played.every(({ unresponsive }) => unresponsive !== undefined) ? played[0]?.unresponsive : undefined;
}
