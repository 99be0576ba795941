import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';

/** How a value of one form becomes that of another. What it does not know it leaves as it is. */
export type Change = (value: Json) => Json;

/** A value in the other form; the same where there is no other. */
export const changed = (change: Change | undefined, value: Json): Json => (change ? change(value) : value);

/** Changes members of an object by their names, if they are there. */
export function members(changes: { readonly [name: string]: Change }): Change {
  return (value) => {
    if (!isObject(value)) return value;
    const all = Object.entries(value).map(([name, member]) => [name, changed(own(changes, name), member)]);
    return Object.fromEntries(all);
  };
}

export function each(change: Change): Change {
  return (value) => (Array.isArray(value) ? value.map(change) : value);
}

/** The same object without the members that are undefined. */
export function defined(all: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as JsonObject;
}
