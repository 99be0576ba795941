import { showValue } from '../../../json/display.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Outcome, Side } from '../../finding.js';
import { type Facts, otherSide, type SeenRequest } from '../../memory.js';
import { conditionOf, flagOf, onlySettings, type RuleMaker, textsOf } from '../../rule.js';

/** What one side gave out with a request, such as a progress token. */
interface Token {
  asked: SeenRequest;
  method: string;
  /** Requests that gave it out and have no final response yet. */
  open: number;
  /** A request that gave it out shares its id with another, so nobody can tell which of them a response ends. */
  unclear?: boolean;
  /** The lane of the final response: between two lanes of HTTP there is no order. */
  lane?: string;
  /** The side that gave it out has sent a notification about it itself. */
  told?: boolean;
  /** Of the open requests those whose methods are none of `during`. */
  others: number;
  /** Whether the response that came last is one that is meant. */
  meant: boolean;
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
 * - `own`: the requests are those of the notification's sender. One that nobody saw may have been lost with its stream, so what
 *   is judged is that the key is none of the other side's
 * - `besides`: methods of requests of the other side that the key may be of too, as long as that side has not sent such a
 *   notification about the request itself; only with `own`
 * - `requests`: the methods that give keys out; without it every request that has one does
 * - `only`: `{ at: JSON Pointer, in: [values] }`, which notifications are meant where not all are
 * - `after`: judges only what comes after a response to one of these methods
 * - `answer`: `{ at: JSON Pointer, in: [values] }`, which responses are meant; with `not: true` all others are
 * - `during`: judges instead what comes while requests of these methods are open, and no others
 *
 * Where several requests gave the same key, the last of their final responses counts.
 */
export const afterFinal: RuleMaker = (settings) => {
  onlySettings(settings, [
    'notify',
    'key',
    'of',
    'unless',
    'known',
    'own',
    'besides',
    'requests',
    'only',
    'after',
    'answer',
    'during',
  ]);
  const notify = new Set(textsOf(settings, 'notify', true));
  const [key] = textsOf(settings, 'key', true);
  const [of = '/id'] = textsOf(settings, 'of');
  const [unless] = textsOf(settings, 'unless');
  const known = flagOf(settings, 'known');
  const own = flagOf(settings, 'own');
  const besides = new Set(textsOf(settings, 'besides'));
  const requests = new Set(textsOf(settings, 'requests'));
  const isMeant = conditionOf(settings, 'only') ?? (() => true);
  const after = new Set(textsOf(settings, 'after'));
  const during = new Set(textsOf(settings, 'during'));
  const isAnswer = answerOf(settings);
  for (const pointer of [key!, of, unless ?? '']) getPointer(null, pointer);

  // Each entry counts for itself: what is open and what came last depends on its settings.
  const owner = `after-final ${JSON.stringify(settings)}`;
  const ruleMemory = (facts: Facts, giver: Side) => facts.memory.ruleMemory<Token>(`${giver} ${owner}`);
  const tokens = new WeakMap<SeenRequest, Token>();

  const request = (facts: Facts): undefined => {
    const value = getPointer(facts.message!, of);
    const { request: asked } = facts;
    if (!isKey(value) || asked === undefined) return;
    if (requests.size > 0 && !requests.has(facts.method ?? '')) return;
    const before = ruleMemory(facts, facts.side).get(idKey(value));
    const token: Token = before ?? { asked, method: '', open: 0, others: 0, meant: true };
    token.asked = asked;
    token.method = facts.method ?? '';
    token.open++;
    if (!during.has(token.method)) token.others++;
    ruleMemory(facts, facts.side).set(idKey(value), token);
    tokens.set(asked, token);
  };

  const response = (facts: Facts): Outcome | undefined => {
    const { asked } = facts;
    const token = asked && tokens.get(asked);
    if (token === undefined || asked === undefined || facts.answersBefore > 0) return undefined;
    if (unless !== undefined && getPointer(facts.message!, unless) !== undefined) return undefined;
    token.open--;
    if (!during.has(facts.method ?? '')) token.others--;
    token.unclear ||= asked.about.asks > 1;
    token.meant = isAnswer(facts.message!) && (after.size === 0 || after.has(facts.method ?? ''));
    if (facts.lane !== undefined) token.lane = facts.lane;
    return facts.forgiven || known ? undefined : { subject: facts.side, issues: [] };
  };

  const notification = (facts: Facts): Outcome | undefined => {
    const value = getPointer(facts.message!, key!);
    if (facts.forgiven || facts.replayed || !notify.has(facts.method ?? '') || !isKey(value)) return undefined;
    if (!isMeant(facts.message!)) return undefined;
    const giver = own ? facts.side : otherSide(facts.side);
    const given = ruleMemory(facts, giver);
    const token = given.get(idKey(value));
    if (own && token) token.told = true;
    if (known) return given.forgot || facts.memory.hasBroken(giver) ? undefined : isGiven(facts, token, value);
    if (token === undefined) return undefined;
    return during.size > 0 ? isOutside(facts, token, value) : isInTime(facts, token, value);
  };

  const isGiven = (facts: Facts, token: Token | undefined, actual: Json): Outcome => {
    const other = own ? ruleMemory(facts, otherSide(facts.side)).get(idKey(actual)) : undefined;
    const foreign = other !== undefined && (other.told || !besides.has(other.method));
    if (token !== undefined || (own && !foreign)) return { subject: facts.side, issues: [] };
    const what = own ? 'a request of the other side gave' : 'no request of the other side gave';
    const message = `${facts.method} for ${showValue(actual)}, which ${what}`;
    return { subject: facts.side, issues: [{ key: `unknown ${facts.method}`, message, path: key!, actual }] };
  };

  const isOutside = (facts: Facts, token: Token, actual: Json): Outcome => {
    const open = token.open - token.others;
    if (open === 0 || token.others > 0 || token.asked.about.broken) return { subject: facts.side, issues: [] };
    const message = `${facts.method} for ${showValue(actual)} before the response to its ${token.method}`;
    return { subject: facts.side, issues: [{ key: `early ${facts.method}`, message, path: key!, actual }] };
  };

  const isInTime = (facts: Facts, token: Token, actual: Json): Outcome => {
    const unclear = token.unclear || token.asked.about.broken || token.asked.about.asks > 1 || !token.meant;
    if (token.open > 0 || unclear || token.lane !== facts.lane) return { subject: facts.side, issues: [] };
    const message = `${facts.method} for ${showValue(actual)} after the final response to its ${token.method}`;
    return { subject: facts.side, issues: [{ key: `late ${facts.method}`, message, path: key!, actual }] };
  };

  return (facts) => {
    if (facts.shape === 'request') return request(facts);
    if (facts.shape === 'response') return response(facts);
    return facts.shape === 'notification' ? notification(facts) : undefined;
  };
};

/** The setting `answer`, as a question to a response. */
function answerOf(settings: JsonObject): (message: JsonObject) => boolean {
  const condition = conditionOf(settings, 'answer');
  if (condition === undefined) return () => true;
  const negated = flagOf(settings.answer as JsonObject, 'not');
  return (message) => condition(message) !== negated;
}

function isKey(value: Json | undefined): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}
