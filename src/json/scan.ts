/**
 * Scans over the text of JSON, for what a parsed value no longer shows. None of them recurses, and none judges the grammar:
 * on a text that is no JSON they return something sensible and end.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
/** Names of an object up to which a list is searched as fast as a set. */
const FEW = 8;

/** What a text would cost as a value. */
export interface Extent {
  /** The offset of the bracket that opens a level beyond the limit, or -1: then the counts end there. */
  tooDeepAt: number;
  /** Values of every kind. */
  values: number;
  /** Lists and objects among them. */
  containers: number;
  /** Members of the object that has most. */
  members: number;
  /** The longest run of digits outside strings. */
  digits: number;
}

/** Counts what a text of JSON holds, before anything is made of it. A level beyond `depth` ends the count. */
export function extentOf(text: string, depth: number): Extent {
  let level = 0;
  let commas = 0;
  let containers = 0;
  let empty = 0;
  let opened = false;
  let longest = 0;
  let most = 0;
  /** Members of the object at each level. */
  const members = new Uint32Array(depth + 1);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      const start = at;
      while (isDigit(text.charCodeAt(at + 1))) at += 1;
      if (at - start >= longest) longest = at - start + 1;
      opened = false;
    } else if (code === COMMA) commas += 1;
    else if (code === COLON) {
      const count = (members[level] ?? 0) + 1;
      members[level] = count;
      if (count > most) most = count;
    } else if (code === QUOTE) {
      opened = false;
      at = stringEnd(text, at) - 1;
    } else if (code === 0x5b || code === 0x7b) {
      containers += 1;
      level += 1;
      opened = true;
      if (level > depth) return { tooDeepAt: at, values: 0, containers, members: most, digits: longest };
      members[level] = 0;
    } else if (code === 0x5d || code === 0x7d) {
      level -= 1;
      if (opened) empty += 1;
      opened = false;
    } else if (opened && !isSpace(code)) opened = false;
  }
  const values = 1 + commas + containers - empty;
  return { tooDeepAt: -1, values, containers, members: most, digits: longest };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** How many members all objects of a text of JSON have together. */
export function membersIn(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COLON) members += 1;
    else if (code === QUOTE) at = stringEnd(text, at) - 1;
  }
  return members;
}

/** Start and end of every string, quotes included. */
export function* strings(text: string): Generator<[start: number, end: number]> {
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = stringEnd(text, start);
    yield [start, end];
    start = text.indexOf('"', end);
  }
}

/** Start and end of every number that stands outside a string. */
export function* bareNumbers(text: string): Generator<[start: number, end: number]> {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1;
    } else if (code === MINUS || (code >= 0x30 && code <= 0x39)) {
      const start = at;
      while (at < text.length && isNumberCode(text.charCodeAt(at))) at += 1;
      yield [start, at];
      at -= 1;
    }
  }
}

/**
 * The members of objects that occur more than once, as JSON Pointers (RFC 6901), each named once, in the order in which
 * their repetition occurs; at most `most` of them, since each may be as long as the text is deep. Names are compared after their
 * escapes are resolved (RFC 8259, section 4).
 */
export function duplicateKeys(text: string, most: number = Number.POSITIVE_INFINITY): string[] {
  const found = new Set<string>();
  const open: Container[] = [];
  for (let at = 0; at < text.length && found.size < most; at += 1) {
    const code = text.charCodeAt(at);
    const top = open[open.length - 1];
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (top?.names !== undefined && top.wantsName) {
        top.wantsName = false;
        top.step = nameOf(text.slice(at, end));
        if (!top.names.add(top.step)) found.add(pointerTo(open));
      }
      at = end - 1;
    } else if (code === 0x7b) {
      open.push({ names: new NameSet(), wantsName: true, step: '' });
    } else if (code === 0x5b) {
      open.push({ wantsName: false, step: 0 });
    } else if (code === 0x5d || code === 0x7d) {
      open.pop();
    } else if (code === COMMA && top !== undefined) {
      if (typeof top.step === 'number') top.step += 1;
      else top.wantsName = true;
    } else if (code === COLON && top !== undefined) {
      top.wantsName = false;
    }
  }
  return [...found];
}

interface Container {
  /** Names seen so far; unset for an array. */
  names?: NameSet;
  /** Whether the next string is a name. */
  wantsName: boolean;
  /** The name or index where the scan is. */
  step: string | number;
}

/** Names of one object: nearly all have few, and a list may hold millions of objects. */
class NameSet {
  #few: string[] = [];
  #many: Set<string> | undefined;

  /** Returns whether the name is new. */
  add(name: string): boolean {
    if (this.#many === undefined) {
      if (this.#few.includes(name)) return false;
      this.#few.push(name);
      if (this.#few.length > FEW) this.#many = new Set(this.#few);
      return true;
    }
    const { size } = this.#many;
    this.#many.add(name);
    return this.#many.size > size;
  }
}

function pointerTo(open: Container[]): string {
  return open.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function nameOf(literal: string): string {
  const plain = literal.slice(1, -1);
  if (!plain.includes('\\')) return plain;
  try {
    return JSON.parse(literal) as string;
  } catch {
    return plain;
  }
}

/** The offset behind the string that opens at `start`; the end of the text where it is never closed. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH && quote - 1 - slashes > start) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Digits, sign, point and exponent letters: all that a number may hold. */
function isNumberCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === MINUS || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65
  );
}
