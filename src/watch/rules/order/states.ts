import { showValue } from '../../../json/display.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import { type Machine, statesOf, walk } from '../../../language/machine.js';
import type { Issue } from '../../finding.js';
import { type Found, genericPointer, placesOf } from '../../places.js';
import { conditionOf, MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/** Stands for the state of a walker that was reset. */
const RESET = '';

/**
 * `states`: what moves through the states of a machine makes only the moves that its table allows. Settings:
 *
 * - `machine`: its name in wire.yaml
 * - `at`: JSON Pointer, or several, to a state in a message; `*` stands for each element
 * - `key`: for each `at` the pointer to what tells the walkers apart; without it a session has one walker
 * - `methods`: only messages of these methods, and the responses to them
 * - `scope`: JSON Pointer to what separates equal keys
 * - `resetBy`: `{ at: JSON Pointer, in: [values] }`, the messages after which their walkers start again from any state
 *
 * A text that is no state of the machine is the business of `schema`.
 */
export const states: RuleMaker = (settings, { machines }) => {
  onlySettings(settings, ['machine', 'at', 'key', 'methods', 'scope', 'resetBy']);
  const [name] = textsOf(settings, 'machine', true);
  const machine = machines[name!];
  if (machine === undefined) throw new SettingsError(`there is no machine \`${name}\``);
  const at = textsOf(settings, 'at', true);
  const key = textsOf(settings, 'key');
  if (key.length > 0 && key.length !== at.length) throw new SettingsError('`key` needs one pointer for each of `at`');
  const methods = new Set(textsOf(settings, 'methods'));
  const [scope] = textsOf(settings, 'scope');
  const resets = conditionOf(settings, 'resetBy') ?? (() => false);
  const known = statesOf(machine);
  for (const pointer of [...at, ...key, scope ?? '']) placesOf(null, pointer);

  function* stepsIn(message: JsonObject): Generator<SeenState> {
    for (const [index, pointer] of at.entries())
      for (const seen of seenAt(message, pointer, key[index])) if (known.has(seen.state)) yield seen;
  }

  return (facts) => {
    if (!facts.message || facts.forgiven || facts.replayed) return undefined;
    if (methods.size > 0 && !methods.has(facts.method ?? '')) return undefined;
    const ruleMemory = facts.memory.ruleMemory<string>(`${facts.side} states ${name}`);
    const place = scope === undefined ? '' : idKey(getPointer(facts.message, scope));
    const memoryKey = (walker: Json) => `${place} ${idKey(walker)}`;
    if (resets(facts.message))
      for (const pointer of key)
        for (const { value } of placesOf(facts.message, pointer)) ruleMemory.set(memoryKey(value), RESET);
    const issues: Issue[] = [];
    let judged = false;
    for (const { place, state, walker } of stepsIn(facts.message)) {
      judged = true;
      const before = ruleMemory.get(memoryKey(walker)) || undefined;
      ruleMemory.set(memoryKey(walker), state);
      const wrong = misstep(machine, before, state);
      if (wrong === undefined) continue;
      if (issues.length === MOST_ISSUES) continue;
      const { pointer } = place;
      const who = walker === null ? '' : `${showValue(walker)}: `;
      issues.push({
        key: `${genericPointer(pointer)} ${before} ${state}`,
        path: pointer,
        message: who + wrong,
        actual: state,
      });
    }
    return judged ? { subject: facts.side, issues } : undefined;
  };
};

interface SeenState {
  place: Found;
  state: string;
  /** What tells it apart; null where a session has one walker. */
  walker: Json;
}

/** The texts at a place, each with its key where there are keys. */
function* seenAt(message: JsonObject, pointer: string, key: string | undefined): Generator<SeenState> {
  const keys = key === undefined ? undefined : placesOf(message, key)[Symbol.iterator]();
  for (const place of placesOf(message, pointer)) {
    const walker: Json = keys?.next().value?.value ?? null;
    if (typeof place.value !== 'string' || (keys !== undefined && walker === null)) continue;
    yield { place, state: place.value, walker };
  }
}

function misstep(machine: Machine, before: string | undefined, state: string): string | undefined {
  const result = before === undefined ? walk(machine, [state]) : walk({ ...machine, initial: before }, [before, state]);
  return result.ok ? undefined : result.message;
}
