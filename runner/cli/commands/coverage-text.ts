import { markdownText } from '../../../reports/formats/markdown-escapes.js';
import { styleFor } from '../../../reports/text/style.js';
import { count, digits } from '../../../reports/text/words.js';
import type { Coverage } from '../support/index-of.js';
import { columns, type Io } from '../support/print.js';
import { type DocumentCoverage, requirementsOf, type Totals, totalsOf } from './coverage-sections.js';

/** Documents and their sections as lines of text, with a table for each section. */
export function sectionLines(documents: readonly DocumentCoverage[], io: Io): string[] {
  const style = styleFor(io.color);
  const lines = columns(
    documents.flatMap(({ sections }) => sections.flatMap(({ requirements }) => requirements.map(row))),
    io,
  );
  let at = 0;
  return documents.flatMap((one, index) => {
    const head = `${style.bold(one.document)} · ${totalWords(totalsOf(requirementsOf(one)))}`;
    const parts = one.sections.flatMap(({ section, requirements }) => {
      const own = lines.slice(at, at + requirements.length);
      at += requirements.length;
      return ['', `  ${style.bold(titleOf(section))} · ${totalWords(totalsOf(requirements))}`, ...own];
    });
    return [...(index > 0 ? [''] : []), head, ...parts];
  });
}

function row({ requirement, cases, mutants }: Coverage): string[] {
  const { id, level, text, excluded } = requirement;
  const numbers = excluded === undefined ? [some(cases.length, 'case'), some(mutants.length, 'mutant')] : ['', ''];
  return [`    ${id}`, level, ...numbers, excluded === undefined ? text : `${text} Excluded: ${excluded}`];
}

/** The same as Markdown: a heading for each document and section, and a table below. */
export function sectionMarkdown(documents: readonly DocumentCoverage[]): string[] {
  const lines = documents.flatMap((one) => [
    `## ${markdownText(one.document)}`,
    '',
    `${totalWords(totalsOf(requirementsOf(one)))}.`,
    '',
    ...one.sections.flatMap(({ section, requirements }) => [
      `### ${markdownText(titleOf(section))}`,
      '',
      `${totalWords(totalsOf(requirements))}.`,
      '',
      ...(requirements.length === 0 ? [] : [...TABLE, ...requirements.map(tableRow), '']),
    ]),
  ]);
  return lines.slice(0, -1);
}

const TABLE = ['| requirement | level | cases | mutants | statement |', '| --- | --- | --- | --- | --- |'];

function tableRow({ requirement, cases, mutants }: Coverage): string {
  const { id, level, text, excluded, url } = requirement;
  const name = url === undefined ? id : `[${id}](${url})`;
  const statement = excluded === undefined ? text : `${text} Excluded: ${excluded}`;
  return `| ${name} | ${level} | ${cases.length} | ${mutants.length} | ${markdownText(statement)} |`;
}

const titleOf = (section: string) => (section === '' ? 'no section' : section);

function totalWords({ requirements, withCase, withMutant, excluded, withoutCase }: Totals): string {
  if (requirements === 0) return 'no requirements';
  return [
    count(requirements, 'requirement'),
    `${digits(withCase)} with a case`,
    `${digits(withMutant)} with a mutant`,
    ...(excluded === 0 ? [] : [`${digits(excluded)} excluded`]),
    ...(withoutCase === 0 ? [] : [`${digits(withoutCase)} without a case`]),
  ].join(', ');
}

const some = (number: number, noun: string) => (number === 0 ? '-' : count(number, noun));
