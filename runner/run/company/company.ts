import { isDrawn } from '../../drawn.js';
import type { CaseResult } from '../../events.js';
import type { PlannedCase } from '../../planned-case.js';
import type { Attempt } from '../attempt.js';
import type { RunOptions } from '../options.js';
import { type PlannedRun, playOnce } from '../planned-run.js';

/** One passed case in so many is played alone too. */
const SAMPLED = 8;

/** How often in a run the fewest cases are looked for after which another comes to something else; later ones name all that were before. */
const MOST_SEARCHES = 10;

/** What a case came to, which other cases had the process before, and what it comes to alone. */
interface Differing {
  run: PlannedRun;
  planned: PlannedCase;
  first: Attempt;
  alone: Attempt;
}

/** The cases of a run that have a process after others: what of them is played again alone, and what is different then. */
export class Company {
  /** By run: cases that changed what a later one came to. */
  private readonly culprits = new Map<PlannedRun, Set<string>>();
  /** By run: the requirements that a case broke with a warning; resolves with whether it did so alone. */
  private readonly warnings = new Map<PlannedRun, Map<string, Promise<boolean>>>();
  private searches = 0;
  private pools = 0;

  constructor(private readonly options: RunOptions) {}

  /** Plays a case with those of the run. A pass may be checked alone at once: then that is its playing. */
  async play(run: PlannedRun, planned: PlannedCase, againAlone: boolean): Promise<Attempt> {
    // Whoever wants a case to be repeated wants the same each time.
    const company = run.plan.repeat === 1 ? 'run' : 'none';
    const first = await playOnce(run, planned, this.options, { againAlone, company });
    if (!passed(first) || !first.after) return first;
    if (await this.hasNewWarning(run, first)) return this.confirmWarning(run, planned, first);
    if (!this.isSampled(planned)) return first;
    const alone = await playOnce(run, planned, this.options, { againAlone, why: 'a pass is checked alone' });
    if (!alone.result) return first;
    // A wait that ran out may be the machine's: it is repeated as any other.
    return alone.result.verdict === 'pass' || alone.timedOut ? alone : withCompany(alone, first, first.after);
  }

  /** Whether a playing says nothing yet, because it came after others and did not pass. */
  static mustConfirm(attempt: Attempt): boolean {
    return attempt.after !== undefined && !passed(attempt);
  }

  /**
   * Plays a case alone that did not pass after others. Resolves with the playings that count: the one alone, which says after which cases it
   * comes to something else. If it does not do so again, both count, as for a wait that ran out.
   */
  async confirm(run: PlannedRun, planned: PlannedCase, first: Attempt, againAlone: boolean): Promise<Attempt[]> {
    const alone = await playOnce(run, planned, this.options, { againAlone, why: 'it did not pass after others' });
    if (!alone.result || !first.result) return [first];
    if (isSame(alone.result, first.result)) return [alone];
    // What a target does once for each connection it need not show again there.
    if (first.isConnected && first.result.verdict === 'untestable') return [alone];
    const cases = await this.causeOf({ run, planned, first, alone });
    // It is played no third time.
    if (!cases) return alone.result.verdict === first.result.verdict ? [alone] : [alone, { ...first, timedOut: false }];
    return [withCompany(alone, first, cases)];
  }

  /** The fewest of the cases before it, from the first on, after which a case comes to the same again; undefined if it never does. */
  private async causeOf({ run, planned, first, alone }: Differing): Promise<readonly string[] | undefined> {
    const before = first.after ?? [];
    const culprits = this.culprits.get(run) ?? new Set();
    this.culprits.set(run, culprits);
    const comesToThat = async (cases: readonly string[]): Promise<boolean> => {
      const again = await this.after(run, cases, planned);
      return again?.result !== undefined && !isSame(again.result, alone.result!);
    };
    for (const known of before.filter((one) => culprits.has(one))) if (await comesToThat([known])) return [known];
    if (!(await comesToThat(before))) return undefined;
    if (this.searches >= MOST_SEARCHES) return before;
    this.searches++;
    let [least, most] = [1, before.length];
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      if (await comesToThat(before.slice(0, middle))) most = middle;
      else least = middle + 1;
    }
    const last = before[least - 1]!;
    if (least > 1 && !(await comesToThat([last]))) return before.slice(0, least);
    culprits.add(last);
    return [last];
  }

  /** Plays cases one after another in a process that no others have, and then one more; that one's playing. */
  private async after(run: PlannedRun, names: readonly string[], last: PlannedCase): Promise<Attempt | undefined> {
    const { options } = this;
    const pool = `after ${++this.pools}`;
    const cases = names.flatMap(
      (id) => run.plan.cases.find((one) => one.id === id && one.transport === last.transport) ?? [],
    );
    let attempt: Attempt | undefined;
    try {
      for (const planned of [...cases, last]) {
        if (options.signal.aborted) return undefined;
        attempt = await playOnce(run, planned, options, {
          company: { pool },
          why: 'what comes of it after others is looked for',
        });
      }
    } finally {
      await run.targetRun.cases.dissolve(pool);
    }
    return attempt;
  }

  /**
   * Whether it broke what no case of the run has broken alone so far, and only a warning comes of it. Waits for a case that is just about to
   * show it: many that run at once break the same.
   */
  private async hasNewWarning(run: PlannedRun, { result }: Attempt): Promise<boolean> {
    for (const requirement of brokenBy(result)) {
      let looked: Promise<boolean> | undefined;
      for (let now = this.lookedFor(run, requirement); now !== looked; now = this.lookedFor(run, requirement)) {
        looked = now;
        await looked;
      }
      if (!(await looked)) return true;
    }
    return false;
  }

  private lookedFor(run: PlannedRun, requirement: string): Promise<boolean> | undefined {
    return this.warnings.get(run)?.get(requirement);
  }

  /** A warning that no case has got alone yet is confirmed at once; later ones of the same requirement are believed. */
  private async confirmWarning(run: PlannedRun, planned: PlannedCase, first: Attempt): Promise<Attempt> {
    const confirmed = this.confirm(run, planned, first, false).then(([counts]) => counts ?? first);
    const known = this.warnings.get(run) ?? new Map<string, Promise<boolean>>();
    this.warnings.set(run, known);
    for (const requirement of brokenBy(first.result)) {
      const isThere = confirmed.then(
        ({ result }) => brokenBy(result).includes(requirement),
        () => false,
      );
      known.set(requirement, isThere);
    }
    return confirmed;
  }

  private isSampled({ name }: PlannedCase): boolean {
    return isDrawn(name, SAMPLED, this.options.seed ?? 1);
  }
}

/** The playing alone, with what the case came to after others. */
function withCompany(alone: Attempt, { result }: Attempt, cases: readonly string[]): Attempt {
  if (!alone.result || !result) return alone;
  const { verdict, checks } = result;
  const reason = result.reason ?? checks.find(({ status }) => status === 'fail')?.message ?? '';
  return { ...alone, result: { ...alone.result, onlyAfter: { cases: [...cases], verdict, reason } } };
}

/** The requirements that a case broke which passed with a warning. */
const brokenBy = (result: CaseResult | undefined): string[] =>
  result?.warned ? result.checks.flatMap(({ status, requirement }) => (status === 'fail' ? [requirement] : [])) : [];

/** Whether nothing of a playing must be found out again. */
const passed = ({ result }: Attempt): boolean => result === undefined || result.verdict === 'pass';

const isSame = (a: CaseResult, b: CaseResult): boolean => a.verdict === b.verdict && a.warned === b.warned;
