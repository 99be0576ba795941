import { parsePattern, type Subject } from '../patterns.js';

/**
 * As few patterns as select exactly these cases of all: the beginning of ids where everything below it is meant, else the id.
 *
 * @param wanted ids
 */
export function patternsFor(wanted: ReadonlySet<string>, everything: readonly Subject[]): string[] {
  const left = new Set(wanted);
  const patterns: string[] = [];
  for (const { id } of everything) {
    if (!left.has(id)) continue;
    const pattern = headsOf(id).find((head) =>
      everything.every((one) => !parsePattern(head).matches(one) || wanted.has(one.id)),
    );
    patterns.push(pattern ?? id);
    for (const one of everything) if (parsePattern(pattern ?? id).matches(one)) left.delete(one.id);
  }
  return patterns;
}

/** What an id begins with, the shortest first. A protocol and a role are too much for one reason. */
function headsOf(id: string): string[] {
  const segments = id.split('.');
  return segments
    .slice(3)
    .map((_, index) => segments.slice(0, index + 3).join('.'))
    .concat(id);
}
