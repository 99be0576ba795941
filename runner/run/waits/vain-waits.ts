import { type Patience, partsOf } from '../../../src/conversation/player/patience.js';
import { formatDuration } from '../../../src/language/duration.js';

/** In how many cases something must have been waited for in vain, until the rest waits for it no longer as long. */
const ENOUGH = 5;
/** What is left of such a wait: a tenth, but no less than this, in ms. */
const SHARE = 10;
const LEAST = 300;

/** What the waits of one playing came to. Plain data, so that one process can tell another. */
export interface Waited {
  /** The behaviors that its case needs, in one text: what they bring about may come later than what others do. */
  behaviors: string;
  /** What came, in this playing, of all that may be waited for. */
  came: readonly string[];
  /** What did not come within the whole of its budget. */
  vain: readonly string[];
  /** What did not come, and was not waited for as long as a step allows. */
  shortened: readonly string[];
}

/**
 * What the cases of a target have waited for in vain. If something did not come in five cases that need the same behaviors and waited for as
 * long as their steps allow, and came in no case of the run at all, the rest of those cases wait a tenth of that time. If it comes in any
 * case after all, those that waited less are played once more, alone, with all the time that their steps allow, and what they came to before
 * counts no more.
 */
export class VainWaits {
  private readonly vain = new Map<string, Set<string>>();
  private readonly came = new Set<string>();
  private readonly alone = new Map<string, number>();

  /** Takes note of what a playing of a case came to. */
  note(id: string, { behaviors, came, vain }: Omit<Waited, 'shortened'>): void {
    for (const awaited of came) this.came.add(awaited);
    for (const key of vain.map((awaited) => keyOf(awaited, behaviors)))
      this.vain.set(key, (this.vain.get(key) ?? new Set()).add(id));
  }

  /** Whether this has come in no case, and was waited for in vain in five that need these behaviors. */
  isInVain(awaited: string, behaviors: string): boolean {
    return !this.hasCome(awaited) && (this.vain.get(keyOf(awaited, behaviors))?.size ?? 0) >= ENOUGH;
  }

  /** Takes note of what did not come in a case that was played alone. */
  noteAlone({ behaviors, vain }: Pick<Waited, 'behaviors' | 'vain'>): void {
    for (const key of vain.map((awaited) => keyOf(awaited, behaviors)))
      this.alone.set(key, (this.alone.get(key) ?? 0) + 1);
  }

  /**
   * Whether one more playing would wait in vain again: it would wait for nothing but what came in no case, and what it waited less for, or
   * what did not come in five cases that were played alone either.
   */
  isKnown({ behaviors, vain, shortened }: Waited): boolean {
    const isSure = (awaited: string) => (this.alone.get(keyOf(awaited, behaviors)) ?? 0) >= ENOUGH;
    if (vain.length + shortened.length === 0) return false;
    return ![...vain, ...shortened].some((one) => this.hasCome(one)) && vain.every(isSure);
  }

  /** Whether this, or a part of it, has come in some case. */
  hasCome(awaited: string): boolean {
    return partsOf(awaited).some((one) => this.came.has(one));
  }
}

const keyOf = (awaited: string, behaviors: string) => `${behaviors}\0${awaited}`;

/** The waits of one playing: how long they are, and what they come to. */
export class WaitsOfCase implements Patience {
  private readonly came = new Set<string>();
  private readonly vain = new Set<string>();
  private readonly shortened = new Set<string>();

  private readonly behaviors: string;

  /**
   * @param known what other cases have waited for
   * @param mayShorten whether the case is played again if that turns out to be wrong
   */
  constructor(
    private readonly id: string,
    behaviors: readonly string[],
    private readonly known: VainWaits,
    private readonly mayShorten: boolean,
  ) {
    this.behaviors = [...behaviors].sort().join(' ');
  }

  of(awaited: string, budget: number): number {
    if (!this.mayShorten || !this.known.isInVain(awaited, this.behaviors)) return budget;
    return Math.min(budget, Math.max(LEAST, budget / SHARE));
  }

  ranOut(awaited: string, budget: number): void {
    if (this.of(awaited, budget) < budget) this.shortened.add(awaited);
    else {
      this.vain.add(awaited);
      this.known.note(this.id, { behaviors: this.behaviors, came: [], vain: [awaited] });
    }
  }

  why(awaited: string, budget: number): string {
    if (this.of(awaited, budget) === budget) return '';
    return ` (no longer, for in ${ENOUGH} cases it did not come within ${formatDuration(budget)})`;
  }

  /** Takes note of what came, by texts of waits. */
  saw(awaited: readonly string[]): void {
    for (const one of awaited) this.came.add(one);
    this.known.note(this.id, { behaviors: this.behaviors, came: awaited, vain: [] });
  }

  /** What the waits came to so far. */
  result(): Waited {
    return { behaviors: this.behaviors, came: [...this.came], vain: [...this.vain], shortened: [...this.shortened] };
  }
}
