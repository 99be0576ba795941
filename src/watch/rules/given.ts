import { showValue } from '../../json/display.js';
import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { getPointer } from '../../json/pointer.js';
import { type Facts, keyOfId, type SeenRequest } from '../memory.js';
import { placesOf } from '../places.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../rule.js';

/** Where names come from: these members of messages of these methods, and of the responses to them. */
interface Source {
  methods: Set<string>;
  at: string[];
}

/** Requests whose answers may give a name. With more of them open at once nothing is judged any more. */
interface Waiting {
  open: SeenRequest[];
  lost: boolean;
}

const MOST_OPEN = 1000;

/**
 * `given`: a name that a message uses was given before, by whichever side. Settings:
 *
 * - `at`: JSON Pointer to the name
 * - `methods`: the messages that use it
 * - `by`: a list of `{ methods, at }`, the messages that give it; responses of these methods too
 * - `pending`: methods whose open requests may give any name, so that nothing is judged while one has no answer
 */
export const given: RuleMaker = (settings) => {
  onlySettings(settings, ['at', 'methods', 'by', 'pending']);
  const [at] = textsOf(settings, 'at', true);
  const methods = new Set(textsOf(settings, 'methods', true));
  const sources = sourcesOf(settings.by);
  const pending = new Set(textsOf(settings, 'pending'));
  getPointer(null, at!);

  const note = (facts: Facts): void => {
    for (const source of sources) {
      // What answers one of several requests with the same id may be what gives a name.
      if (!source.methods.has(facts.method ?? '') && !facts.asked?.ambiguous) continue;
      for (const pointer of source.at)
        for (const { value } of placesOf(facts.message!, pointer))
          facts.memory.shelf<true>(`given ${at}`).set(keyOfId(value), true);
    }
  };
  const waitingOf = ({ memory }: Facts): Waiting =>
    memory.shelf<Waiting>(`given ${at} pending`).obtain('', () => ({ open: [], lost: false }));
  const forgetAnswered = (waiting: Waiting): void => {
    waiting.open = waiting.open.filter(({ asks, answers }) => answers < asks);
  };
  const isOpen = (waiting: Waiting): boolean => {
    forgetAnswered(waiting);
    return waiting.lost || waiting.open.length > 0;
  };
  const wait = (facts: Facts): void => {
    const asked = facts.memory.askedBy(facts.side, facts.message!.id);
    const waiting = waitingOf(facts);
    if (!asked || waiting.lost) return;
    if (waiting.open.length >= MOST_OPEN) forgetAnswered(waiting);
    waiting.lost = waiting.open.length >= MOST_OPEN;
    if (!waiting.lost) waiting.open.push(asked);
  };

  return (facts) => {
    const { message, method = '', memory, side } = facts;
    if (!message) return undefined;
    note(facts);
    if (facts.shape === 'request' && pending.has(method)) wait(facts);
    if (facts.shape === 'response' || facts.forgiven || facts.replayed || !methods.has(method)) return undefined;
    const actual = getPointer(message, at!);
    const names = memory.shelf<true>(`given ${at}`);
    if (typeof actual !== 'string' || names.forgot || isOpen(waitingOf(facts))) return undefined;
    if (names.get(keyOfId(actual))) return { subject: side, issues: [] };
    const what = `${method} names ${showValue(actual)}, which nobody gave`;
    return { subject: side, issues: [{ key: `unknown ${method}`, path: at!, message: what, actual }] };
  };
};

function sourcesOf(by: Json | undefined): Source[] {
  if (!Array.isArray(by) || by.length === 0) throw new SettingsError('`by` must be a list of { methods, at }');
  return by.map((one) => {
    if (!isObject(one)) throw new SettingsError('`by` must be a list of { methods, at }');
    onlySettings(one, ['methods', 'at']);
    const at = textsOf(one, 'at', true);
    for (const pointer of at) placesOf(null, pointer);
    return { methods: new Set(textsOf(one, 'methods', true)), at };
  });
}
