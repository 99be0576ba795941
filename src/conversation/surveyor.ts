import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { ExplorableTarget } from './explorer.js';

/** One thing that a target offers. */
export interface OfferedItem {
  /** What only people read. */
  says?: JsonObject;
  /** What programs go by. */
  facts?: JsonObject;
  /** The JSON Schema of what the target takes for it. */
  takes?: JsonObject | boolean;
  /** The JSON Schema of what the target gives back. */
  gives?: JsonObject | boolean;
}

/** What a target offers, by kind and name. */
export interface Offers {
  [kind: string]: { [name: string]: OfferedItem };
}

/** A target that is asked what it offers: nothing that it offers is used. */
export type SurveyedTarget = Pick<ExplorableTarget, 'transport' | 'version' | 'advertised' | 'converse'>;

/** Asks a target of a role what it offers. Throws ExplorationError. */
export type Survey = (target: SurveyedTarget) => Promise<Offers>;

/** Items by name, without those that have none; of several under one name the first counts. */
export function named(
  entries: Json | undefined,
  member: string,
  itemOf: (entry: JsonObject) => OfferedItem,
): { [name: string]: OfferedItem } {
  const items = new Map<string, OfferedItem>();
  for (const entry of Array.isArray(entries) ? entries.filter(isObject) : []) {
    const name = entry[member];
    if (typeof name === 'string' && !items.has(name)) items.set(name, itemOf(entry));
  }
  return Object.fromEntries(items);
}

/** An item with those of its parts that say something. */
export function item(parts: { [part in keyof OfferedItem]?: Json | undefined }): OfferedItem {
  const { says, facts, takes, gives } = parts;
  const isSchema = (value: Json | undefined) => isObject(value) || typeof value === 'boolean';
  return {
    ...(isObject(says) && Object.keys(says).length > 0 ? { says } : {}),
    ...(isObject(facts) && Object.keys(facts).length > 0 ? { facts } : {}),
    ...(isSchema(takes) ? { takes: takes as JsonObject | boolean } : {}),
    ...(isSchema(gives) ? { gives: gives as JsonObject | boolean } : {}),
  };
}

/** The members of an object with these names. */
export function some(entry: Json | undefined, ...names: string[]): JsonObject {
  const from = isObject(entry) ? entry : {};
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => (Object.hasOwn(from, name) ? [[name, from[name]!]] : [])),
  );
}

/** Capabilities as items: what is set below one is a fact of it, under its path. */
export function capabilities(advertised: Json | undefined): { [name: string]: OfferedItem } {
  const from = isObject(advertised) ? advertised : {};
  const items: { [name: string]: OfferedItem } = {};
  for (const [name, value] of Object.entries(from)) {
    if (isOff(value)) continue;
    const facts: JsonObject = {};
    const add = (at: Json, path: string): void => {
      if (isOff(at)) return;
      const members = isObject(at) ? Object.entries(at) : [];
      if (path !== '' && members.length === 0) facts[path] = isObject(at) ? true : at;
      for (const [member, one] of members) add(one, path === '' ? member : `${path}.${member}`);
    };
    add(isObject(value) || value === true ? value : { value }, '');
    items[name] = item({ facts });
  }
  return items;
}

/** What is off is as if it were not there. */
const isOff = (value: Json) => value === false || value === null;
