import type { CaseResult, ReportFile as Report } from '../../../generated/types/report-v1.js';
import { count, counted } from '../wording.js';
import { brokenIn, nameOf, type ShownCause, standingOf } from './cases.js';

/** Something that the verdict does not cover, or that makes it doubtful. */
export interface Doubt {
  tone: 'fail' | 'warn' | 'unsure' | 'skip';
  /** What, in a few words. */
  text: string;
  more?: string;
  /** Several lines that say more, such as what a program wrote. */
  detail?: string;
  /** Ids of the page that it leads to. */
  links?: { id: string; text: string }[];
  /** Cases that it is about. */
  cases?: string[];
}

/** How many cases or links a doubt names. */
const NAMED = 4;

/** What a reader must know before the result, the worst first. */
export function doubtsOf(report: Report, causes: readonly ShownCause[]): Doubt[] {
  return [
    ...stoppedBy(report),
    ...notTested(report),
    ...silent(causes),
    ...changed(report),
    ...uncertain(report.cases),
    ...notAsked(report),
    ...remarks(report),
  ];
}

function stoppedBy({ problems = [], interrupted, notRun = [] }: Report): Doubt[] {
  const stops = problems.filter(({ warning, exit }) => warning !== true && exit !== 0);
  const told = stops.map(({ message, detail, notRun: left = 0 }): Doubt => {
    const more = left > 0 ? `${counted(left, 'case')} did not run because of it.` : undefined;
    return { tone: 'fail', text: message, ...(more ? { more } : {}), ...(detail === undefined ? {} : { detail }) };
  });
  const isToldWhy = stops.some(({ notRun: left = 0 }) => left > 0);
  const left = counted(notRun.length, 'case');
  if (interrupted === true)
    told.unshift({ tone: 'unsure', text: 'The run was interrupted.', more: `${left} did not run.`, ...which(notRun) });
  else if (notRun.length > 0 && !isToldWhy)
    told.push({ tone: 'unsure', text: `${left} did not run.`, ...which(notRun) });
  return told;
}

/** Some names, and where all of them are. */
const which = (cases: readonly string[]): Pick<Doubt, 'cases' | 'links'> =>
  cases.length > 0 ? { ...named(cases), links: [{ id: 'not-run', text: 'which' }] } : {};

const named = (cases: readonly string[]): Pick<Doubt, 'cases'> => (cases.length > 0 ? { cases: [...cases] } : {});

function notTested({ levels, requirements = [], cases }: Report): Doubt[] {
  if (levels === undefined) return [];
  const parts = (['must', 'should'] as const).flatMap((level) => {
    const left = levels[level].notTested;
    return left > 0 ? [counted(left, level)] : [];
  });
  if (parts.length === 0) return [];
  const several = levels.must.notTested + levels.should.notTested > 1;
  const listed = cases.filter(({ standing }) => standing === 'listed-untestable').length;
  const more = listed > 0 ? `${counted(listed, 'case is', 'cases are')} listed as untestable in the target file.` : '';
  const has = requirements.some(({ level, notTested: left }) => (level === 'must' || level === 'should') && left > 0);
  return [
    {
      tone: 'unsure',
      text: `${parts.join(' and ')} ${several ? 'were' : 'was'} not tested.`,
      ...(more === '' ? {} : { more }),
      ...(has ? { links: [{ id: 'untested', text: several ? 'which, and why' : 'which one' }] } : {}),
    },
  ];
}

/** Failures that rest on silence alone. */
function silent(causes: readonly ShownCause[]): Doubt[] {
  const quiet = causes.filter(({ example }) => {
    const broken = brokenIn(example);
    return standingOf(example) === 'fail' && broken.length > 0 && broken.every(({ silence }) => silence === true);
  });
  if (quiet.length === 0) return [];
  const cases = quiet.reduce((sum, { cause }) => sum + cause.cases.length, 0);
  const again = quiet.filter(({ example: { runs = [] } }) => runs.length > 1).length;
  return [
    {
      tone: 'unsure',
      text: `${counted(cases, 'failure rests', 'failures rest')} on silence.`,
      more: `Nothing came in time, which a busy machine can cause too.${again > 0 ? ' A second run alone came to the same.' : ''}`,
      links: quiet.slice(0, NAMED).map(({ id }) => ({ id, text: id })),
    },
  ];
}

function changed({ since }: Report): Doubt[] {
  const changes = (since?.changes ?? []).filter(({ unexplained }) => unexplained === true);
  if (changes.length === 0) return [];
  return [
    {
      tone: 'warn',
      text: `${counted(changes.length, 'verdict')} changed without a reason.`,
      more: 'Proctor, its cases and the target are the same as in the last run. Run with --repeat 5 before you trust them.',
      cases: changes.map((one) => one.case),
    },
  ];
}

function uncertain(cases: readonly CaseResult[]): Doubt[] {
  const of = (wanted: (one: CaseResult) => boolean) => cases.filter(wanted).map(nameOf);
  const flaky = of((one) => standingOf(one) === 'flaky' || one.standing === 'known-flaky');
  const errors = of(({ verdict }) => verdict === 'error');
  const open = of(({ verdict, standing }) => verdict === 'untestable' && standing === undefined);
  const told: Doubt[] = [];
  if (flaky.length > 0)
    told.push({ tone: 'unsure', text: `${counted(flaky.length, 'case is', 'cases are')} flaky.`, ...named(flaky) });
  if (errors.length > 0)
    told.push({
      tone: 'unsure',
      text: `${counted(errors.length, 'case')} could not be judged.`,
      more: 'That is a problem of Proctor or of the machine, not of the target.',
      ...named(errors),
    });
  if (open.length > 0)
    told.push({
      tone: 'unsure',
      text: `${counted(open.length, 'case')} could not be tested.`,
      more: 'The target file does not list them.',
      ...named(open),
    });
  return told;
}

function notAsked({ notAsked: left }: Report): Doubt[] {
  if (left === undefined) return [];
  const parts: [number, string][] = [
    ...(left.versions > 0 ? [[left.versions, 'of other versions'] as [number, string]] : []),
    ...Object.entries(left.transports).map(([transport, number]): [number, string] => [number, `over ${transport}`]),
  ];
  const words = parts.map(([number, which], at) => `${at === 0 ? counted(number, 'case') : count(number)} ${which}`);
  return [{ tone: 'skip', text: 'Not part of this run:', more: `${words.join(', ')}.` }];
}

function remarks({ problems = [] }: Report): Doubt[] {
  const warned = problems.filter(({ warning, exit }) => warning === true || exit === 0);
  return warned.map(({ message, detail }) => ({
    tone: 'warn',
    text: message,
    ...(detail === undefined ? {} : { detail }),
  }));
}

/** What holds for the run as a whole, if nothing of it is in doubt. */
export function reassurance(report: Report): string {
  const judged =
    report.messagesJudged === undefined || report.messagesJudged === 0
      ? ''
      : ` ${counted(report.messagesJudged, 'message was', 'messages were')} judged.`;
  const { summary, interrupted } = report;
  const clear = interrupted !== true && summary.notRun + summary.flaky + summary.error === 0;
  return clear ? `No case was left out, interrupted, flaky or in error.${judged}` : judged.trim();
}
