import type { Json, JsonObject } from '../../json/json.js';
import { isObject, stringifyJson } from '../../json/json.js';

/** `{name}` and `{name.member.0}` in a text of a script. */
const REFERENCE = /\{(\w+(?:\.\w+)*)\}/g;
const WHOLE = /^\{(\w+(?:\.\w+)*)\}$/;

/**
 * A value in all of whose texts each reference is replaced by what it leads to: a text as it is, anything else as JSON. What leads
 * nowhere stays as it is.
 */
export const fill = (value: Json, values: JsonObject): Json => eachText(value, (text) => fillText(text, values));

/** As `fill`, but that a text that is nothing but a reference becomes the value itself. */
export const fillValues = (value: Json, values: JsonObject): Json =>
  eachText(value, (text) => {
    const path = WHOLE.exec(text)?.[1];
    const found = path === undefined ? undefined : lookUp(path, values);
    return found === undefined ? fillText(text, values) : found;
  });

function eachText(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => eachText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, eachText(member, change)]));
}

function fillText(text: string, values: JsonObject): string {
  return text.replace(REFERENCE, (whole, path: string) => {
    const found = lookUp(path, values);
    if (found === undefined) return whole;
    return typeof found === 'string' ? found : stringifyJson(found);
  });
}

const lookUp = (path: string, values: JsonObject): Json | undefined => path.split('.').reduce(memberOf, values);

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
