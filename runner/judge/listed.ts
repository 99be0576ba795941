import type { Target } from '../../src/language/target.js';
import type { CaseResult } from '../events.js';
import type { Subject } from '../patterns.js';
import { isListedBy, listedAs, type PlannedCase } from '../planned-case.js';
import type { KnownProblem } from './known.js';

/** How many passing cases of one entry are named. */
const NAMED = 3;

/**
 * What the target file lists as untestable although it passed in this run: one problem for each such entry. It is a warning, and
 * under `strict` it asks for exit code 1.
 *
 * @param planned the cases of the run for this target, in all its legs
 */
export function staleListed(
  { file, untestable }: Pick<Target, 'file' | 'untestable'>,
  planned: readonly (Subject & Pick<PlannedCase, 'name' | 'transport' | 'case'>)[],
  results: readonly CaseResult[],
  strict: boolean,
): KnownProblem[] {
  const passed = new Set(
    results.filter(({ verdict, standing }) => verdict === 'pass' && standing !== 'flaky').map(({ name }) => name),
  );
  return untestable.flatMap((entry): KnownProblem[] => {
    const { reason, place } = entry;
    const text = listedAs(entry);
    const mine = planned.filter((one) => isListedBy(entry, one));
    const stale = mine.filter(({ name }) => passed.has(name)).map(({ name }) => name);
    if (stale.length === 0) return [];
    const more = stale.length > NAMED ? ` and ${stale.length - NAMED} more` : '';
    const which = mine.length === 1 ? 'it passes' : `of its cases pass ${stale.slice(0, NAMED).join(', ')}${more}`;
    const remedy = stale.length === mine.length ? 'take the entry out' : 'narrow the entry';
    return [
      {
        message: `${file ?? 'the target'} lists \`${text}\` as untestable, and ${which}; ${remedy}`,
        detail: `${place.file}:${place.line}:${place.col}  ${reason}`,
        exit: strict ? 1 : 0,
        ...(strict ? {} : { warning: true as const }),
      },
    ];
  });
}
