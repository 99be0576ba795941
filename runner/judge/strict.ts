import type { Level } from '../../src/language/requirement.js';
import { parsePattern } from '../patterns.js';
import type { KnownEntry } from '../types.js';
import { patternOf } from './known-entry.js';

/** Which broken shoulds, mays and derived sentences fail a case as musts do: all, none, or those of which the function says so. */
export type Strict = boolean | ((requirement: string, id: string) => boolean);

/** Whether a broken check decides against a target. @param id of the case */
export function counts({ level, requirement }: { level: Level; requirement: string }, id: string, strict: Strict) {
  return level === 'must' || (typeof strict === 'boolean' ? strict : strict(requirement, id));
}

/** What makes a run stricter than musts alone. */
interface Strictness {
  /** Everything counts. */
  strict: boolean;
  /** What the list of known failures does not have counts. */
  noNewWarnings?: boolean;
  known: readonly KnownEntry[];
}

/** How strict a run is with a target. @param listed `strict` of its file: everything, or patterns over cases and requirements */
export function strictWith(
  { strict, noNewWarnings = false, known }: Strictness,
  listed: true | readonly string[] = [],
): Strict {
  if (strict || listed === true) return true;
  if (listed.length === 0 && !noNewWarnings) return false;
  const named = listed.map(parsePattern);
  const excused = known.map((entry) => parsePattern(patternOf(entry)));
  return (requirement, id) => {
    const subject = { id, requirements: [requirement] };
    if (named.some((pattern) => pattern.matches(subject))) return true;
    return noNewWarnings && !excused.some((pattern) => pattern.matches(subject));
  };
}
