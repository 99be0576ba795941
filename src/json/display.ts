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

/** A name from outside for a sentence: as it is, or in quotes where it is empty, long, or nobody would take it for one. */
export function showName(name: string): string {
  return /^[^\s\p{C}"]{1,80}$/u.test(name) ? name : showValue(name);
}

/** Two values that differ, as `showValue` shows them; of long texts the part around the first character that differs. */
export function showBoth(one: Actual, other: Actual): [string, string] {
  if (typeof one !== 'string' || typeof other !== 'string' || Math.max(one.length, other.length) <= WIDTH - 2)
    return [showValue(one), showValue(other)];
  const at = firstDifference(one, other);
  return [textAround(one, at, WIDTH), textAround(other, at, WIDTH)];
}

/** Where two texts begin to differ, in UTF-16 units. */
export function firstDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  // No half of a character is cut off.
  return at > 0 && /[\uDC00-\uDFFF]/.test(one.charAt(at) || other.charAt(at)) ? at - 1 : at;
}

/** How much of a text stands before the place that it is shown for, as a share of the room. */
const BEFORE = 0.3;

/**
 * A text as JSON in about `room` characters, so that the one at `at` is among them; how many are left out before and after
 * stands outside of the quotes: `…1203 characters "abc" …40 characters`.
 */
export function textAround(text: string, at: number, room: number): string {
  if (text.length <= room) {
    const whole = JSON.stringify(text);
    if (whole.length <= room) return whole;
  }
  const left = (number: number) => `…${number} character${number === 1 ? '' : 's'}`;
  const inner = Math.max(12, room - 2 * (left(text.length).length + 1) - 2);
  let from = Math.max(0, Math.min(at - Math.floor(inner * BEFORE), text.length - inner));
  if (/[\uDC00-\uDFFF]/.test(text.charAt(from))) from--;
  let to = Math.min(text.length, from + inner);
  // Escapes make a text longer than it is.
  while (to - 1 > at && JSON.stringify(text.slice(from, to)).length > inner + 2) to--;
  if (/[\uDC00-\uDFFF]/.test(text.charAt(to))) to++;
  const before = from === 0 ? '' : `${left(from)} `;
  const after = to === text.length ? '' : ` ${left(text.length - to)}`;
  return `${before}${JSON.stringify(text.slice(from, to))}${after}`;
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
