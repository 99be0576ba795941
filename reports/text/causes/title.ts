import type { CaseResult } from '../../../runner/events.js';
import { oneLine } from '../../../src/json/visible.js';
import { brokenChecks, shortReason } from '../outcome.js';
import { cut } from '../words.js';

/** The longest title, in characters. */
const LONGEST = 120;

/** What happened in a case that did not hold, in one line: the title of the first requirement that it broke, or what was wrong. */
export function titleOf(result: CaseResult): string {
  const [check] = brokenChecks(result);
  if (check?.title !== undefined && result.verdict === 'fail') return check.title;
  const [first = ''] = (result.verdict === 'fail' ? (check?.message ?? check?.text) : undefined)?.split('\n') ?? [];
  const said = first === '' ? shortReason(result).split('\n')[0]! : first;
  return cut(oneLine(said), LONGEST);
}
