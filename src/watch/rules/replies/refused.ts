import { showValue } from '../../../json/display.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Outcome } from '../../finding.js';
import type { Facts, SeenRequest } from '../../memory.js';
import { placesOf } from '../../places.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/** How many calls of one scope are remembered; with more of them nothing is judged until it is cleared. */
const MOST_CALLS = 1_000;

/** One call that a side reported or asked about. */
interface Call {
  /** What it is about, such as its paths. */
  names: Set<string>;
  verdict?: 'granted' | 'rejected';
  over: boolean;
}

interface Scope {
  calls: Map<string, Call>;
}

/** A question that waits for its answer. */
interface Question {
  scope: string;
  call: string;
  options: Json;
}

/**
 * `refused`: what was asked for and rejected is not done. Settings, all pointers being JSON Pointers:
 *
 * - `ask`: the method of the question, a request
 * - `scope`: pointer, in every message, to what a call belongs to, such as its session
 * - `call`: pointer in the question to the id of the call
 * - `grants`: `{ at, among, id, kind, in }`. The answer has at `at` what it picks; the question has its options at `among`, each with
 *   an `id` and a `kind`. One of the kinds `in` grants. An error, and an answer that picks nothing, reject; an unknown pick says nothing
 * - `progress`: `{ notify, call, status, over }`, the notification that reports a call, and the states in which a call is over
 * - `names`: pointers, in questions and progress, to what a call is about
 * - `acts`: the methods that do something, each with the pointer to what it is done to
 * - `resetBy`: the requests of the other side that clear a scope
 *
 * An act belongs to the rejected call that names what it is done to. It also does where there is no other call that it could belong to.
 */
export const refused: RuleMaker = (settings) => {
  onlySettings(settings, ['ask', 'scope', 'call', 'grants', 'progress', 'names', 'acts', 'resetBy']);
  const [ask] = textsOf(settings, 'ask', true);
  const [scopeAt = ''] = textsOf(settings, 'scope', true);
  const [callAt = ''] = textsOf(settings, 'call', true);
  const names = textsOf(settings, 'names', true);
  const resets = new Set(textsOf(settings, 'resetBy'));
  const grants = part(settings, 'grants', ['at', 'among', 'id', 'kind', 'in']);
  const progress = part(settings, 'progress', ['notify', 'call', 'status', 'over']);
  const acts = isObject(settings.acts) ? settings.acts : {};
  const actOf = new Map(Object.keys(acts).map((method) => [method, textsOf(acts, method, true)[0]!]));
  const one = (setting: JsonObject, name: string) => textsOf(setting, name, true)[0]!;
  const [picks, among, id, kind] = ['at', 'among', 'id', 'kind'].map((name) => one(grants, name));
  const kinds = new Set(textsOf(grants, 'in', true));
  const [notify, reported, status] = ['notify', 'call', 'status'].map((name) => one(progress, name));
  const over = new Set(textsOf(progress, 'over', true));
  for (const pointer of names) placesOf(null, pointer);

  const scopeOf = (facts: Facts): string => idKey(getPointer(facts.message!, scopeAt));
  const scopes = ({ memory }: Facts) => memory.ruleMemory<Scope>(`refused ${ask}`);
  const questions = new WeakMap<SeenRequest, Question>();

  /** The call of a message, with what the message says it is about. */
  const callOf = (facts: Facts, key: string): Call => {
    const { calls } = scopes(facts).obtain(scopeOf(facts), () => ({ calls: new Map() }));
    const call: Call = calls.get(key) ?? { names: new Set(), over: false };
    if (calls.size < MOST_CALLS) calls.set(key, call);
    for (const pointer of names)
      for (const { value } of placesOf(facts.message!, pointer)) if (value !== null) call.names.add(idKey(value));
    return call;
  };

  const question = (facts: Facts): void => {
    const call = idKey(getPointer(facts.message!, callAt));
    delete callOf(facts, call).verdict;
    const options = getPointer(facts.message!, among!) ?? [];
    if (facts.request) questions.set(facts.request, { scope: scopeOf(facts), call, options });
  };

  const answer = (facts: Facts): void => {
    const { message, asked } = facts;
    if (!asked || asked.method !== ask || asked.about.asks > 1) return;
    const asking = questions.get(asked);
    const call = asking && scopes(facts).get(asking.scope)?.calls.get(asking.call);
    if (!call) return;
    const verdict = facts.record.deliberate ? undefined : verdictOf(message!, asking.options);
    if (verdict === undefined) delete call.verdict;
    else call.verdict = verdict;
  };

  const verdictOf = (message: JsonObject, options: Json): Call['verdict'] => {
    const pick = getPointer(message, picks!);
    if (pick === undefined) return 'rejected';
    const option = (Array.isArray(options) ? options : []).find((each) => getPointer(each, id!) === pick);
    const said = option === undefined ? undefined : getPointer(option, kind!);
    if (typeof said !== 'string') return undefined;
    return kinds.has(said) ? 'granted' : 'rejected';
  };

  const note = (facts: Facts): void => {
    const call = callOf(facts, idKey(getPointer(facts.message!, reported!)));
    const state = getPointer(facts.message!, status!);
    if (typeof state === 'string' && over.has(state)) call.over = true;
  };

  const act = (facts: Facts, at: string): Outcome | undefined => {
    const done = getPointer(facts.message!, at);
    const calls = [...(scopes(facts).get(scopeOf(facts))?.calls.values() ?? [])];
    const rejected = calls.filter(({ verdict }) => verdict === 'rejected');
    if (rejected.length === 0 || calls.length >= MOST_CALLS || done === undefined) return undefined;
    const others = calls.filter((call) => !rejected.includes(call) && !call.over);
    const isNamed = ({ names: all }: Call) => all.has(idKey(done));
    const isFree = others.some((call) => call.names.size === 0 || isNamed(call));
    const isIts = rejected.some(isNamed) || (others.length === 0 && rejected.some((call) => call.names.size === 0));
    if (isFree || !isIts) return { subject: facts.side, issues: [] };
    const message = `${facts.method} of ${showValue(done)}, although ${ask} for it was rejected`;
    return { subject: facts.side, issues: [{ key: `refused ${facts.method}`, path: at, message, actual: done }] };
  };

  return (facts) => {
    const { message, shape, method = '' } = facts;
    if (!message || facts.replayed) return undefined;
    if (shape === 'response') answer(facts);
    else if (shape === 'request' && method === ask) question(facts);
    else if (method === notify && getPointer(message, reported!) !== undefined) note(facts);
    else if (shape === 'request' && resets.has(method)) scopes(facts).set(scopeOf(facts), { calls: new Map() });
    const at = shape === 'request' && !facts.forgiven ? actOf.get(method) : undefined;
    return at === undefined ? undefined : act(facts, at);
  };
};

function part(settings: JsonObject, name: string, members: readonly string[]): JsonObject {
  const setting = settings[name];
  if (!isObject(setting)) throw new SettingsError(`\`${name}\` must be { ${members.join(', ')} }`);
  onlySettings(setting, members);
  return setting;
}
