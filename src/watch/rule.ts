import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { getPointer } from '../json/pointer.js';
import type { Machine } from '../language/machine.js';
import type { Linted } from '../language/remark.js';
import type { UndeclaredExtension } from '../language/undeclared-extension.js';
import type { Leftover, Outcome, Side } from './finding.js';
import type { Facts, Memory } from './memory.js';

/** What the watch must know of a method. */
export interface WatchedMethod {
  kind: 'request' | 'notification';
  /** Who may send it. */
  from: readonly Side[];
  /** Definition of the params. Where it is unset, what `message` says about params is judged. */
  params?: string;
  /** Definition of the whole request or notification, where there is one. */
  message?: string;
  /** Whether the message must carry params. */
  paramsRequired: boolean;
  /** Definitions of the results that are possible; empty for a notification. */
  results: readonly string[];
}

/** One place where a value departs from its definition. */
export interface Misfit {
  /** JSON Pointer from the root of the value. */
  path: string;
  /** A short sentence, such as "expected a string, got a number". */
  message: string;
  expected?: Json;
  actual?: Json;
  /** The member that the value lacks. */
  missing?: string;
  /** The value names a variant that the definition does not have, and nothing else is known to be wrong. */
  unknownVariant?: boolean;
}

/** The definitions of one protocol version. */
export interface Definitions {
  /** The table entry of a method; undefined for a method that the protocol version does not have. */
  method(name: string): WatchedMethod | undefined;
  /** Where a value departs from all of these definitions, told against the nearest; empty where it fits one of them. */
  misfits(definitions: readonly string[], value: Json): Misfit[];
  /**
   * What the sender of a message has made up, where the protocol keeps account of what is its own. `method` is that of the
   * message, or of the request that it answers.
   */
  undeclared?(message: JsonObject, method: string | undefined): UndeclaredExtension[];
}

/** What all rules of a watch share. */
export interface RuleContext {
  definitions: Definitions;
  machines: { readonly [name: string]: Machine };
  /** How the target is reached: stdio, http, ws. */
  transport: string;
  /** The side of the protocol that the target is on. */
  side?: 'client' | 'server';
  /** What judges the documents that a protocol has beside its messages, by their kind. */
  documents?: ReadonlyMap<string, (document: Json) => Linted>;
  /** Whether what the target puts at a place of a message, a JSON Pointer, is its own: no definition speaks of it. */
  isOwn?(path: string): boolean;
}

/**
 * How a conversation ended: the side that ended it; `cut` where neither did and it may have gone on; `unknown` where nothing says
 * so, and what was said is taken for all of it.
 */
export type Ending = Side | 'cut' | 'unknown';

/** Judges one record. Undefined where the rule has nothing to say about it. */
export interface Judge {
  (facts: Facts): Outcome | undefined;
  /** What is wrong with a session as it ends. */
  atEnd?(memory: Memory, ending: Ending): Leftover[];
}

/**
 * Makes the judge of one entry of wire.yaml out of its settings. `siblings` are the settings of the entries with the same
 * rule, its own among them. Throws SettingsError for settings that the rule does not take.
 */
export type RuleMaker = (settings: JsonObject, context: RuleContext, siblings: readonly JsonObject[]) => Judge;

/** How many issues of one message a rule reports: each costs more than the bytes that it is about. */
export const MOST_ISSUES = 50;

/** Settings (`with`) of an entry of wire.yaml that its rule can't use. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Throws SettingsError where the settings hold anything but these names. */
export function onlySettings(settings: JsonObject, names: readonly string[]): void {
  for (const name of Object.keys(settings)) {
    if (names.includes(name)) continue;
    const known = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`;
    throw new SettingsError(`\`${name}\` is not a setting of this rule; ${known}`);
  }
}

/** A setting that is a text or a list of texts; empty where it is not given and not required. */
export function textsOf(settings: JsonObject, name: string, required = false): string[] {
  const value = settings[name];
  if (value === undefined && !required) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > 0 && list.every((item) => typeof item === 'string')) return list as string[];
  throw new SettingsError(`\`${name}\` must be a text or a list of texts`);
}

/** A setting that is true or false; false where it is not given. */
export function flagOf(settings: JsonObject, name: string): boolean {
  const value = settings[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new SettingsError(`\`${name}\` must be true or false`);
}

/** A setting `{ at: JSON Pointer, in: [values] }`, as a question to a message; undefined where it is not given. */
export function conditionOf(settings: JsonObject, name: string): ((message: JsonObject) => boolean) | undefined {
  const setting = settings[name];
  if (setting === undefined) return undefined;
  const { at, in: values } = isObject(setting) ? setting : {};
  if (typeof at !== 'string' || !Array.isArray(values))
    throw new SettingsError(`\`${name}\` must be { at: JSON Pointer, in: [values] }`);
  getPointer(null, at);
  return (message) => {
    const value = getPointer(message, at);
    return value !== undefined && values.includes(value);
  };
}
