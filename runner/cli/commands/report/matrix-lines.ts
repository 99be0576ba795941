import { markdownText } from '../../../../reports/formats/markdown-escapes.js';
import { marks, styleFor } from '../../../../reports/text/style.js';
import { count, digits } from '../../../../reports/text/words.js';
import { oneLine } from '../../../../src/json/visible.js';
import { differs, type Matrix } from '../../../report/matrix.js';
import type { Stand } from '../../../report/standing.js';
import type { Io } from '../../support/print.js';
import { cell } from './diff-lines.js';
import { plainStand, signOf } from './stand-words.js';

/** A summary of GitHub holds 1 MiB; so many rows of a table are shown. */
const ROWS = 2_000;

type Target = Matrix['targets'][number];

/** Implementations side by side: their counts, then the cases in which they differ. */
export function matrixLines(matrix: Matrix, io: Io): string[] {
  const rows = matrix.cases.filter(differs);
  const style = styleFor(io.color);
  const letters = matrix.targets.map((_, index) => letterOf(index));
  const heads = matrix.targets.map((one, index) => oneLine(`${letters[index]}  ${nameOf(one)}  ${countsOf(one)}`));
  return [
    ...heads,
    '',
    `${count(matrix.cases.length, 'case')}, of which ${digits(rows.length)} came out differently`,
    ...(rows.length === 0 ? [] : ['', style.bold(letters.join(' '))]),
    ...rows.map(({ id, cells }) => {
      const signs = cells.map((one) => (one ? signOf(one.stands, io.color) : ' '));
      return `${signs.map((sign, index) => sign + ' '.repeat(letters[index]!.length - 1)).join(' ')}  ${oneLine(id)}`;
    }),
    ...(rows.length === 0 ? [] : ['', legend(rows)]),
  ];
}

/** The same for a summary of a job. */
export function matrixMarkdown(matrix: Matrix): string[] {
  const rows = matrix.cases.filter(differs);
  const shown = rows.slice(0, ROWS);
  const heads = matrix.targets.map((one) => cell(nameOf(one)));
  return [
    `## ${count(matrix.cases.length, 'case')}, ${count(matrix.targets.length, 'implementation')}`,
    '',
    '| implementation | result |',
    '| --- | --- |',
    ...matrix.targets.map((one) => `| ${cell(nameOf(one))} | ${markdownText(countsOf(one))} |`),
    '',
    `${count(rows.length, 'case')} came out differently.`,
    ...(shown.length === 0
      ? []
      : [
          '',
          `| case | ${heads.join(' | ')} |`,
          `| --- |${' --- |'.repeat(heads.length)}`,
          ...shown.map(({ id, cells }) => {
            const stands = cells.map((one) => (one ? plainStand(one.stands) : ''));
            return `| ${cell(id)} | ${stands.join(' | ')} |`;
          }),
        ]),
    ...(rows.length > shown.length ? ['', `And ${digits(rows.length - shown.length)} more.`] : []),
  ];
}

/** A, B … Z, then numbers. */
const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));

function nameOf({ target, file }: Target): string {
  const { name, calls, version, transport } = target;
  const called = calls === undefined || calls === name ? name : `${name} (${calls})`;
  return `${called}${version ? ` ${version}` : ''} over ${transport || 'nothing'} · ${file}`;
}

function countsOf({ summary, musts, exit }: Target): string {
  const passed = summary.pass + summary.nonStrict;
  const failed = summary.fail + summary.unexpectedPass;
  return [
    `${digits(passed)} passed`,
    `${digits(failed)} failed`,
    ...(summary.expectedFail > 0 ? [`${digits(summary.expectedFail)} failed as known`] : []),
    `${digits(summary.skipped)} skipped`,
    ...(musts ? [`${digits(musts.tested)} of ${count(musts.of, 'must')} tested`] : []),
    ...(exit === undefined ? [] : [`exit ${exit}`]),
  ].join(', ');
}

/** The signs that the rows have. */
function legend(rows: Matrix['cases']): string {
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((one) => one?.stands ?? [])));
  return (Object.keys(marks) as Stand[])
    .filter((stand) => used.has(stand))
    .map(plainStand)
    .join('   ');
}
