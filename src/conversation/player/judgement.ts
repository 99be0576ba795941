import type { Difference } from '../../json/difference.js';
import { showValue } from '../../json/display.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { type MatchContext, match } from '../../language/pattern/pattern.js';
import { viewOf, type WireRecord } from '../../wire/record.js';
import { quoteError } from '../summary.js';

/**
 * Judges a taken record by the `judgement` of `splitExpect`, patterns resolved: each member against the member of the record,
 * `is` against `whole` (default: the record). Paths begin at the root of the record. Throws PatternError.
 */
export function judge(judgement: JsonObject, record: WireRecord, context: MatchContext, whole?: Json): Difference[] {
  const { is, ...members } = judgement;
  const view = viewOf(record);
  const differences = match(members, view, context);
  if (is !== undefined && whole === undefined) differences.push(...match(is, view, context));
  const told = differences.map((one) => inWords(one, view));
  return is === undefined || whole === undefined ? told : [...told, ...match(is, whole, context)];
}

/** Says what came instead of a result or an error, where the comparison sees only that nothing is there. */
function inWords(difference: Difference, view: JsonObject): Difference {
  const { path, actual } = difference;
  if (actual !== undefined) return difference;
  if (path === '/result' && isObject(view.error)) {
    return { ...difference, message: `expected a result, got ${quoteError(view.error)}` };
  }
  if (path === '/error' && view.result !== undefined) {
    return { ...difference, message: `expected an error, got the result ${showValue(view.result)}` };
  }
  if ((path === '/error' && view.error === undefined) || (path === '/result' && view.result === undefined)) {
    const what = path === '/error' ? 'an error' : 'a result';
    return { ...difference, message: `expected ${what}, got neither result nor error` };
  }
  if (path === '/http' || path === '/sse' || path === '/frame') {
    const carrier = { '/http': 'HTTP', '/sse': 'a server-sent event', '/frame': 'a WebSocket frame' }[path];
    return { ...difference, message: `expected it to be carried by ${carrier}, and it was not` };
  }
  return difference;
}
