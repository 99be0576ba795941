import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Facts } from '../../memory.js';
import { onlySettings, SettingsError, textsOf } from '../../rule.js';

/** The variants that the two sides of a session have said they use beyond those of the definitions. */
export interface Advertised {
  /** Remembers what a message advertises. */
  note(facts: Facts): void;
  /** Whether the variant at this place of a message was advertised before by its sender. */
  has(facts: Facts, path: string): boolean;
}

/**
 * Reads the setting `{ in, at, of }`: a message of the method `in` (a response too) has at `at` the list of the variants that
 * its sender may use at `of`. Undefined where it is not given; throws SettingsError for anything else.
 */
export function advertisedOf(settings: JsonObject, name: string): Advertised | undefined {
  const setting = settings[name];
  if (setting === undefined) return undefined;
  if (!isObject(setting)) throw new SettingsError(`\`${name}\` must be { in, at, of }`);
  onlySettings(setting, ['in', 'at', 'of']);
  const [method, at, of] = ['in', 'at', 'of'].map((one) => textsOf(setting, one, true)[0]!) as [string, string, string];
  for (const pointer of [at, of]) getPointer(null, pointer);
  const key = ({ side }: Facts, variant: Json) => `${side} ${idKey(variant)}`;
  const memoryOf = ({ memory }: Facts) => memory.ruleMemory<true>(`advertised ${method} ${at}`);
  return {
    note(facts) {
      if (facts.method !== method) return;
      const list = getPointer(facts.message!, at);
      if (Array.isArray(list)) for (const variant of list) memoryOf(facts).set(key(facts, variant), true);
    },
    has(facts, path) {
      const variant = path === of ? getPointer(facts.message!, path) : undefined;
      if (variant === undefined) return false;
      const ruleMemory = memoryOf(facts);
      return ruleMemory.get(key(facts, variant)) === true || ruleMemory.forgot;
    },
  };
}
