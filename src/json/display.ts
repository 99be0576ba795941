import type { Actual } from './equal.js';
import { type Json, stringifyJson } from './json.js';

/** Longest text of a value in a sentence, in characters. */
const WIDTH = 80;
/** How much of a value is looked at: members or elements of one container, and levels. */
const MEMBERS = 12;
const LEVELS = 4;

/** A value in one short line of JSON for a sentence, cut where it is long or deep; "nothing" where it is absent. */
export function showValue(value: Actual): string {
  if (value === undefined) return 'nothing';
  const text = stringifyJson(pruned(value as Json, LEVELS));
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}

/** A copy of what will be shown: a hostile value may be huge or nested without end. */
function pruned(value: Json | undefined, levels: number): Json {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.length > WIDTH ? value.slice(0, WIDTH) : value;
  if (typeof value === 'bigint') return value > -(10n ** 80n) && value < 10n ** 80n ? value : 'a huge integer';
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return Array.isArray(value) ? ['…'] : { '…': '…' };
  if (Array.isArray(value)) return value.slice(0, MEMBERS).map((item) => pruned(item, levels - 1));
  const entries: [string, Json][] = [];
  for (const name in value) {
    if (entries.length === MEMBERS) break;
    if (Object.hasOwn(value, name)) entries.push([name.slice(0, WIDTH), pruned(value[name], levels - 1)]);
  }
  return Object.fromEntries(entries);
}

/** The kind of a value with its article: "a string", "an integer", "a list", "nothing". */
export function kindOf(value: Actual): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'bigint') return 'an integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
