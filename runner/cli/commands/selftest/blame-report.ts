import { marked, type Style, styleFor } from '../../../../reports/text/style.js';
import { count, digits, duration, placeText } from '../../../../reports/text/words.js';
import type { Accused, BlameResult, MutantBlame } from '../../../selftest/blame/consequences.js';
import { type Io, printLines } from '../../support/print.js';
import { version } from '../../support/version.js';

export interface BlameReportOptions {
  json: boolean;
  durationMs: number;
  /** Of the mutants one in so many was played, by one in so many cases. */
  sample: number;
  io: Io;
}

/** How many cases are named under a requirement. */
const CASES = 3;

/** Prints what fails beside what each mutant breaks: all that is not declared, or one JSON object. Returns the exit code. */
export function reportBlame(result: BlameResult, options: BlameReportOptions): number {
  const { io, json } = options;
  if (json) io.write(`${JSON.stringify(result)}\n`);
  else printLines(io, lines(result, options));
  if (result.interrupted) return 130;
  return isGood(result, options.sample) ? 0 : 1;
}

function isGood({ mutants, stale }: BlameResult, sample: number): boolean {
  const sound = mutants.every(
    ({ undeclared, raised, problems }) => undeclared.length + raised.length + problems.length === 0,
  );
  const played = mutants.some(({ touched }) => touched > 0);
  return played && sound && stale.length === 0 && (sample > 1 || mutants.every(({ recalled }) => recalled));
}

function lines(result: BlameResult, options: BlameReportOptions): string[] {
  const { io, durationMs, sample } = options;
  const style = styleFor(io.color);
  const { mutants, stale, interrupted } = result;
  const roles = [...new Set(mutants.map(({ role }) => role))];
  return [
    `proctor ${version} · selftest --blame · ${roles.join(', ')} · ${count(mutants.length, 'mutant')}`,
    ...mutants.flatMap((one) => trouble(one, sample, style)),
    ...stale.flatMap(({ consequence, requirements }) => [
      '',
      `${marked(style, 'fail', 'nothing shows')} ${requirements.join(', ')} · ${consequence.because}`,
      `  ${placeText(consequence.place)}`,
    ]),
    '',
    ...roles.flatMap((role) => summary(role, result, sample)),
    `in ${duration(durationMs)}`,
    ...(sample > 1 ? [`a sample: one in ${sample} of the mutants, by one in ${sample} of the cases`] : []),
    ...(interrupted ? ['interrupted; the rest was not tried'] : []),
  ];
}

function trouble(mutant: MutantBlame, sample: number, style: Style): string[] {
  const { id, breaks, title, recalled, undeclared, raised, problems } = mutant;
  const missed = !recalled && sample === 1;
  if (undeclared.length + raised.length + problems.length === 0 && !missed) return [];
  const raisedOnly = raised.filter((one) => !undeclared.includes(one));
  return [
    '',
    `${marked(style, 'fail', style.bold(id))} breaks ${breaks}${title === undefined ? '' : ` · ${title}`}`,
    ...(missed ? [`  ${breaks} fails in no case`] : []),
    ...undeclared.flatMap((one) => accusedLines(one, 'is not declared')),
    ...raisedOnly.flatMap((one) => accusedLines(one, 'is a must, and declared for a class alone')),
    ...problems.map((problem) => `  ${problem}`),
  ];
}

function accusedLines({ requirement, level, cases, message }: Accused, what: string): string[] {
  const more = cases.length > CASES ? ` and ${cases.length - CASES} more` : '';
  return [
    `  ${requirement} (${level}) ${what}: ${message.split('\n')[0]}`,
    `    ${cases.slice(0, CASES).join(', ')}${more}`,
  ];
}

/** Precision is how many of the requirements that failed are broken; recall, of how many mutants their own failed. */
function summary(role: string, { mutants }: BlameResult, sample: number): string[] {
  const own = mutants.filter((one) => one.role === role);
  const sum = (number: (one: MutantBlame) => number) => own.reduce((total, one) => total + number(one), 0);
  const recalled = own.filter((one) => one.recalled).length;
  const declared = sum((one) => one.declared.length);
  const undeclared = sum((one) => one.undeclared.length);
  const innocent = sum((one) => one.innocent.length);
  const all = recalled + declared + innocent + undeclared;
  const recall = sample > 1 ? '' : ` · recall ${share(recalled, own.length)}`;
  return [
    `${role}: declared ${share(all - undeclared, all)} · precision ${share(recalled + declared, all)}${recall} · ${digits(sum((one) => one.touched))} plays of ${count(own.length, 'mutant')}`,
    `  ${digits(recalled)} blames of what the mutant is about, ${digits(declared)} of declared consequences, ${digits(innocent)} known to be wrong, ${digits(undeclared)} undeclared`,
    `  ${digits(sum((one) => one.untouched))} runs of cases that the mutant does not affect`,
  ];
}

/** Never rounded up to 100 %. */
function share(part: number, of: number): string {
  if (of === 0) return 'of nothing';
  const percent = Math.floor((part / of) * 1000) / 10;
  return `${percent} % (${digits(part)} of ${digits(of)})`;
}
