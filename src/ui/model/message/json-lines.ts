import { type Json, stringifyJson } from '../../../json/json.js';
import { escapeToken, parsePointer } from '../../../json/pointer.js';
import { visible } from '../visible.js';

/** What is wrong at a place of a message. */
export interface Mark {
  /** JSON Pointer from the root of the message. */
  pointer: string;
  tone: 'bad' | 'hint';
  /** Why, in one line. */
  why: string;
}

/** A piece of a line: a key, a string, a number (or true, false, null), punctuation. */
export interface Piece {
  kind: 'key' | 'string' | 'number' | 'mark';
  text: string;
  /** Whether it is what is wrong. */
  wrong?: boolean;
}

export interface JsonLine {
  depth: number;
  pieces: readonly Piece[];
  marks: readonly Mark[];
}

/** Longest text of one value that is shown, in characters. */
const LONGEST = 2000;
/** Levels that are shown; what is deeper stands on one line. */
const DEEPEST = 60;

/** A value as JSON, one member a line. `limit` is the most lines; `more` says that there are more. */
export function jsonLines(value: Json, marks: readonly Mark[], limit: number): { lines: JsonLine[]; more: boolean } {
  const places = new Map<string, Mark[]>();
  for (const mark of marks) {
    const place = placeOf(value, mark.pointer);
    places.set(place, [...(places.get(place) ?? []), mark]);
  }
  const lines: JsonLine[] = [];
  const add = (depth: number, pieces: Piece[], at?: string) => {
    const here = at === undefined ? undefined : places.get(at);
    lines.push({ depth, pieces, marks: here ?? [] });
  };
  const walk = (inner: Json, depth: number, pointer: string, head: Piece[], comma: Piece[]): void => {
    if (lines.length >= limit) return;
    const wrong = places.has(pointer);
    const isArray = Array.isArray(inner);
    if (typeof inner !== 'object' || inner === null || depth >= DEEPEST) {
      add(depth, [...head, { ...scalar(inner), ...(wrong && { wrong }) }, ...comma], pointer);
      return;
    }
    const names = isArray ? undefined : Object.keys(inner);
    const size = names?.length ?? (inner as Json[]).length;
    const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
    if (size === 0) {
      add(depth, [...head, { ...mark(`${open}${close}`), ...(wrong && { wrong }) }, ...comma], pointer);
      return;
    }
    add(depth, [...head, { ...mark(open), ...(wrong && { wrong }) }], pointer);
    for (let at = 0; at < size && lines.length < limit; at++) {
      const name = names?.[at];
      const child = name === undefined ? (inner as Json[])[at]! : (inner as { [name: string]: Json })[name]!;
      const key: Piece[] = name === undefined ? [] : [{ kind: 'key', text: shown(stringifyJson(name)) }, mark(': ')];
      walk(child, depth + 1, `${pointer}/${escapeToken(name ?? String(at))}`, key, at + 1 < size ? [mark(',')] : []);
    }
    if (lines.length < limit) add(depth, [mark(close), ...comma]);
  };
  walk(value, 0, '', [], []);
  return { lines, more: lines.length >= limit };
}

const mark = (text: string): Piece => ({ kind: 'mark', text });

function scalar(value: Json): Piece {
  if (typeof value === 'string') return { kind: 'string', text: shown(literalOf(value)) };
  if (typeof value === 'object' && value !== null) return mark(Array.isArray(value) ? '[ … ]' : '{ … }');
  return { kind: 'number', text: shown(stringifyJson(value)) };
}

function literalOf(text: string): string {
  if (text.length <= LONGEST) return stringifyJson(text);
  return `${stringifyJson(text.slice(0, LONGEST))} … ${text.length - LONGEST} more characters`;
}

const shown = (text: string): string => visible(text.length > 2 * LONGEST ? `${text.slice(0, 2 * LONGEST)}…` : text);

/** The pointer itself, or that of the nearest value around it that is there: if a member is missing, the mark is in its parent. */
export function placeOf(root: Json, pointer: string): string {
  let place = '';
  let value: Json | undefined = root;
  let tokens: string[];
  try {
    tokens = parsePointer(pointer);
  } catch {
    return '';
  }
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null) break;
    if (!Object.hasOwn(value, token) || (Array.isArray(value) && !/^\d+$/.test(token))) break;
    value = (value as { [name: string]: Json })[token];
    place = `${place}/${escapeToken(token)}`;
  }
  return place;
}
