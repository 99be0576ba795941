import { markdownCode, markdownText } from '../../../../reports/formats/markdown-escapes.js';
import { shortDigest } from '../../../../reports/text/judged-by.js';
import { styleFor } from '../../../../reports/text/style.js';
import { count, digits } from '../../../../reports/text/words.js';
import { oneLine } from '../../../../src/json/visible.js';
import type { CaseAlone, CaseChange, Compared, ReportDiff } from '../../../report/compare.js';
import type { Io } from '../../support/print.js';
import { signOf, WORDS } from './stand-words.js';

/** Of cases that only one report has so many are named. */
const NAMED = 20;

/** What changed between two reports, as a person reads it: what got worse first. */
export function diffLines(diff: ReportDiff, io: Io): string[] {
  const style = styleFor(io.color);
  const changes = (title: string, all: readonly CaseChange[], paint: (text: string) => string) =>
    all.length === 0
      ? []
      : ['', paint(`${title} (${digits(all.length)})`), ...all.flatMap((one) => changeLines(one, io.color))];
  return [
    oneLine(`old: ${aboutText(diff.old)}`),
    oneLine(`new: ${aboutText(diff.new)}`),
    ...notesOf(diff).map((note) => oneLine(note)),
    ...changes('Worse', diff.worse, style.red),
    ...changes('Better', diff.better, style.green),
    ...aloneLines('Only in the new report', diff.added, io.color),
    ...aloneLines('Only in the old report', diff.removed, io.color),
    '',
    totalOf(diff),
  ];
}

function changeLines({ case: name, from, to, broken, mended, reason }: CaseChange, color: boolean): string[] {
  const steps = from === to ? WORDS[to] : `${WORDS[from]}, now ${WORDS[to]}`;
  return [
    `  ${signOf(to, color)} ${oneLine(name)}  ${steps}`,
    ...(broken ? [oneLine(`      breaks ${broken.join(', ')}`)] : []),
    ...(mended ? [oneLine(`      keeps ${mended.join(', ')} now`)] : []),
    ...(reason === undefined ? [] : [oneLine(`      ${reason.split('\n')[0]}`)]),
  ];
}

function aloneLines(title: string, all: readonly CaseAlone[], color: boolean): string[] {
  if (all.length === 0) return [];
  const red = all.filter((one) => one.red);
  const shown = red.slice(0, NAMED);
  const more = red.length - shown.length;
  return [
    '',
    `${title}: ${count(all.length, 'case')}, ${red.length === 0 ? 'none red' : `${digits(red.length)} red`}`,
    ...shown.map(({ case: name, stands }) => `  ${signOf(stands, color)} ${oneLine(name)}  ${WORDS[stands]}`),
    ...(more > 0 ? [`  and ${digits(more)} more`] : []),
  ];
}

const aboutText = ({ target, proctor, corpus, startedAt }: Compared): string =>
  [
    `${target.name}${target.calls === undefined || target.calls === target.name ? '' : ` (${target.calls})`}`,
    `${target.role} ${target.version ?? ''}`.trim(),
    `proctor ${proctor}`,
    ...(corpus ? [`corpus ${shortDigest(corpus.digest)}`] : []),
    startedAt,
  ].join(' · ');

/** What must be known before counts are compared. */
function notesOf({ old, new: now }: ReportDiff): string[] {
  const notes: string[] = [];
  if (old.corpus && now.corpus && old.corpus.digest !== now.corpus.digest)
    notes.push('they were judged by different cases: a case that is worse may have changed itself');
  else if (old.corpus?.own !== now.corpus?.own) notes.push('your own cases are not the same in both');
  if (old.target.name !== now.target.name)
    notes.push(`they are of two targets: ${old.target.name}, ${now.target.name}`);
  return notes;
}

function totalOf({ worse, better, same, added, removed }: ReportDiff): string {
  const alone = [
    added.length > 0 ? `${digits(added.length)} added` : '',
    removed.length > 0 ? `${digits(removed.length)} removed` : '',
  ].filter((part) => part !== '');
  return [
    `${count(worse.length, 'case')} worse, ${digits(better.length)} better, ${digits(same)} as before`,
    ...alone,
  ].join(', ');
}

/** The same for a summary of a job or a comment. */
export function diffMarkdown(diff: ReportDiff): string[] {
  const table = (title: string, all: readonly CaseChange[]) =>
    all.length === 0
      ? []
      : [
          '',
          `### ${title} (${all.length})`,
          '',
          '| case | before | now | requirements |',
          '| --- | --- | --- | --- |',
          ...all.map(({ case: name, from, to, broken = [], mended = [] }) => {
            const requirements = [...broken, ...mended].map(cell).join(' ');
            return `| ${cell(name)} | ${WORDS[from]} | ${WORDS[to]} | ${requirements} |`;
          }),
        ];
  const alone = (title: string, all: readonly CaseAlone[]) => {
    const red = all.filter((one) => one.red).length;
    return all.length === 0 ? [] : ['', `${title}: ${count(all.length, 'case')}, ${red} red.`];
  };
  return [
    `## ${totalOf(diff)}`,
    '',
    `- old: ${markdownCode(aboutText(diff.old))}`,
    `- new: ${markdownCode(aboutText(diff.new))}`,
    ...notesOf(diff).map((note) => `- ${markdownText(note)}`),
    ...table('Worse', diff.worse),
    ...table('Better', diff.better),
    ...alone('Only in the new report', diff.added),
    ...alone('Only in the old report', diff.removed),
  ];
}

/** A text from outside as code in a cell of a table, where a pipe would end the cell even in code. */
export const cell = (text: string): string => markdownCode(text.replaceAll('|', '¦'));
