import type { CaseFinished } from '../../../runner/events.js';
import { WIRE_GROUP } from '../../../runner/planned-case.js';
import { brokenChecks, rerunOf } from '../outcome.js';

/**
 * The command that runs the cases of one cause again: those of one requirement by a pattern, in quotes, and a case that is alone by its id.
 * A wire rule watches all cases of its role, and its id brings them along.
 */
export function againOf(rerun: string, same: readonly CaseFinished[]): string {
  const [{ result }] = same as [CaseFinished];
  if (result.group === WIRE_GROUP || same.length === 1) return rerunOf(rerun, result);
  const [requirement, ...others] = new Set(
    same.flatMap((one) => brokenChecks(one.result).map((check) => check.requirement)),
  );
  if (requirement === undefined || others.length > 0) return rerunOf(rerun, result);
  const shared = sharedId(same.map((one) => one.result.id));
  if (shared === '') return rerunOf(rerun, result);
  return rerunOf(rerun, { ...result, id: `'${shared}#${requirement}'` });
}

/** The segments with which all ids begin, joined. */
function sharedId([first = '', ...rest]: readonly string[]): string {
  const segments = first.split('.');
  const count = segments.findIndex((segment, at) => rest.some((id) => id.split('.')[at] !== segment));
  return segments.slice(0, count < 0 ? undefined : count).join('.');
}
