import { groupOf } from '../../src/conversation/case/drive.js';
import type { CaseFinished, CaseResult, RunEvent } from '../events.js';
import { endedAs } from '../judge/count.js';
import { asCarried } from '../judge/excerpt.js';
import { applyKnown, type Expectations } from '../judge/known.js';
import { lackedHere } from '../judge/lacked.js';
import { mergeRuns } from '../judge/runs.js';
import type { Plan } from '../plan/plan.js';
import type { PlannedCase } from '../planned-case.js';
import { type Attempt, foreseen } from './attempt.js';
import { beginOrder, isIdle } from './begin-order.js';
import { Company } from './company/company.js';
import type { RunOptions } from './options.js';
import { type PlannedRun, playOnce } from './planned-run.js';
import { UnresponsiveWatch } from './waits/unresponsive-watch.js';
import type { Waited } from './waits/vain-waits.js';
import { InOrder, pool } from './workers/pool.js';
import type { ProcessPool } from './workers/process-pool.js';

/** An event of the cases. What a result means for its group is added where all groups are known. */
export type PlayEvent = Exclude<RunEvent, CaseFinished> | Pick<CaseFinished, 'type' | 'result'>;

/** How many cases that do little but wait run beside the others. */
const IDLE = 4;

/** A case with its playings in the pool. */
interface Again {
  run: PlannedRun;
  planned: PlannedCase;
  rounds: Attempt[];
}

interface Placed extends Again {
  /** Where its events belong in the order of the plan. */
  place: number;
}

/** A playing that a process died under, and the one that took its place. */
interface Replayed {
  first: Attempt;
  alone: Attempt;
}

/**
 * Plays every planned case; events come in the order of the plan, those of cases that are played again alone at the end. Again
 * alone are played:
 *
 * - a case that does not pass and in which a wait ran out: if it then holds it is flaky. One that passes, with a warning, for
 *   a wait that no must asks for has nothing to win: what it waited for in vain would be waited for once more
 * - a case in which a wait was shorter than its step allows, because it had been in vain in five others: if what it waited for came in any
 *   case after all. It counts with the playing alone then
 * - a case under which a process died that others used too: what it comes to alone is its result. Where nobody brings the
 *   process down alone, the case that spoke to it last is flaky
 * - a case that could not go on for a behavior that the target did not show, if it does show it in another case
 * - a case that had its process after others and did not pass there: what it comes to alone is its result
 *
 * A target that does nothing but answer handshakes gets a `cause`, and what is left of its cases is not played.
 */
export async function play(
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
  emit: (event: PlayEvent) => void,
  processes?: ProcessPool,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  let place = 0;
  const ordered = new InOrder<PlayEvent>(emit);
  const again: Again[] = [];
  const company = new Company(options);
  const out = (events: PlayEvent[]) => {
    for (const event of events) {
      if (event.type !== 'case.finished') continue;
      results.push(event.result);
      emit(endedAs(event.result));
    }
    return events;
  };
  options.hosted?.expects(targetRuns.map(({ plan }) => plan.cases));
  for (const run of targetRuns) {
    const cases = run.plan.cases.filter((one) => one.case).map((planned) => ({ planned, place: place++ }));
    // While some cases of a process wait for what passes through sockets, others can work.
    const usual = processes ? 8 * processes.size : options.cores;
    const jobs = options.jobs ?? run.targetRun.facts.target.jobs ?? usual;
    const { repeat } = run.plan;
    const repeatsWaits = options.repeatTimeouts && repeat === 1;
    countExpected(run);
    const target = targetRuns.indexOf(run);
    const playOne = (planned: PlannedCase): Promise<Attempt> => {
      const here = () => company.play(run, planned, repeatsWaits);
      return processes && isWorthIt(run, planned)
        ? processes.attempt({ target, planned, againAlone: repeatsWaits }, run.targetRun.facts, here)
        : here();
    };
    const tell = ({ place, planned, rounds }: Placed) => ordered.put(place, out(told(run, planned, rounds, options)));
    const isListed = (planned: PlannedCase) => expectations(run, options).listed.has(planned.name);
    const unresponsive = new UnresponsiveWatch<Placed>(
      run.targetRun.facts,
      cases.filter(({ planned }) => !planned.gated).length,
      (one) => {
        // A person has been asked already what the client did.
        const unsure =
          !options.hosted &&
          one.rounds.some(
            (attempt) =>
              Company.mustConfirm(attempt) ||
              (repeatsWaits &&
                attempt.timedOut &&
                (attempt.result?.verdict !== 'pass' || isShortened(attempt.waited))) ||
              (jobs > 1 && attempt.death) ||
              (attempt.lacked && !isListed(one.planned)),
          );
        if (!unsure || options.signal.aborted) return tell(one);
        again.push(one);
        ordered.put(one.place, []);
      },
      tell,
      ({ place }) => ordered.put(place, []),
    );
    // Who says how many cases may run at once means all of them; and where time is moved, none waits.
    const { target: described } = run.targetRun.facts;
    const isFree = !processes && (options.jobs ?? described.jobs) === undefined && !described.clock;
    const idle = { most: isFree ? IDLE : 0, isIdle: ({ planned }: { planned: PlannedCase }) => isIdle(planned) };
    const playAll = async ({ planned, place }: { planned: PlannedCase; place: number }) => {
      const rounds: Attempt[] = [];
      for (let round = 0; round < repeat; round++) {
        if (!options.signal.aborted) rounds.push(await playOne(planned));
        noteOver(run, planned);
      }
      // A target that shows a part of a behavior, and not the rest, has not shown it.
      for (const { shown = [], lacked } of rounds)
        noteShown(
          run,
          planned,
          shown.filter((one) => one !== lacked?.behavior),
        );
      unresponsive.take({ run, planned, rounds, place });
    };
    await pool(options.hosted?.order(cases) ?? beginOrder(cases, jobs), jobs, playAll, idle);
    unresponsive.end();
  }
  // Those that waited less come last: by then it is known whether that was too little.
  const less = ({ rounds }: Again) => Number(rounds.some(({ waited }) => isShortened(waited)));
  again.sort((a, b) => less(a) - less(b) || a.run.plan.cases.indexOf(a.planned) - b.run.plan.cases.indexOf(b.planned));
  await confirmAlone(again, company, options);
  const replayed = await replayDeaths(again, options);
  for (const { run, planned, rounds } of again) {
    if (!replayed.has(planned) && isWorthAgain(run, rounds)) await repeatAlone(run, planned, rounds, options);
    for (const event of out(told(run, planned, replayed.get(planned) ?? rounds, options))) emit(event);
  }
  return results;
}

