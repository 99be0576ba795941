import type { SourcesFile } from '../../src/generated/types/sources-v1.js';
import type { CitedDocument } from '../types.js';

/** Documents by the name that sources begin with. */
export type Documents = SourcesFile['documents'];

/** A place that a source names: a document, and a section of it, which is empty if the source names none that is known. */
export interface CitedSection {
  document: string;
  section: string;
}

/** Documents as they are cited, in their order. */
export const citedDocuments = (documents: Documents): CitedDocument[] =>
  Object.entries(documents).map(([name, { sections, headings, numbered }]) =>
    numbered === undefined ? { name, sections: headings ?? Object.keys(sections ?? {}) } : { name },
  );

/**
 * The sections that a source names, each once. A part of a source that names no section of a document is a remark. If all parts are
 * remarks, the document of the first one that begins with one is left, or that of the file, without a section.
 *
 * @param document the document that a part means which names none. If nobody knows its sections, whatever follows its name is one
 */
export function sectionsOf(cited: readonly CitedDocument[], source: string, document?: string): CitedSection[] {
  const found = source.split('; ').flatMap((part) => sectionOf(cited, part, document) ?? []);
  const once = found.filter(
    (one, index) =>
      found.findIndex((other) => other.document === one.document && other.section === one.section) === index,
  );
  if (once.length > 0) return once;
  const names = cited.map(({ name }) => name);
  const named = source.split('; ').flatMap((part) => longest(names, part, /^, /) ?? []);
  return [{ document: named[0] ?? document ?? '', section: '' }];
}

function sectionOf(cited: readonly CitedDocument[], part: string, document?: string): CitedSection | undefined {
  const name = longest([...cited.map((one) => one.name), ...(document === undefined ? [] : [document])], part, /^, /);
  const known = cited.find((one) => one.name === (name ?? document));
  const rest = name === undefined ? part : part.slice(name.length + ', '.length);
  if (name === undefined && known === undefined) return undefined;
  if (known === undefined) return rest === '' ? undefined : { document: name!, section: rest };
  const section = known.sections === undefined ? numberOf(rest) : longest(known.sections, rest, /^[^\w.]/);
  return section === undefined || section === '' ? undefined : { document: known.name, section };
}

/** The number of a section at the beginning of a text. */
const numberOf = (text: string): string | undefined => /^(?:sections? )?(\d+(?:\.\d+)*)/.exec(text)?.[1];

/**
 * The page and anchor that says a requirement: that of the first part of its source, as parts stand between semicolons, which is known.
 * Undefined if none is: a link that leads to the wrong place is worse than none.
 *
 * @param document the document that a part means which names none
 */
export function linkOf(documents: Documents, source: string, document?: string): string | undefined {
  for (const part of source.split('; ')) {
    const found = linkOfPart(documents, part) ?? (document && linkOfPart(documents, `${document}, ${part}`));
    if (found) return found;
  }
  return undefined;
}

function linkOfPart(documents: Documents, part: string): string | undefined {
  const name = longest(Object.keys(documents), part, /^, /);
  const { url, sections = {}, numbered } = (name !== undefined && documents[name]) || {};
  if (url === undefined || name === undefined) return undefined;
  const rest = part.slice(name.length + ', '.length);
  if (numbered !== undefined) {
    const number = numberOf(rest);
    return number === undefined ? undefined : new URL(`${numbered}${number}`, url).href;
  }
  const section = longest(Object.keys(sections), rest, /^[^\w.]/);
  return section === undefined ? undefined : new URL(sections[section]!, url).href;
}

/** The longest name that a text is, or begins with if what follows fits. */
function longest(names: readonly string[], text: string, follows: RegExp): string | undefined {
  const fitting = names.filter(
    (name) => text === name || (text.startsWith(name) && follows.test(text.slice(name.length))),
  );
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** The documents of all protocols, each once. Sections that one protocol has more than another follow those that both have. */
export function documentsOf(all: Iterable<readonly CitedDocument[]>): CitedDocument[] {
  const found = new Map<string, CitedDocument>();
  for (const { name, sections } of [...all].flat()) {
    const known = found.get(name);
    if (sections === undefined || known === undefined)
      found.set(name, { name, ...(sections ? { sections: [...sections] } : {}) });
    else known.sections?.push(...sections.filter((one) => !known.sections!.includes(one)));
  }
  return [...found.values()];
}
