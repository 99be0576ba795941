import { firstDifference, textAround } from '../../src/json/display.js';
import { unlike } from '../../src/json/equal.js';
import { isObject, type Json } from '../../src/json/json.js';
import { visibleJson } from '../../src/json/json-escapes.js';
import { PointerError, parsePointer } from '../../src/json/pointer.js';
import { oneLine } from '../../src/json/visible.js';
import { compact } from './value.js';
import { cut } from './words.js';

/** A part of a value that is shown whatever else has to go. */
export interface Focus {
  /** JSON Pointer from the root of the value; where it leads to nothing, what it would stand in is meant. */
  path: string;
  /** What should be there: of a long text the part is shown around the first character that is not as it should be. */
  expected?: Json;
}

/** How many parts are looked for at once. */
const MOST = 5;
/** How many characters of the value of a member beside the way to a part are shown, from most to least; 0 is the number of members alone. */
const BESIDE = [60, 24, 12, 0];
/** How much of the width the parts take together, as far as they are long. */
const SHARES = [0.6, 0.3];

/** The way to parts of a value. */
interface Way {
  steps: Map<string, Way>;
  focus?: Focus;
}

/**
 * A JSON value on one line of at most `width` characters, as `compact` has it where it fits. Where it does not, it is cut around the parts
 * that are asked for: these stay, and so do the names on the way to them, and for the rest stands how much it is, as in
 * `{…3 members,"tools":[…14 elements,{…1 member,"type":5}]}`. Without such a part it is cut at its end.
 */
export function compactAround(value: Json, focuses: readonly Focus[], width: number): string {
  const plain = compact(value, width);
  const ways = focuses.slice(0, MOST).flatMap((focus) => wayTo(value, focus) ?? []);
  if (ways.length === 0 || !plain.includes('…')) return plain;
  for (const some of [ways, ways.slice(0, 1)]) {
    const way = merged(some);
    for (const beside of BESIDE)
      for (const share of SHARES) {
        const room = Math.max(16, Math.floor((width * share) / some.length));
        const text = oneLine(visibleJson(render(value, way, beside, room)));
        if ([...text].length <= width) return text;
      }
  }
  return shortest(value, ways[0]!, width);
}

/** Two values of which one should be the other, each as `compactAround` has it around the first place where they differ. */
export function bothAround(
  expected: Json | undefined,
  actual: Json | undefined,
  width: number,
): [expected: string, actual: string] {
  if (expected === undefined || actual === undefined) return [compact(expected, width), compact(actual, width)];
  if (typeof expected === 'string' && typeof actual === 'string') {
    const at = firstDifference(expected, actual);
    const shown = (text: string) => cut(oneLine(visibleJson(textAround(text, at, width))), width);
    return [shown(expected), shown(actual)];
  }
  const { path, wanted, actual: came } = unlike(expected, actual) ?? { path: '' };
  const around = (value: Json, other: Json | undefined) =>
    compactAround(value, [{ path, ...(other === undefined ? {} : { expected: other }) }], width);
  return [around(expected, came), around(actual, wanted)];
}

/** Where even the way is too long: the place as a pointer, and what is there. */
function shortest(value: Json, { tokens, focus }: Found, width: number): string {
  let part: Json = value;
  for (const token of tokens) part = (part as { [name: string]: Json })[token]!;
  const place = cut(`/${tokens.join('/')}`, Math.max(8, Math.floor(width / 2)));
  const room = Math.max(8, width - [...place].length - 6);
  return cut(`${place}: ${oneLine(visibleJson(leaf(part, focus, room)))}`, width);
}

interface Found {
  tokens: string[];
  focus: Focus;
}

/** The tokens that lead to a part, or to what it would stand in; undefined where it would be the whole value. */
function wayTo(value: Json, focus: Focus): Found | undefined {
  const tokens: string[] = [];
  let at: Json = value;
  for (const token of tokensOf(focus.path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) break;
    tokens.push(String(token));
    at = (at as { [name: string]: Json })[token]!;
  }
  return tokens.length === 0 ? undefined : { tokens, focus };
}

function tokensOf(path: string): (string | number)[] {
  try {
    return parsePointer(path);
  } catch (error) {
    if (error instanceof PointerError) return [];
    throw error;
  }
}

function merged(found: readonly Found[]): Way {
  const root: Way = { steps: new Map() };
  for (const { tokens, focus } of found) {
    let way = root;
    for (const token of tokens) {
      const next = way.steps.get(token) ?? { steps: new Map() };
      way.steps.set(token, next);
      way = next;
    }
    way.focus ??= focus;
  }
  return root;
}

function render(value: Json, way: Way | undefined, beside: number, room: number): string {
  if (way === undefined) return compact(value, beside);
  if (way.steps.size === 0 || typeof value !== 'object' || value === null) return leaf(value, way.focus, room);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let left = 0;
  const leaveOut = () => {
    if (left > 0) parts.push(`…${left} ${isList ? 'element' : 'member'}${left === 1 ? '' : 's'}`);
    left = 0;
  };
  // Of a list of thousands, those next to the way show enough.
  const near = new Set([...way.steps.keys()].flatMap((token) => [Number(token) - 1, Number(token) + 1]));
  for (const [index, name] of Object.keys(value).entries()) {
    const next = way.steps.get(name);
    if (next === undefined && (beside === 0 || (isList && !near.has(index)) || parts.length > 40)) {
      left += 1;
      continue;
    }
    leaveOut();
    const text = render((value as { [name: string]: Json })[name]!, next, beside, room);
    parts.push(isList ? text : `${JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)}:${text}`);
  }
  leaveOut();
  return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

function leaf(value: Json, focus: Focus | undefined, room: number): string {
  if (typeof value !== 'string') return isObject(value) ? withNames(value, room) : compact(value, room);
  const { expected } = focus ?? {};
  return textAround(value, typeof expected === 'string' ? firstDifference(value, expected) : 0, room);
}

/** An object that lacks something, or is not what it should be: the names of its members say more than the value of the first. */
function withNames(value: { [name: string]: Json }, room: number): string {
  const whole = compact(value, room);
  if (!whole.includes('…')) return whole;
  const names = Object.keys(value);
  const each = Math.floor(room / Math.max(1, names.length)) - Math.max(0, ...names.map((name) => name.length)) - 4;
  if (each < 4) return whole;
  const parts = names.map((name) => `${JSON.stringify(name)}:${compact(value[name], each)}`);
  return `{${parts.join(',')}}`;
}