function noteShown({ targetRun }: PlannedRun, { id }: PlannedCase, behaviors: readonly string[]): void {
  const { shown } = targetRun.facts;
  for (const behavior of behaviors) if (!shown.has(behavior)) shown.set(behavior, id);
}

/** Whether another playing can say more: for a behavior that the target shows nowhere none can. */
const isWorthAgain = ({ targetRun }: PlannedRun, rounds: readonly Attempt[]): boolean =>
  rounds.some(({ timedOut, lacked }) => timedOut || (lacked && targetRun.facts.shown.has(lacked.behavior)));

/** What a case comes to once it is known what the target can show. */
function heldTo({ targetRun }: PlannedRun, rounds: readonly Attempt[], result: CaseResult): CaseResult {
  const lacked = rounds.find((one) => one.lacked)?.lacked;
  const elsewhere = lacked && targetRun.facts.shown.get(lacked.behavior);
  return elsewhere === undefined ? result : lackedHere(result, lacked!, elsewhere);
}

/** By plan: what its target file says about its cases. */
const listedIn = new WeakMap<Plan, Pick<Expectations, 'listed' | 'partial'>>();

/** What a target file and a list of known failures say about the results of a target. */
export function expectations({ plan, targetRun, single, strict }: PlannedRun, options: RunOptions): Expectations {
  const { cases } = plan;
  const said = listedIn.get(plan) ?? {
    listed: new Map(cases.flatMap((one) => (one.listed === undefined ? [] : [[one.name, one.listed] as const]))),
    partial: new Set(cases.filter((one) => one.partial).map(({ name }) => name)),
  };
  listedIn.set(plan, said);
  return {
    known: options.known,
    single: single ?? new Set(options.known),
    strict,
    exploration: targetRun.facts.target.file === undefined,
    ...said,
  };
}

/** A wait ran out: the case is played once more, and counts with both playings. */
async function repeatAlone(
  run: PlannedRun,
  planned: PlannedCase,
  rounds: Attempt[],
  options: RunOptions,
): Promise<void> {
  const { starts, waits } = run.targetRun.facts;
  if (starts.alone && rounds.every(({ slow }) => slow)) return;
  if (rounds.every(({ waited }) => waited && waits.isKnown(waited))) return;
  const alone = await playAlone(run, planned, options);
  if (alone?.waited) waits.noteAlone(alone.waited);
  if (alone?.slow) starts.alone = true;
  // What a process that was slow to start did not do counts no more, nor what nobody waited for as long as he may.
  else if (alone?.result)
    rounds.splice(0, rounds.length, ...rounds.filter(({ slow, waited }) => !slow && !isShortened(waited)));
  // A case that could not be tested beside others broke nothing there: what it comes to alone counts.
  if (alone?.result?.verdict === 'pass' && rounds.every(({ result }) => result?.verdict === 'untestable'))
    rounds.length = 0;
  // First, because of two that came to the same it knows more: it was asked whether the target lives.
  if (alone) rounds.unshift(alone);
}

