import { type Patience, partsOf } from '../../src/conversation/player/patience.js';
import { formatDuration } from '../../src/language/duration.js';

/** In how many cases something must have been waited for in vain, until the rest waits for it no longer as long. */
const ENOUGH = 5;
/** What is left of such a wait: a tenth, but no less than this, in ms. */
const SHARE = 10;
const LEAST = 300;

/** What the waits of one playing came to. Plain data, so that one process can tell another. */
export interface Waited {
  /** What came, in this playing, of all that may be waited for. */
  came: readonly string[];
  /** What did not come within the whole of its budget. */
  vain: readonly string[];
  /** What did not come, and was not waited for as long as a step allows. */
  shortened: readonly string[];
}

/**
 * What the cases of a target have waited for in vain. Something that did not come in five cases, each of which waited for as long as its
 * step allows, and that came in no case of the run at all, gets a tenth of the time from then on. If it comes in any case after all, those
 * that waited less are played once more, alone, with all the time that their steps allow, and what they came to before counts no more.
 */
export class VainWaits {
  private readonly vain = new Map<string, Set<string>>();
  private readonly came = new Set<string>();
  private readonly alone = new Map<string, number>();

  /** Takes note of what a playing of a case came to. */
  note(id: string, { came, vain }: Pick<Waited, 'came' | 'vain'>): void {
    for (const awaited of came) this.came.add(awaited);
    for (const awaited of vain) this.vain.set(awaited, (this.vain.get(awaited) ?? new Set()).add(id));
  }

  /** Whether this has come in no case, and was waited for in five in vain. */
  isInVain(awaited: string): boolean {
    return !this.hasCome(awaited) && (this.vain.get(awaited)?.size ?? 0) >= ENOUGH;
  }

  /** Takes note of what did not come in a case that was played alone. */
  noteAlone({ vain }: Pick<Waited, 'vain'>): void {
    for (const awaited of vain) this.alone.set(awaited, (this.alone.get(awaited) ?? 0) + 1);
  }

  /**
   * Whether one more playing would wait in vain again: it would wait for nothing but what came in no case, and what it waited less for, or
   * what did not come in five cases that were played alone either.
   */
  isKnown({ vain, shortened }: Waited): boolean {
    const isSure = (awaited: string) => (this.alone.get(awaited) ?? 0) >= ENOUGH;
    if (vain.length + shortened.length === 0) return false;
    return ![...vain, ...shortened].some((one) => this.hasCome(one)) && vain.every(isSure);
  }

  /** Whether this, or a part of it, has come in some case. */
  hasCome(awaited: string): boolean {
    return partsOf(awaited).some((one) => this.came.has(one));
  }
}

/** The waits of one playing: how long they are, and what they come to. */
export class WaitsOfCase implements Patience {
  private readonly came = new Set<string>();
  private readonly vain = new Set<string>();
  private readonly shortened = new Set<string>();

  /**
   * @param known what other cases have waited for
   * @param mayShorten whether the case is played again where that turns out to be wrong
   */
  constructor(
    private readonly id: string,
    private readonly known: VainWaits,
    private readonly mayShorten: boolean,
  ) {}

  of(awaited: string, budget: number): number {
    if (!this.mayShorten || !this.known.isInVain(awaited)) return budget;
    return Math.min(budget, Math.max(LEAST, budget / SHARE));
  }

  ranOut(awaited: string, budget: number): void {
    if (this.of(awaited, budget) < budget) this.shortened.add(awaited);
    else {
      this.vain.add(awaited);
      this.known.note(this.id, { came: [], vain: [awaited] });
    }
  }

  why(awaited: string, budget: number): string {
    if (this.of(awaited, budget) === budget) return '';
    return ` (no longer, for in ${ENOUGH} cases it did not come within ${formatDuration(budget)})`;
  }

  /** Takes note of what came, by texts of waits. */
  saw(awaited: readonly string[]): void {
    for (const one of awaited) this.came.add(one);
    this.known.note(this.id, { came: awaited, vain: [] });
  }

  /** What the waits came to so far. */
  result(): Waited {
    return { came: [...this.came], vain: [...this.vain], shortened: [...this.shortened] };
  }
}
