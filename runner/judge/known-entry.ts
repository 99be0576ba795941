import { parsePattern, type Subject } from '../patterns.js';
import type { KnownEntry } from '../types.js';

/** The pattern of an entry, as text. */
export const patternOf = ({ pattern, requirement }: KnownEntry) =>
  requirement === undefined ? pattern : `${pattern}#${requirement}`;

/** How messages name an entry. */
export const nameOf = (entry: KnownEntry) => patternOf(entry).replace(/^\*#/, '');

/** Where it stands, as text. */
export const placeOf = ({ place }: KnownEntry) => `${place.file}:${place.line}:${place.col}`;

/** Why it says that its cases fail, and where that is tracked. */
export const whyOf = ({ reason, issue }: KnownEntry) => (issue === undefined ? reason : `${reason} (${issue})`);

/** The cases that it is about. */
export function matchedBy<S extends Subject>(entry: KnownEntry, subjects: readonly S[]): S[] {
  const pattern = parsePattern(patternOf(entry));
  return subjects.filter((subject) => pattern.matches(subject));
}
