import { marked, type Style, styleFor } from '../../../../reports/text/style.js';
import { count, digits, duration, placeText, shortIds } from '../../../../reports/text/words.js';
import type { ReferenceResult } from '../../../selftest/references.js';
import type { SchemaMutantsResult } from '../../../selftest/run-schema-mutants.js';
import type { SelftestResult } from '../../../selftest/selftest.js';
import type { MutantResult, MutantVerdict } from '../../../selftest/types.js';
import { columns, type Io, printLines } from '../../support/print.js';
import { version } from '../../support/version.js';

export interface ReportOptions {
  json: boolean;
  durationMs: number;
  /** The mutants came from outside. */
  outside: boolean;
  /** Of the mutants and of what else is tried, one in so many was. */
  sample: number;
  io: Io;
}

const WORDS: { [verdict in MutantVerdict]: string } = {
  killed: 'killed',
  survived: 'survived',
  'wrong-check': 'killed by the wrong check',
  'never-applied': 'never applied',
};

/** Prints what a selftest came to: the matrix of mutants and cases, or one JSON object. Returns the exit code. */
export function reportSelftest(result: SelftestResult, options: ReportOptions): number {
  const { io, json } = options;
  if (json) io.write(`${JSON.stringify(asJson(result, options.sample))}\n`);
  else printLines(io, lines(result, options));
  if (result.interrupted) return 130;
  return isGood(result, options.outside) ? 0 : 1;
}

function isGood({ mutants, references, schemas }: SelftestResult, outside: boolean): boolean {
  const all = [...mutants, ...schemas.flatMap((one) => one.mutants)];
  return (
    all.length > 0 &&
    all.every(({ verdict, problems }) => verdict === 'killed' && problems.length === 0) &&
    (outside || mutants.every(({ missed }) => missed.length === 0)) &&
    references.every(({ failed }) => failed.length === 0)
  );
}

function asJson({ mutants, references, schemas }: SelftestResult, sample: number): unknown {
  const all = [...mutants, ...schemas.flatMap((one) => one.mutants)];
  return {
    ...(sample > 1 ? { sample } : {}),
    mutants: all.map(({ id, role, requirement, verdict, by, missed, problems }) => ({
      id,
      role,
      requirement,
      verdict,
      by,
      ...(missed.length === 0 ? {} : { missed }),
      ...(problems.length === 0 ? {} : { problems }),
    })),
    references,
  };
}

function lines(result: SelftestResult, { io, durationMs, outside, sample }: ReportOptions): string[] {
  const style = styleFor(io.color);
  const { mutants, references, schemas } = result;
  const roles = [...new Set([...mutants, ...references].map(({ role }) => role))];
  return [
    `proctor ${version} · selftest · ${roles.join(', ')} · ${count(mutants.length, 'mutant')}`,
    ...section(
      'references',
      references.flatMap((one) => referenceLines(one, Math.max(...references.map(({ name }) => name.length)), style)),
      style,
    ),
    ...matrix(mutants, io, style),
    ...schemas.flatMap((one) => section('generated schema mutants', schemaLines(one, io, style), style)),
    ...mutants.flatMap((one) => trouble(one, outside, style)),
    ...schemas.flatMap((one) => one.mutants).flatMap((one) => trouble(one, outside, style)),
    ...references.flatMap((one) => referenceTrouble(one, style)),
    '',
    ...(sample > 1
      ? [`a sample: one in ${sample} of the mutants, and of the cases on permissive references and on processes`]
      : []),
    ...summary(result, durationMs, outside),
  ];
}

function section(title: string, content: string[], style: Style): string[] {
  return content.length === 0 ? [] : ['', style.bold(title), ...content];
}

function referenceLines({ name, played, failed }: ReferenceResult, longest: number, style: Style): string[] {
  const good = played - failed.length;
  const verdicts = [
    ...(good > 0 || failed.length === 0 ? [marked(style, 'pass', digits(good))] : []),
    ...(failed.length > 0 ? [marked(style, 'fail', `${digits(failed.length)} did not pass`)] : []),
  ];
  return [
    `  ${name.padEnd(Math.max(longest, 10) + 2)}${verdicts.join('   ')}`,
    ...failed.map(({ id, transport, what }) => `      ${id} over ${transport}: ${what.split('\n')[0]}`),
  ];
}

