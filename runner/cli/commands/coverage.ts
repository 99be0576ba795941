import { styleFor } from '../../../reports/text/style.js';
import { count, digits } from '../../../reports/text/words.js';
import { documentsOf, sectionsOf } from '../../load/sources.js';
import { isAsked } from '../../profiles.js';
import type { CitedDocument, Corpus } from '../../types.js';
import { type Coverage, casesOf, coverageOf } from '../support/index-of.js';
import {
  columns,
  type Done,
  type InfoContext,
  printJson,
  printLines,
  soundCorpus,
  UsageError,
} from '../support/print.js';
import { bySection, type DocumentCoverage, requirementsOf, totalsOf } from './coverage-sections.js';
import { sectionLines, sectionMarkdown } from './coverage-text.js';
import { choose } from './list.js';

/** How the requirements are shown. */
export interface CoverageOptions {
  json: boolean;
  /** By document and section, and not by id. */
  bySection?: boolean;
  /** With `bySection`: as Markdown. */
  markdown?: boolean;
}

/**
 * `proctor coverage [PATTERN…] [--by-section] [--json|--markdown]`: every requirement of the registry, or those that patterns select, with
 * its cases and mutants. Exit 1 if a testable must has no case in a role that it binds: one that is not excluded, of a version that has
 * cases at all. Throws UsageError for a pattern that selects nothing, and for options that exclude each other.
 */
export async function coverage(
  patterns: readonly string[],
  options: CoverageOptions,
  context: InfoContext,
): Promise<Done> {
  const { json, bySection: isBySection = false, markdown = false } = options;
  if (markdown && !isBySection) throw new UsageError('--markdown is for --by-section: add that');
  if (markdown && json) throw new UsageError('--json and --markdown exclude each other: pass one of them');
  const corpus = await soundCorpus(context);
  const items = coverageOf(corpus).map((one) => ({ id: one.requirement.id, requirements: [], one }));
  const all = choose(items, patterns, 'requirements').map(({ one }) => one);
  const asked = (one: Coverage) => isAsked(corpus, one.requirement);
  const known = casesOf(corpus);
  const roleOf = (id: string) => known.get(id)!.role;
  const open = all.flatMap((one) => {
    const roles = asked(one) ? rolesWithout(one, roleOf, corpus) : [];
    return roles.length === 0 ? [] : [{ ...one, roles }];
  });
  const cited = documentsOf(corpus.documents.values());
  const documents = isBySection ? bySection(all, cited, { whole: patterns.length === 0 }) : [];
  if (json) {
    const requirements = all.map((one) => asJson(one, cited));
    printJson(context.io, { requirements, ...(isBySection ? { documents: documents.map(documentJson) } : {}) });
  } else if (markdown) printLines({ ...context.io, wrap: undefined }, sectionMarkdown(documents));
  else {
    const shown = isBySection ? sectionLines(documents, context.io) : tables(all, context);
    printLines(context.io, [...shown, '', ...totals(all, asked), ...missing(open)]);
  }
  return { exit: open.length > 0 ? 1 : 0 };
}

/** The roles that a testable must binds and in which no case checks it. */
function rolesWithout(
  { requirement: { level, excluded, roles }, cases }: Coverage,
  roleOf: (id: string) => string,
  corpus: Corpus,
): string[] {
  if (level !== 'must' || excluded !== undefined) return [];
  const covered = new Set(cases.map(roleOf));
  return roles.filter((role) => corpus.roles.has(role) && !covered.has(role));
}

function asJson({ requirement, cases, mutants }: Coverage, cited: readonly CitedDocument[]): unknown {
  const { id, level, text, source, excluded, document } = requirement;
  return { id, level, text, source, sections: sectionsOf(cited, source, document), excluded, cases, mutants };
}

function documentJson(one: DocumentCoverage): unknown {
  const sections = one.sections.map(({ section, requirements }) => ({
    section,
    total: totalsOf(requirements),
    requirements: requirements.map(({ requirement }) => requirement.id),
  }));
  return { document: one.document, total: totalsOf(requirementsOf(one)), sections };
}

/** A table for each area: the part of the ids before the number. */
function tables(all: readonly Coverage[], { io }: InfoContext): string[] {
  const style = styleFor(io.color);
  const areas = new Map<string, Coverage[]>();
  for (const one of all) {
    const area = one.requirement.id.replace(/-[^-]*$/, '');
    areas.set(area, [...(areas.get(area) ?? []), one]);
  }
  const rows = all.map(({ requirement, cases, mutants }) => {
    const { id, level, text, excluded } = requirement;
    if (excluded !== undefined) return [`  ${id}`, level, '', '', `excluded: ${excluded}`];
    return [`  ${id}`, level, some(cases.length, 'case'), some(mutants.length, 'mutant'), text];
  });
  const lines = columns(rows, io);
  return [...areas].flatMap(([area, members], index) => {
    const own = members.map((one) => lines[all.indexOf(one)]!);
    return [...(index > 0 ? [''] : []), style.bold(area), ...own];
  });
}

function some(number: number, noun: string): string {
  return number === 0 ? '-' : count(number, noun);
}

/** One line for each level: how many, how many with a case, with a mutant, excluded, and of roles or versions without cases. */
function totals(all: readonly Coverage[], isAskedFor: (one: Coverage) => boolean): string[] {
  const rows = (['must', 'should', 'may', 'derived'] as const).flatMap((level) => {
    const own = all.filter(({ requirement }) => requirement.level === level);
    if (own.length === 0) return [];
    const excluded = own.filter(({ requirement }) => requirement.excluded !== undefined);
    const testable = own.filter((one) => !excluded.includes(one));
    const later = testable.filter((one) => one.cases.length === 0 && !isAskedFor(one));
    const covered = testable.filter(({ cases }) => cases.length > 0);
    const killed = testable.filter(({ mutants }) => mutants.length > 0);
    return [
      [
        level,
        count(own.length, 'requirement'),
        `${digits(covered.length)} with a case`,
        `${digits(killed.length)} with a mutant`,
        `${digits(excluded.length)} excluded`,
        `${digits(later.length)} of roles or versions without cases`,
        `${digits(testable.length - covered.length - later.length)} without a case`,
      ],
    ];
  });
  return columns(rows, { write: () => {}, error: () => {}, color: false });
}

function missing(open: readonly (Coverage & { roles: string[] })[]): string[] {
  if (open.length === 0) return [];
  return [
    '',
    `${count(open.length, 'testable must', 'testable musts')} without a case:`,
    ...open.map(({ requirement, cases, roles }) => {
      const where = cases.length === 0 ? '' : ` (${roles.join(', ')})`;
      return `  ${requirement.id}${where}  ${requirement.text}`;
    }),
  ];
}
