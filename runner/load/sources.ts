import type { SourcesFile } from '../../src/generated/types/sources-v1.js';

/** Documents by the name that sources begin with. */
export type Documents = SourcesFile['documents'];

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
    const [, number] = /^(?:sections? )?(\d+(?:\.\d+)*)/.exec(rest) ?? [];
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
