import type { Target, TransportName } from '../../src/language/target.js';
import { type CleanReference, complaint } from './clean.js';
import { transportsFor } from './defects.js';
import { catchOf, failedOn } from './judge.js';
import { type ReferenceContext, ReferenceRunner, type ReferenceRunnerOptions, type Where } from './reference-runner.js';
import { faultApplies } from './replay.js';
import type { Defect, Kill, MutantResult, MutantVerdict, Play, Played } from './types.js';

/** What trying the defects of one role takes. */
export interface MutantContext {
  referenceContext: ReferenceContext;
  target: Target;
  /** The version of the protocol that it speaks. */
  version: string;
  clean: CleanReference;
  /** Every case of the role, on every transport. */
  plays: readonly Play[];
  /** The cases that name each mutant. */
  kills: ReadonlyMap<string, Kill[]>;
  /** The wire rules of the role: what kind of rule they are, their ids as cases, what they prove, and which mutants they name. */
  wire: readonly { kind: string; rule: string; id: string; requirement: string; kills: readonly string[] }[];
  /** Mutants of a catalogue from outside: any case of the role may catch them. */
  outside: boolean;
}

/**
 * Puts one defect on the reference and plays the cases that matter. Undefined where the run was interrupted.
 *
 * A mutant of ours is held against every case that names it, and against the wire rules that do, on processes until one catches it;
 * one from outside, or one that nobody names, against all cases of its role, those that check its requirement first, until one fails.
 */
export async function runMutant(
  defect: Defect,
  context: MutantContext,
  where: Where = 'inside',
): Promise<MutantResult | undefined> {
  return new MutantRunner(
    defect,
    context,
    new ReferenceRunner(context.target, context.referenceContext, { defect, ...rulesThatMatter(defect, context) }),
    where,
  ).run();
}

/** The wire rules whose findings count for a mutant. Holding all messages against all others took a fifth of the time. */
function rulesThatMatter(defect: Defect, context: MutantContext): Pick<ReferenceRunnerOptions, 'watches'> {
  const { own, watching } = naming(defect, context);
  if (own.length + watching.length === 0) return {};
  const proving = context.wire.filter(({ requirement }) => requirement === defect.requirement);
  const ids = new Set([...watching, ...proving].map(({ rule }) => rule));
  return { watches: (rule) => ids.has(rule.id) };
}

/** The cases and the wire rules that name a mutant; none of one from outside. */
function naming({ id }: Defect, { outside, kills, wire }: MutantContext) {
  if (outside) return { own: [], watching: [] };
  return { own: kills.get(id) ?? [], watching: wire.filter((rule) => rule.kills.includes(id)) };
}

/** How many cases that came to no verdict are kept of one search. */
const MOST_NOTES = 3;
/** How many cases that a mutant touches are played for a wire rule that names it. */
const MOST_FOR_WIRE = 30;

class MutantRunner {
  private readonly by = new Set<string>();
  private readonly wrong = new Set<string>();
  private readonly missed: MutantResult['missed'] = [];
  private readonly wireBroken = new Set<string>();
  private readonly order: TransportName[];

  constructor(
    private readonly defect: Defect,
    private readonly context: MutantContext,
    private readonly runner: ReferenceRunner,
    private readonly where: Where,
  ) {
    this.order = transportsFor(defect, Object.keys(context.target.transports) as TransportName[]);
  }

  async run(): Promise<MutantResult | undefined> {
    const { own, watching } = naming(this.defect, this.context);
    try {
      for (const kill of own) if (!this.isSettled) await this.hold(kill);
      for (const rule of watching) {
        if (this.isSettled) break;
        if (!this.wireBroken.has(rule.rule)) await this.search((done) => done.wire.includes(rule.rule), MOST_FOR_WIRE);
        if (this.wireBroken.has(rule.rule)) this.by.add(rule.id);
        else this.missed.push({ id: rule.id, what: 'found nothing' });
      }
      if (own.length + watching.length === 0) await this.searchAll();
    } catch (error) {
      if (error instanceof Interrupted) return undefined;
      throw error;
    } finally {
      await this.runner.close();
    }
    return this.result();
  }

  /** Whether no further case says more: of a mutant on processes, which each cost a start, only the verdict is asked. */
  private get isSettled(): boolean {
    return this.where === 'process' && this.by.size > 0;
  }

