import type { JsonObject } from '../../json/json.js';
import type { Anytime } from '../../language/role.js';
import { parseSelector, type SelectContext, type Selector, selects } from '../../language/selector.js';
import type { WireRecord } from '../../wire/record.js';

/** The place in a transcript of the first record that something fits; infinite while there is none. */
type First = (transcript: readonly WireRecord[]) => number;

interface Entry {
  what: Selector;
  since?: First;
  until?: First;
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
      ...(since ? { since: firstOf(parseSelector(since), context) } : {}),
      ...(until ? { until: firstOf(parseSelector(until), context) } : {}),
    };
  });
  return (record: WireRecord, transcript: readonly WireRecord[]): boolean => {
    const method = (record.message as JsonObject).method;
    if (typeof method === 'string' && !knows(method)) return true;
    const before = (first: First) => first(transcript) < record.seq;
    return entries.some(
      ({ what, since, until }) =>
        selects(what, record, context) && (!since || before(since)) && !(until && before(until)),
    );
  };
}

/** Each record of a transcript is looked at once, however often it is asked: a flood would cost the square of its length. */
function firstOf(selector: Selector, context: SelectContext): First {
  const known = new WeakMap<readonly WireRecord[], { looked: number; first: number }>();
  return (transcript) => {
    const state = known.get(transcript) ?? { looked: 0, first: Number.POSITIVE_INFINITY };
    known.set(transcript, state);
    for (; state.looked < transcript.length && state.first === Number.POSITIVE_INFINITY; state.looked++) {
      const record = transcript[state.looked]!;
      if (selects(selector, record, context)) state.first = record.seq;
    }
    return state.first;
  };
}