/** A line for each mutant, by area of the requirements: what it breaks, and who caught it. */
function matrix(mutants: readonly MutantResult[], io: Io, style: Style): string[] {
  const sorted = [...mutants].sort((a, b) => compare(areaOf(a), areaOf(b)));
  const rows = columns(
    sorted.map(({ id, requirement, verdict, by }) => [
      `  ${verdict === 'killed' ? '✓' : '✗'} ${id}`,
      requirement,
      verdict === 'killed' ? shortIds(by) : [WORDS[verdict], shortIds(by)].filter((text) => text !== '').join(': '),
    ]),
    io,
    (text, { red }) => (text.startsWith('  ✗') ? red(text) : text),
  );
  return sorted.flatMap((mutant, index) => {
    const area = areaOf(mutant);
    const first = index === 0 || areaOf(sorted[index - 1]!) !== area;
    return [...(first ? ['', style.bold(area)] : []), rows[index]!];
  });
}

const areaOf = ({ requirement }: MutantResult) => requirement.replace(/-[^-]*$/, '');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function schemaLines({ mutants, sampled }: SchemaMutantsResult, io: Io, style: Style): string[] {
  const messages = [...new Set(mutants.map(({ message }) => message))];
  const rows = messages.map((message) => {
    const own = mutants.filter((one) => one.message === message);
    const alive = own.filter(({ verdict }) => verdict !== 'killed').length;
    return [
      `  ${alive === 0 ? marked(style, 'pass') : marked(style, 'fail')} ${message}`,
      `${digits(own.length - alive)} of ${digits(own.length)} killed`,
    ];
  });
  const note = `  in recorded conversations; ${digits(sampled)} of them on the reference itself too`;
  return mutants.length === 0 ? [] : [...columns(rows, io), style.dim(note)];
}

/** What has to be looked at: a mutant that did not die, or a case that does not catch what it names. */
function trouble(mutant: MutantResult, outside: boolean, style: Style): string[] {
  const { id, requirement, verdict, title, missed, problems, place } = mutant;
  const unkept = outside && verdict === 'killed' ? [] : missed;
  if (verdict === 'killed' && unkept.length + problems.length === 0) return [];
  const head = verdict === 'killed' ? 'is not caught by all that name it' : WORDS[verdict];
  return [
    '',
    `${marked(style, 'fail', style.bold(id))} ${head} · breaks ${requirement}`,
    ...(title === undefined ? [] : [`  ${title}`]),
    ...unkept.map((one) => `  ${one.id}: ${one.what}`),
    ...problems.map((problem) => `  ${problem}`),
    ...(place.file === 'generated' ? [] : [`  ${placeText(place)}`]),
  ];
}

/** The cases that a reference without a defect did not pass, once more where a long report ends. */
function referenceTrouble({ role, name, failed }: ReferenceResult, style: Style): string[] {
  return failed.flatMap(({ id, transport, what }) => [
    '',
    `${marked(style, 'fail', style.bold(id))} did not pass on ${role}, ${name}, over ${transport}`,
    ...what.split('\n').map((line) => `  ${line}`),
  ]);
}

function summary(result: SelftestResult, durationMs: number, outside: boolean): string[] {
  const { mutants, references, schemas, interrupted } = result;
  const generated = schemas.flatMap((one) => one.mutants);
  const unkept = mutants.filter(({ verdict, missed }) => verdict === 'killed' && missed.length > 0);
  const missing = outside ? 0 : unkept.length;
  const failed = references.reduce((sum, one) => sum + one.failed.length, 0);
  return [
    `${count(mutants.length, 'mutant')} in ${duration(durationMs)}: ${tally(mutants)}`,
    ...(generated.length === 0 ? [] : [`${count(generated.length, 'generated schema mutant')}: ${tally(generated)}`]),
    ...(missing === 0 ? [] : [`${count(missing, 'mutant')} not caught by every case that names it`]),
    ...(failed === 0 ? [] : [`${count(failed, 'case')} did not pass on a reference that has no defect`]),
    ...(interrupted ? ['interrupted; the rest was not tried'] : []),
  ];
}

function tally(mutants: readonly MutantResult[]): string {
  const verdicts = Object.keys(WORDS) as MutantVerdict[];
  const counts = verdicts.map((one) => ({ one, number: mutants.filter(({ verdict }) => verdict === one).length }));
  const shown = counts.filter(({ one, number }) => number > 0 || one === 'killed');
  return shown.map(({ one, number }) => `${digits(number)} ${WORDS[one]}`).join(', ');
}
