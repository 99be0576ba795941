/**
 * Scans over the text of JSON, for what a parsed value no longer shows. None of them recurses, and none judges the grammar:
 * on a text that is no JSON they return something sensible and end.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;

/** The offset of the bracket that opens level `limit` + 1, or -1. */
export function tooDeepAt(text: string, limit: number): number {
  // A level takes two characters, so a short text needs no look.
  if (text.length <= limit * 2) return -1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return at;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return -1;
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
 * their repetition occurs. Names are compared after their escapes are resolved (RFC 8259, section 4).
 */
export function duplicateKeys(text: string): string[] {
  const found = new Set<string>();
  const open: Container[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const top = open[open.length - 1];
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (top?.names !== undefined && top.wantsName) {
        top.wantsName = false;
        top.step = nameOf(text.slice(at, end));
        if (top.names.has(top.step)) found.add(pointerTo(open));
        top.names.add(top.step);
      }
      at = end - 1;
    } else if (code === 0x7b) {
      open.push({ names: new Set(), wantsName: true, step: '' });
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
  names?: Set<string>;
  /** Whether the next string is a name. */
  wantsName: boolean;
  /** The name or index where the scan is. */
  step: string | number;
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
