import { type Unlike, unlike } from '../../json/equal.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import { isVolatileNumber, isVolatileText } from '../../recording/volatile.js';

/** The params of a request that say what is asked: `_meta` has tokens and what the peer is. None are as good as empty ones. */
export function askedIn({ params }: JsonObject): Json {
  if (!isObject(params)) return params ?? {};
  const { _meta: _, ...asked } = params;
  return asked;
}

/** A text that is the same for requests that ask the same. */
export const exactKey = (request: JsonObject): string => keyOf(askedIn(request), false);

/** The same, whatever ids, times, tokens and hidden secrets they have. */
export const looseKey = (request: JsonObject): string => keyOf(askedIn(request), true);

/** Where a request first asks for something else than a recorded one. */
export const unlikeAsked = (recorded: JsonObject, request: JsonObject): Unlike | undefined =>
  unlike(askedIn(recorded), askedIn(request));

function keyOf(value: Json, isLoose: boolean): string {
  return stringifyJson(sorted(value, '', isLoose));
}

function sorted(value: Json, member: string, isLoose: boolean): Json {
  if (isLoose && typeof value === 'string' && isVolatileText(value, member)) return { '': 'text' };
  if (isLoose && typeof value === 'number' && isVolatileNumber(value, member)) return { '': 'number' };
  if (Array.isArray(value)) return value.map((item) => sorted(item, member, isLoose));
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name]!, name, isLoose)]));
}
