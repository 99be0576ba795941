import type { Json } from '../../json/json.js';
import { isObject, stringifyJson } from '../../json/json.js';
import { orNearest } from '../../json/nearest.js';

/** A value in a case or fault file that can't be made: a malformed reference, a function with the wrong operand. */
export class ValueError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ValueError';
  }
}

/** A reference to a name that nobody knows. */
export class UnknownName extends ValueError {
  constructor(
    readonly reference: string,
    message: string,
  ) {
    super(message);
    this.name = 'UnknownName';
  }
}

/** A reference into something that has no such part, or a choice from a list where nothing fits: what `$maybe` leaves out. */
export class NothingThere extends UnknownName {}

/** The names that texts may refer to. A name may hold dots. */
export interface Scope {
  has(name: string): boolean;
  get(name: string): Json | undefined;
  /** Every known name, for suggestions. */
  names?(): Iterable<string>;
  /** What a function makes of its operand that only the steps of a case have, such as `$token`; undefined where there is none. */
  make?(name: string, operand: Json): Json | undefined;
}

/** A scope over the own members of an object. */
export function scopeOf(values: { readonly [name: string]: Json }): Scope {
  return {
    has: (name) => Object.hasOwn(values, name),
    get: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    names: () => Object.keys(values),
  };
}

/** One `${name}` or `${name:format}` in a text. */
export interface Reference {
  name: string;
  format?: 'json' | 'sh';
}

/** The pieces of a text: what stands as it is, unescaped, and references. */
export type Part = string | Reference;

const REFERENCE = /\$\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)(?::(json|sh))?\}/y;

/**
 * Splits a text into literal pieces and references. `$${` stands for a literal `${`. Throws ValueError for a `${` that
 * begins no reference.
 */
export function parseTemplate(text: string): Part[] {
  const parts: Part[] = [];
  let literal = '';
  let done = 0;
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', done)) {
    if (at > done && text[at - 1] === '$') {
      literal += `${text.slice(done, at - 1)}\${`;
      done = at + 2;
      continue;
    }
    REFERENCE.lastIndex = at;
    const found = REFERENCE.exec(text);
    if (!found) throw malformed(text.slice(at));
    literal += text.slice(done, at);
    if (literal !== '') parts.push(literal);
    literal = '';
    const format = found[2] as Reference['format'];
    parts.push({ name: found[1]!, ...(format ? { format } : {}) });
    done = REFERENCE.lastIndex;
  }
  literal += text.slice(done);
  if (literal !== '') parts.push(literal);
  return parts;
}

function malformed(rest: string): ValueError {
  const end = rest.indexOf('}');
  const shown = end < 0 || end > 60 ? `${rest.slice(0, 40)}…` : rest.slice(0, end + 1);
  const format = /^\$\{[\w.-]+:([^}]*)\}/.exec(rest)?.[1];
  if (format !== undefined) return new ValueError(`${shown} asks for the format ${format}; there are json and sh`);
  return new ValueError(`${shown} is not a reference; write a name such as \${sessionId}, or $\${ for a literal \${`);
}

/** The text with every `${` written so that it stands for itself. */
export function escapeText(text: string): string {
  return text.split('${').join('$${');
}

/** The text of a reference as it stands in a template. */
export function referenceText({ name, format }: Reference): string {
  return `\${${name}${format ? `:${format}` : ''}}`;
}

/** The longest part of a dotted name that is known, and the members behind it; undefined where no part is. */
export function splitName(name: string, has: (name: string) => boolean): { known: string; rest: string[] } | undefined {
  const segments = name.split('.');
  for (let count = segments.length; count > 0; count--) {
    const known = segments.slice(0, count).join('.');
    if (has(known)) return { known, rest: segments.slice(count) };
  }
  return undefined;
}

/** The value that a dotted name stands for: the longest known name, then inside, by members and array indexes. Throws UnknownName. */
export function lookUp(name: string, scope: Scope): Json {
  const split = splitName(name, (part) => scope.has(part));
  const value = split && scope.get(split.known);
  if (!split || value === undefined) {
    throw new UnknownName(name, `nothing is called \${${name}}${orNearest(name, scope.names?.() ?? [])}`);
  }
  return inside(name, split.known, value, split.rest);
}

/** Goes into a value by the segments behind a known name. Throws NothingThere. */
export function inside(name: string, known: string, value: Json, rest: readonly string[]): Json {
  let at = value;
  for (const segment of rest) {
    const index = Array.isArray(at) && /^\d+$/.test(segment) ? at[Number(segment)] : undefined;
    const next = isObject(at) && Object.hasOwn(at, segment) ? at[segment] : index;
    if (next === undefined) {
      const near = isObject(at) ? orNearest(segment, Object.keys(at)) : '';
      throw new NothingThere(name, `\${${name}}: ${known} has nothing at ${rest.join('.')}${near}`);
    }
    at = next;
  }
  return at;
}

/** A value as part of a text: a string as it is, everything else as JSON; `json` always as JSON, `sh` quoted for a POSIX shell. */
export function textOf(value: Json, format?: Reference['format']): string {
  if (format === 'json') return stringifyJson(value);
  if (format === 'sh') return (Array.isArray(value) ? value : [value]).map((word) => shellWord(textOf(word))).join(' ');
  return typeof value === 'string' ? value : stringifyJson(value);
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
