import { showValue } from '../../../json/display.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { escapeToken, getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import { checkPattern, match } from '../../../language/pattern/pattern.js';
import { resolve, scopeOf } from '../../../language/values/index.js';
import type { Issue, Outcome } from '../../finding.js';
import { type Facts, isOver, type SeenRequest } from '../../memory.js';
import { type Found, placesOf } from '../../places.js';
import { flagOf, MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/** Where names come from: these members of messages of these methods, and of the responses to them. */
interface Source {
  methods: Set<string>;
  at: string[];
  keys: boolean;
  isMeant: (message: JsonObject) => boolean;
}

/** A use of a name that nobody gave so far. */
interface Unnamed {
  key: string;
  issue: Issue;
}

/** How many names are remembered that were used before they were given. */
const MOST_UNNAMED = 50;

/** Requests whose answers may give a name. With more of them open at once nothing is judged any more. */
interface Waiting {
  open: SeenRequest[];
  lost: boolean;
}

const MOST_OPEN = 1000;

/**
 * `given`: a name that a message uses was given before, by whichever side. Settings:
 *
 * - `at`: JSON Pointer to the name; `*` stands for each element
 * - `methods`: the messages that use it
 * - `where`: a pattern for these messages, where not all of them are meant
 * - `by`: a list of `{ methods, at, where }`, the messages that give it; responses of these methods too
 * - `scope`: JSON Pointer to what names are told apart by beside themselves
 * - `until`: methods; a name may be given after its use too, before the next response to one of these with the same scope. A name
 *   that never was is told of that response
 * - `pending`: methods whose open requests may give any name, so that nothing is judged while one has no answer
 * - `repeating`: methods whose open requests bring back what was said before: a name that is used meanwhile is given by that
 * - `takenBy`: a list like `by`, the requests after which the name is given no longer
 * - `keys`: the names are those of the members of what stands at `at`; in an entry of `by` the same
 *
 * Without `methods` every request and notification is judged.
 */
export const given: RuleMaker = (settings) => {
  onlySettings(settings, ['at', 'methods', 'where', 'by', 'scope', 'until', 'pending', 'repeating', 'takenBy', 'keys']);
  const [at] = textsOf(settings, 'at', true);
  const methods = new Set(textsOf(settings, 'methods'));
  const keys = flagOf(settings, 'keys');
  const isMeant = patternOf(settings, 'where');
  const sources = sourcesOf(settings.by, 'by');
  const takers = settings.takenBy === undefined ? [] : sourcesOf(settings.takenBy, 'takenBy');
  const [scope] = textsOf(settings, 'scope');
  const until = new Set(textsOf(settings, 'until'));
  const pending = new Set(textsOf(settings, 'pending'));
  const repeating = new Set(textsOf(settings, 'repeating'));
  placesOf(null, at!);
  getPointer(null, scope ?? '');
  const owner = `given ${at} ${JSON.stringify([settings.by, settings.takenBy ?? null])}`;

  const placeOf = (message: JsonObject) => (scope === undefined ? '' : idKey(getPointer(message, scope)));
  const named = (facts: Facts) => facts.memory.ruleMemory<boolean>(owner);
  const unnamed = (facts: Facts) => facts.memory.ruleMemory<Unnamed[]>(`${owner} unnamed`);
  const ends = new WeakMap<SeenRequest, string>();

  const note = (facts: Facts): void => {
    for (const source of sources) {
      // What answers one of several requests with the same id may be what gives a name.
      if (!source.methods.has(facts.method ?? '') && !facts.asked?.about.ambiguous) continue;
      if (!source.isMeant(facts.message!)) continue;
      for (const pointer of source.at)
        for (const { value } of namesAt(facts.message!, pointer, source.keys))
          named(facts).set(`${placeOf(facts.message!)} ${idKey(value)}`, true);
    }
  };
  const take = (facts: Facts): void => {
    for (const { methods: taking, at: places, isMeant: isTaker } of takers) {
      if (facts.shape === 'response' || !taking.has(facts.method ?? '') || !isTaker(facts.message!)) continue;
      for (const pointer of places)
        for (const { value } of placesOf(facts.message!, pointer))
          named(facts).set(`${placeOf(facts.message!)} ${idKey(value)}`, false);
    }
  };
  const waitingOf = ({ memory }: Facts, why: 'pending' | 'repeating'): Waiting =>
    memory.ruleMemory<Waiting>(`${owner} ${why}`).obtain('', () => ({ open: [], lost: false }));
  const forgetAnswered = (waiting: Waiting): void => {
    waiting.open = waiting.open.filter((asked) => !isOver(asked));
  };
  const isOpen = (waiting: Waiting): boolean => {
    forgetAnswered(waiting);
    return waiting.lost || waiting.open.length > 0;
  };
  const wait = (facts: Facts, waiting: Waiting): void => {
    const { request: asked } = facts;
    if (!asked || waiting.lost) return;
    if (waiting.open.length >= MOST_OPEN) forgetAnswered(waiting);
    waiting.lost = waiting.open.length >= MOST_OPEN;
    if (!waiting.lost) waiting.open.push(asked);
  };

  /** The names that were used before this response and were never given. */
  const neverNamed = (facts: Facts): Outcome | undefined => {
    const place = facts.asked && ends.get(facts.asked);
    const waiting = place === undefined ? undefined : unnamed(facts).get(place);
    if (place === undefined || waiting === undefined || waiting.length === 0) return undefined;
    unnamed(facts).set(place, []);
    const never = waiting.filter(({ key }) => !named(facts).get(key));
    return { subject: facts.side, issues: never.map(({ issue: { path: _, ...issue } }) => issue) };
  };

  /** What is wrong with one name; undefined where that can't be said. */
  const judge = (facts: Facts, { value: actual, pointer }: Pick<Found, 'value' | 'pointer'>): Issue[] | undefined => {
    const { message, method } = facts;
    if (typeof actual !== 'string') return undefined;
    const key = `${placeOf(message!)} ${idKey(actual)}`;
    if (repeating.size > 0 && isOpen(waitingOf(facts, 'repeating'))) named(facts).set(key, true);
    if (named(facts).get(key)) return [];
    const what = `${method} names ${showValue(actual)}, which nobody gave${takers.length > 0 ? ', or which is given no longer' : ''}`;
    const issue = { key: `unknown ${method}`, path: pointer, message: what, actual };
    if (until.size === 0) return [issue];
    const waiting = unnamed(facts).obtain(placeOf(message!), () => []);
    if (waiting.length < MOST_UNNAMED) waiting.push({ key, issue });
    return [];
  };
  const judged = (facts: Facts): Outcome | undefined => {
    const { message, method = '', side } = facts;
    if (facts.shape === 'response' || facts.forgiven || facts.replayed) return undefined;
    if (methods.size > 0 && !methods.has(method)) return undefined;
    if (named(facts).forgot || isOpen(waitingOf(facts, 'pending')) || !isMeant(message!)) return undefined;
    const all = [...namesAt(message!, at!, keys)]
      .map((found) => judge(facts, found))
      .filter((one) => one !== undefined);
    return all.length === 0 ? undefined : { subject: side, issues: all.flat().slice(0, MOST_ISSUES) };
  };

  return (facts) => {
    const { message, method = '' } = facts;
    if (!message) return undefined;
    note(facts);
    if (facts.shape === 'request' && pending.has(method)) wait(facts, waitingOf(facts, 'pending'));
    if (facts.shape === 'request' && repeating.has(method)) wait(facts, waitingOf(facts, 'repeating'));
    if (facts.request && until.has(method)) ends.set(facts.request, placeOf(message));
    if (facts.shape === 'response' && until.has(method)) return neverNamed(facts);
    const outcome = judged(facts);
    take(facts);
    return outcome;
  };
};

/** The values at a place, or the names of the members that they have. */
function* namesAt(message: JsonObject, pointer: string, keys: boolean): Generator<Pick<Found, 'value' | 'pointer'>> {
  for (const found of placesOf(message, pointer)) {
    if (!keys) yield found;
    else if (isObject(found.value))
      for (const name of Object.keys(found.value))
        yield { value: name, pointer: `${found.pointer}/${escapeToken(name)}` };
  }
}

/** A pattern for messages, as a question to one; all fit where the setting is not given. */
function patternOf(settings: JsonObject, name: string): (message: JsonObject) => boolean {
  const setting = settings[name];
  if (setting === undefined) return () => true;
  const pattern = resolve(setting, scopeOf({}), 'pattern');
  const [problem] = checkPattern(pattern);
  if (problem) throw new SettingsError(`\`${name}\`: ${problem.message}`);
  return (message) => match(pattern, message, {}, '').length === 0;
}

function sourcesOf(by: Json | undefined, name: string): Source[] {
  if (!Array.isArray(by) || by.length === 0)
    throw new SettingsError(`\`${name}\` must be a list of { methods, at, where }`);
  return by.map((one) => {
    if (!isObject(one)) throw new SettingsError(`\`${name}\` must be a list of { methods, at, where }`);
    onlySettings(one, ['methods', 'at', 'where', 'keys']);
    const at = textsOf(one, 'at', true);
    for (const pointer of at) placesOf(null, pointer);
    return {
      methods: new Set(textsOf(one, 'methods', true)),
      at,
      keys: flagOf(one, 'keys'),
      isMeant: patternOf(one, 'where'),
    };
  });
}
