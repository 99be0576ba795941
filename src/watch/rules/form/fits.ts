import { Refused } from '../../../bounded/refused.js';
import type { Difference } from '../../../json/difference.js';
import type { Json } from '../../../json/json.js';
import { checkPattern, match } from '../../../language/pattern/pattern.js';
import { resolve, scopeOf } from '../../../language/values/index.js';
import { requestsUntil } from '../../course.js';
import type { Issue } from '../../finding.js';
import type { Facts } from '../../memory.js';
import { genericPointer, placesOf } from '../../places.js';
import { flagOf, MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/**
 * `fits`: what stands at a place fits a pattern, for what the schema can't say. Settings:
 *
 * - `at`: JSON Pointer, or several; `*` stands for each element. A place that a message does not have is passed over. `/http` is
 *   the head of the HTTP request that carried a request
 * - `is`: the pattern
 * - `methods`: only messages of these methods, and the responses to them; by default all
 * - `target`: only messages of the target are judged, because those of Proctor may break the rule on purpose
 * - `requests`: only requests are judged
 * - `until`: the method of a request; what comes with it and after it in the session is not judged
 */
export const fits: RuleMaker = (settings) => {
  onlySettings(settings, ['at', 'is', 'methods', 'target', 'requests', 'until']);
  const at = textsOf(settings, 'at', true);
  const methods = new Set(textsOf(settings, 'methods'));
  const isOfTarget = flagOf(settings, 'target');
  const ofRequests = flagOf(settings, 'requests');
  const isBefore = requestsUntil('fits', settings);
  if (settings.is === undefined) throw new SettingsError('`is` must be a pattern');
  const pattern = resolve(settings.is, scopeOf({}), 'pattern');
  const [problem] = checkPattern(pattern);
  if (problem) throw new SettingsError(`\`is\`: ${problem.message}`);
  for (const pointer of at) placesOf(null, pointer);

  return (facts) => {
    if (!facts.message || !isBefore(facts) || facts.forgiven || facts.replayed) return undefined;
    if (methods.size > 0 && !methods.has(facts.method ?? '')) return undefined;
    if ((isOfTarget && facts.side !== 'target') || (ofRequests && facts.shape !== 'request')) return undefined;
    const issues: Issue[] = [];
    let judged = false;
    for (const pointer of at) {
      for (const place of placesOf(isHead(pointer) ? headOf(facts) : facts.message, pointer)) {
        judged = true;
        if (differences(pattern, place.value, '').length === 0) continue;
        const [difference] = differences(pattern, place.value, place.pointer);
        const { path, message: what, expected, actual } = difference!;
        issues.push({
          key: `${facts.method} ${genericPointer(path)}`,
          path,
          message: `${facts.method ?? 'the message'}: ${what}`,
          expected,
          ...(actual === undefined ? {} : { actual }),
        });
        if (issues.length === MOST_ISSUES) return { subject: facts.side, issues };
      }
    }
    if (!judged) return undefined;
    return { subject: facts.side, issues };
  };
};

const isHead = (pointer: string): boolean => pointer === '/http' || pointer.startsWith('/http/');

const headOf = ({ record, shape }: Facts): Json =>
  shape === 'request' && record.http !== undefined ? { http: { ...record.http } } : null;

/** Where a value departs from a pattern; nowhere if finding out would cost too much. */
function differences(pattern: Json, value: Json, pointer: string): Difference[] {
  try {
    return match(pattern, value, {}, pointer);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}
