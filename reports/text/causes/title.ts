import type { CaseResult } from '../../../runner/events.js';
import { oneLine } from '../../../src/json/visible.js';
import { brokenChecks, shortReason } from '../outcome.js';
import { cut } from '../words.js';

/** The longest title, in characters. */
const LONGEST = 120;

/** What happened in a case that did not hold, in one line: the first requirement that it broke, by its title or its sentence; or why. */
export function titleOf(result: CaseResult): string {
  const [check] = brokenChecks(result);
  if (check?.title !== undefined && result.verdict === 'fail') return check.title;
  const said = result.verdict === 'fail' && check?.text ? `Not so: ${check.text}` : shortReason(result).split('\n')[0]!;
  return cut(oneLine(said), LONGEST);
}