  /** Plays the cases that name the mutant together until one of them catches the defect. */
  private async hold(kill: Kill): Promise<void> {
    // One row on every transport before the next row: what one row does not show, the others rarely do.
    const plays = kill.cases.flatMap((id) =>
      this.sorted(this.context.plays.filter(({ planned }) => planned.id === id)),
    );
    let what = 'the plan leaves it out';
    for (const play of plays) {
      const done = await this.play(play);
      if (!done) {
        what = 'does not pass on the reference as it is';
        continue;
      }
      const caught = catchOf(done.result, play, this.defect);
      if (caught.how === 'right') {
        this.prefer(play.planned.transport);
        return void this.by.add(play.planned.id);
      }
      if (caught.how === 'wrong') this.wrong.add(play.planned.id);
      what = caught.what;
    }
    this.missed.push({ id: kill.id, what });
  }

  /** Plays whatever case may fail: those that check the requirement first. */
  private async searchAll(): Promise<void> {
    const caught = await this.search((done) => failedOn(done.result) || done.wire.length > 0, Number.POSITIVE_INFINITY);
    if (!caught) return;
    const { play, done } = caught;
    if (failedOn(done.result)) this.by.add(play.planned.id);
    for (const rule of done.wire) this.by.add(this.context.wire.find((one) => one.rule === rule)!.id);
  }

  /** Plays cases that the defect would touch, until one brings what is looked for, or `most` did not. */
  private async search(
    wanted: (done: Played) => boolean,
    most: number,
  ): Promise<{ play: Play; done: Played } | undefined> {
    const { requirement, faults } = this.defect;
    const checks = ({ planned }: Play) => planned.requirements.includes(requirement);
    const first = this.alternating(this.context.plays.filter(checks));
    const then = this.alternating(this.context.plays.filter((play) => !checks(play)));
    const notes: MutantResult['missed'] = [];
    let played = 0;
    for (const play of [...first, ...then]) {
      if (played >= most) break;
      const clean = await this.context.clean.play(play);
      if (!clean) throw new Interrupted();
      const touched = clean.crossings.some((process) =>
        faultApplies(faults, process, this.context.referenceContext.select),
      );
      const done = touched ? await this.play(play) : undefined;
      if (!done) continue;
      if (wanted(done)) return { play, done };
      played += 1;
      note(notes, play, done);
    }
    this.missed.push(...notes);
    return undefined;
  }

  /** Undefined where the case does not pass without the defect either. */
  private async play(play: Play): Promise<Played | undefined> {
    const clean = await this.context.clean.play(play);
    if (clean && complaint(clean) !== undefined) return undefined;
    const done = clean && (await this.runner.play(play, this.where));
    if (!done) throw new Interrupted();
    for (const rule of done.wire) this.wireBroken.add(rule);
    return done;
  }

  /** What showed on a transport once probably shows there again. */
  private prefer(transport: TransportName): void {
    this.order.sort((a, b) => Number(b === transport) - Number(a === transport));
  }

  /** The transports on which the defect can show come first; on each the order of the plan. */
  private sorted(plays: readonly Play[]): Play[] {
    return this.order.flatMap((name) => plays.filter(({ planned }) => planned.transport === name));
  }

  /** One play on each transport in turn, in the order of `sorted`: what does not show on one may at once on another. */
  private alternating(plays: readonly Play[]): Play[] {
    const lanes = this.order.map((name) => plays.filter(({ planned }) => planned.transport === name));
    const longest = Math.max(0, ...lanes.map((lane) => lane.length));
    return Array.from({ length: longest }, (_, index) => lanes.flatMap((lane) => lane[index] ?? [])).flat();
  }

  private async result(): Promise<MutantResult> {
    const { id, role, requirement, title, place } = this.defect;
    // What a wire rule for the same requirement finds on the way counts too.
    for (const one of this.context.wire)
      if (this.wireBroken.has(one.rule) && one.requirement === requirement) this.by.add(one.id);
    const applied = await this.runner.applied();
    const verdict = this.verdict(applied);
    return {
      id,
      role,
      requirement,
      ...(title === undefined ? {} : { title }),
      verdict,
      by: verdict === 'killed' ? [...this.by] : verdict === 'wrong-check' ? [...this.wrong] : [],
      missed: this.missed,
      problems: await this.runner.problems(),
      place,
    };
  }

  private verdict(applied: number | undefined): MutantVerdict {
    const hasRules = this.defect.faults.rules.length > 0;
    if (hasRules && applied === 0) return 'never-applied';
    if (this.by.size > 0) return 'killed';
    return this.wrong.size > 0 ? 'wrong-check' : 'survived';
  }
}

/** Keeps what did not pass and yet says nothing about the target: somebody has to know why that is. */
function note(notes: MutantResult['missed'], { planned }: Play, { result: { verdict, reason } }: Played): void {
  if (notes.length >= MOST_NOTES || verdict === 'pass' || verdict === 'skipped') return;
  notes.push({ id: planned.id, what: `${verdict}: ${reason?.split('\n')[0] ?? 'no reason was given'}` });
}

/** The run was interrupted. */
class Interrupted extends Error {}
