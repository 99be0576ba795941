import { sectionsOf } from '../../load/sources.js';
import { wordingsOf } from '../../requirements-in.js';
import type { CitedDocument } from '../../types.js';
import type { Coverage } from '../support/index-of.js';

/** How many requirements there are, and of how many of them something is known. */
export interface Totals {
  requirements: number;
  /** Those that a case checks. */
  withCase: number;
  /** Those that a mutant breaks. */
  withMutant: number;
  excluded: number;
  /** Those that are not excluded, and that no case checks. */
  withoutCase: number;
}

/** A section of a document with the requirements whose sources name it. */
export interface SectionCoverage {
  /** Empty for a source that names no section. */
  section: string;
  requirements: Coverage[];
}

/** A document with its sections in the order in which they stand there. */
export interface DocumentCoverage {
  document: string;
  sections: SectionCoverage[];
}

/**
 * Requirements by document and section. One whose source names several sections is below each of them.
 *
 * @param whole whether sections that no requirement names are there too: those of documents that a requirement names
 */
export function bySection(
  all: readonly Coverage[],
  cited: readonly CitedDocument[],
  { whole }: { whole: boolean },
): DocumentCoverage[] {
  const documents = new Map<string, Map<string, Coverage[]>>(cited.map(({ name }) => [name, new Map()]));
  for (const one of all) {
    const said = wordingsOf(one.requirement).flatMap(({ source, document }) => sectionsOf(cited, source, document));
    for (const { document, section } of said) {
      const sections = documents.get(document) ?? new Map<string, Coverage[]>();
      documents.set(document, sections.set(section, [...(sections.get(section) ?? []), one]));
    }
  }
  return [...documents]
    .filter(([, sections]) => sections.size > 0)
    .map(([document, sections]) => {
      const known = cited.find(({ name }) => name === document)?.sections ?? [];
      const names = new Set([...(whole ? known : []), ...sections.keys()]);
      const ordered = [...names].sort((a, b) => order(known, a, b));
      return { document, sections: ordered.map((section) => ({ section, requirements: sections.get(section) ?? [] })) };
    });
}

/** By number if both have one, else as the document has them; those that nobody has put in order come last, by name. */
function order(known: readonly string[], a: string, b: string): number {
  const place = (section: string) => (known.includes(section) ? known.indexOf(section) : known.length);
  const named = place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true });
  return NUMBERED.test(a) && NUMBERED.test(b) ? a.localeCompare(b, 'en', { numeric: true }) : named;
}

const NUMBERED = /^(section )?\d/;

/** The totals of requirements, each counted once. */
export function totalsOf(all: readonly Coverage[]): Totals {
  const once = [...new Set(all)];
  const excluded = once.filter(({ requirement }) => requirement.excluded !== undefined).length;
  const withCase = once.filter(({ cases }) => cases.length > 0).length;
  const withMutant = once.filter(({ mutants }) => mutants.length > 0).length;
  const open = once.filter(({ requirement, cases }) => requirement.excluded === undefined && cases.length === 0);
  return { requirements: once.length, withCase, withMutant, excluded, withoutCase: open.length };
}

/** The requirements of a document, each once. */
export const requirementsOf = ({ sections }: DocumentCoverage): Coverage[] => [
  ...new Set(sections.flatMap(({ requirements }) => requirements)),
];
