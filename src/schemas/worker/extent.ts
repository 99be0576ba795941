import type { Json } from '../../json/json.js';

/** What a value takes, roughly as JSON, and how deep it nests. */
export interface Extent {
  bytes: number;
  depth: number;
}

/** ~bytes of a member beside its own text. */
const MEMBER = 4;

/**
 * Which of these bounds a value breaks first, if any. It is walked no further than the bounds reach, without recursion, and whatever
 * holds itself has no end and is too large or too deep.
 */
export function exceeds(root: Json, { bytes, depth }: Extent): 'large' | 'deep' | undefined {
  let left = bytes;
  let level: Json[] = [root];
  for (let deep = 0; level.length > 0; deep++) {
    const inner: Json[] = [];
    for (const value of level) {
      left -= MEMBER;
      if (typeof value === 'string') left -= value.length;
      if (typeof value === 'object' && value !== null) {
        if (deep >= depth) return 'deep';
        const names = Array.isArray(value) ? undefined : Object.keys(value);
        if (left < MEMBER * (names ?? (value as Json[])).length) return 'large';
        for (const name of names ?? []) left -= name.length;
        for (const member of names === undefined ? (value as Json[]) : Object.values(value)) inner.push(member);
      }
      if (left < 0) return 'large';
    }
    level = inner;
  }
  return undefined;
}