/** Whether something was waited for in vain, and not as long as its step allows. */
function isShortened(waited: Waited | undefined): waited is Waited {
  return waited !== undefined && waited.shortened.length > 0;
}

/** Undefined where the run was interrupted, or where it is known that it would be in vain. */
async function playAlone(run: PlannedRun, planned: PlannedCase, options: RunOptions): Promise<Attempt | undefined> {
  if (options.signal.aborted || !isWorthIt(run, planned)) return undefined;
  return playOnce(run, planned, options, { why: 'it is run again alone' });
}

/** Whether a case has to be played for its result. */
function isWorthIt({ targetRun }: PlannedRun, planned: PlannedCase): boolean {
  return targetRun.facts.cause === undefined && foreseen(planned) === undefined;
}

/** Plays alone what did not pass after other cases. */
async function confirmAlone(again: readonly Again[], company: Company, options: RunOptions): Promise<void> {
  const { signal, repeatTimeouts, cores } = options;
  const unsure = again.filter(({ rounds }) => rounds.some(Company.mustConfirm));
  await pool(unsure, options.jobs ?? cores, async ({ run, planned, rounds }) => {
    const firsts = rounds.splice(0);
    for (const first of firsts)
      rounds.push(
        ...(Company.mustConfirm(first) && !signal.aborted && isWorthIt(run, planned)
          ? await company.confirm(run, planned, first, repeatTimeouts && run.plan.repeat === 1)
          : [first]),
      );
  });
}

/** Plays again, alone, what a process died under; the playings of those cases as they count then. */
async function replayDeaths(again: readonly Again[], options: RunOptions): Promise<Map<PlannedCase, Attempt[]>> {
  const counted = new Map<PlannedCase, Attempt[]>();
  const byProcess = new Map<unknown, Replayed[]>();
  for (const { run, planned, rounds } of again) {
    if (!rounds.some(({ death }) => death)) continue;
    const now: Attempt[] = [];
    for (const first of rounds) {
      const alone = first.death ? await playAlone(run, planned, options) : undefined;
      now.push(alone ?? first);
      if (!alone || !first.death) continue;
      const { process } = first.death;
      byProcess.set(process, [...(byProcess.get(process) ?? []), { first, alone }]);
    }
    counted.set(planned, now);
  }
  for (const deaths of byProcess.values()) {
    if (deaths.some(({ alone }) => alone.death)) continue;
    const { first } = deaths.reduce((a, b) => (b.first.death!.spokeAt >= a.first.death!.spokeAt ? b : a));
    // Nobody did it alone, and it did happen.
    counted.get(first.planned)!.push(first);
  }
  return counted;
}

/** The events of a case that has been played. */
function told(run: PlannedRun, planned: PlannedCase, rounds: readonly Attempt[], options: RunOptions): PlayEvent[] {
  const played = rounds.flatMap(({ result }) => result ?? []);
  if (played.length === 0) return [];
  const merged = played.length > 1 ? mergeRuns(played) : played[0]!;
  const records = asCarried(rounds.find(({ result }) => result?.verdict === merged.verdict)!.records);
  const expected = expectations(run, options);
  const held = expected.listed.has(planned.name) ? merged : heldTo(run, rounds, merged);
  const [result] = applyKnown([held], expected);
  const { trace } = options;
  const wanted = trace === 'all' || (trace === 'failed' && result!.verdict !== 'pass');
  const { leftOut: _, ...whole } = result!;
  const { transcript } = whole;
  const shown = transcript && { ...result!, transcript: asCarried(transcript) };
  const finished = wanted ? { ...whole, transcript: records } : (shown ?? result!);
  const { id, name, leg } = finished;
  const of = leg === undefined ? {} : { leg };
  return [
    { type: 'case.started', id, name, ...of },
    ...records.map((record): PlayEvent => ({ type: 'message', case: id, ...of, record })),
    ...finished.checks.map((check): PlayEvent => ({ type: 'check', case: id, ...of, check })),
    { type: 'case.finished', result: finished },
  ];
}

/**
 * Tells the launchers how many playings will come, so that a spare target is started only while somebody waits for it, and
 * what a group of cases shares ends with the last of them.
 */
function countExpected({ targetRun, plan }: PlannedRun): void {
  for (const { gated, transport, case: subject } of plan.cases)
    if (!gated && subject) targetRun.cases.targets(transport, subject).expect(groupOf(subject), plan.repeat);
}

function noteOver({ targetRun }: PlannedRun, { gated, transport, case: subject }: PlannedCase): void {
  if (!gated && subject) targetRun.cases.targets(transport, subject).over(groupOf(subject));
}
