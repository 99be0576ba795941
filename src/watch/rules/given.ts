import type { Json } from '../../jsonrpc/json.js';
import { isObject } from '../../jsonrpc/messages.js';
import { getPointer } from '../../play/pointer.js';
import { showValue } from '../../play/show.js';
import { type Asked, type Facts, keyOfId } from '../memory.js';
import { placesOf } from '../places.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../rule.js';

/** Where names come from: these members of messages of these methods, and of the responses to them. */
interface Source {
  methods: Set<string>;
  at: string[];
}

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
      if (!source.methods.has(facts.method ?? '')) continue;
      for (const { value } of source.at.flatMap((pointer) => placesOf(facts.message!, pointer)))
        facts.memory.shelf<true>(`given ${at}`).set(keyOfId(value), true);
    }
  };
  const isOpen = (facts: Facts): boolean => {
    const open = facts.memory.shelf<Asked[]>(`given ${at} pending`).obtain('', () => []);
    const left = open.filter(({ asks, answers }) => answers < asks);
    open.splice(0, open.length, ...left);
    return open.length > 0;
  };

  return (facts) => {
    const { message, method = '', memory, side } = facts;
    if (!message) return undefined;
    note(facts);
    if (facts.shape === 'request' && pending.has(method)) {
      const asked = memory.askedBy(side, message.id);
      if (asked)
        memory
          .shelf<Asked[]>(`given ${at} pending`)
          .obtain('', () => [])
          .push(asked);
    }
    if (facts.shape === 'response' || facts.forgiven || facts.replayed || !methods.has(method)) return undefined;
    const actual = getPointer(message, at!);
    const names = memory.shelf<true>(`given ${at}`);
    if (typeof actual !== 'string' || names.forgot || isOpen(facts)) return undefined;
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
