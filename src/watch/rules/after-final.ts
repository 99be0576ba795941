import type { Json } from '../../jsonrpc/json.js';
import { getPointer } from '../../play/pointer.js';
import { showValue } from '../../play/show.js';
import type { Outcome, Side } from '../finding.js';
import { type Asked, type Facts, keyOfId, otherSide } from '../memory.js';
import { flagOf, onlySettings, type RuleMaker, textsOf } from '../rule.js';

/** What one side gave out with a request, such as a progress token. */
interface Token {
  asked: Asked;
  method: string;
  /** Set by the final response. */
  final: boolean;
  /** The lane of the final response: between two lanes of HTTP there is no order. */
  lane?: string;
}

/**
 * `after-final`: nothing more comes for a request after its final response. Which notifications belong to a request is said
 * by the settings:
 *
 * - `notify`: the method, or methods, of the notification
 * - `key`: JSON Pointer in it to what it names its request by
 * - `of`: JSON Pointer in the request to the same value (default `/id`)
 * - `unless`: JSON Pointer in the response; where it leads to something, the response is not final
 * - `known`: judges the other half instead: that the key of every notification was given out with a request
 */
export const afterFinal: RuleMaker = (settings) => {
  onlySettings(settings, ['notify', 'key', 'of', 'unless', 'known']);
  const notify = new Set(textsOf(settings, 'notify', true));
  const [key] = textsOf(settings, 'key', true);
  const [of = '/id'] = textsOf(settings, 'of');
  const [unless] = textsOf(settings, 'unless');
  const known = flagOf(settings, 'known');
  for (const pointer of [key!, of, unless ?? '']) getPointer(null, pointer);

  const shelf = (facts: Facts, giver: Side) => facts.memory.shelf<Token>(`${giver} ${key} ${of}`);

  const request = (facts: Facts): undefined => {
    const value = getPointer(facts.message!, of);
    const asked = facts.memory.askedBy(facts.side, facts.message!.id);
    if (!isKey(value) || asked === undefined) return;
    const token: Token = { asked, method: facts.method ?? '', final: false };
    shelf(facts, facts.side).set(keyOfId(value), token);
    facts.memory.shelf<Token>(`${facts.side} ${key} of request`).set(keyOfId(facts.message!.id), token);
  };

  const response = (facts: Facts): Outcome | undefined => {
    const giver = otherSide(facts.side);
    const token = facts.memory.shelf<Token>(`${giver} ${key} of request`).get(keyOfId(facts.message!.id));
    if (token === undefined || token.asked !== facts.asked) return undefined;
    if (unless !== undefined && getPointer(facts.message!, unless) !== undefined) return undefined;
    token.final = true;
    if (facts.lane !== undefined) token.lane = facts.lane;
    return facts.forgiven || known ? undefined : { subject: facts.side, issues: [] };
  };

  const notification = (facts: Facts): Outcome | undefined => {
    const value = getPointer(facts.message!, key!);
    if (facts.forgiven || facts.replayed || !notify.has(facts.method ?? '') || !isKey(value)) return undefined;
    const giver = otherSide(facts.side);
    const tokens = shelf(facts, giver);
    const token = tokens.get(keyOfId(value));
    if (known) return tokens.forgot || facts.memory.hasBroken(giver) ? undefined : isGiven(facts, token, value);
    return token === undefined ? undefined : isInTime(facts, token, value);
  };

  const isGiven = (facts: Facts, token: Token | undefined, actual: Json): Outcome => {
    if (token !== undefined) return { subject: facts.side, issues: [] };
    const message = `${facts.method} for ${showValue(actual)}, which no request of the other side gave`;
    return { subject: facts.side, issues: [{ key: `unknown ${facts.method}`, message, path: key!, actual }] };
  };

  const isInTime = (facts: Facts, token: Token, actual: Json): Outcome => {
    if (!token.final || token.asked.broken || token.lane !== facts.lane) return { subject: facts.side, issues: [] };
    const message = `${facts.method} for ${showValue(actual)} after the final response to its ${token.method}`;
    return { subject: facts.side, issues: [{ key: `late ${facts.method}`, message, path: key!, actual }] };
  };

  return (facts) => {
    if (facts.shape === 'request') return request(facts);
    if (facts.shape === 'response') return response(facts);
    return facts.shape === 'notification' ? notification(facts) : undefined;
  };
};

function isKey(value: Json | undefined): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}
