import type { JsonObject } from '../../src/jsonrpc/json.js';
import type { WireRecord } from '../../src/play/record.js';
import { parseSelector, type SelectContext, type Selector, selects } from '../../src/play/selector.js';
import type { Anytime } from '../types.js';

interface Entry {
  what: Selector;
  since?: Selector;
  until?: Selector;
}

/**
 * Whether a message may come between others in this role: its entry of the anytime list fits, and of the transcript so far
 * something fits `since` and nothing fits `until`. A notification of a method that the protocol does not have harms nobody.
 */
export function anytimeOf(list: readonly Anytime[], context: SelectContext, knows: (method: string) => boolean) {
  const entries = list.map(({ notify, request, since, until }): Entry => {
    const body: JsonObject = notify === undefined ? { request: request ?? '*' } : { notify };
    return {
      what: parseSelector(body),
      ...(since ? { since: parseSelector(since) } : {}),
      ...(until ? { until: parseSelector(until) } : {}),
    };
  });
  return (record: WireRecord, transcript: readonly WireRecord[]): boolean => {
    const method = (record.message as JsonObject).method;
    if (typeof method === 'string' && !knows(method)) return true;
    const before = (selector: Selector) =>
      transcript.some((other) => other.seq < record.seq && selects(selector, other, context));
    return entries.some(
      ({ what, since, until }) =>
        selects(what, record, context) && (!since || before(since)) && !(until && before(until)),
    );
  };
}
