import { isObject, type Json } from '../json.js';
import {
  ANYWHERE,
  isCredentialName,
  isCredentialVariable,
  isHidable,
  REDACTED,
  redactedValue,
  withoutCredentials,
} from './credentials.js';
import { type Spelling, spellings } from './spellings.js';

/** How much of a secret must be there for its rest to be taken for cut off. */
const BEGINNING = 6;
/** Shortest text that may be the end of a longer one, or was cut without a sign, in characters. */
const LONG = 79;

interface Needle extends Spelling {
  /** Hidden only where no letter or digit stands beside it. */
  word: boolean;
}

type Range = [from: number, to: number];

/**
 * The secrets that nothing which leaves this process may show, and what becomes of texts and values that have them. A secret is found as it
 * is, as JSON, in URLs, in base64 and hex, cut off by an ellipsis, and broken over lines. Beside the known ones, what a header, a member, a
 * variable, or a parameter of a URL says under the name of a credential is hidden too. Work is linear in the text.
 */
export class Secrets {
  private readonly values = new Set<string>();
  private engine: Engine | undefined;

  constructor(values: Iterable<string> = []) {
    this.add(values);
  }

  /** Those that are too short or too common to be hidden are left out: see `isHidable`. */
  add(values: Iterable<string>): void {
    for (const value of values) {
      if (!isHidable(value) || this.values.has(value)) continue;
      this.values.add(value);
      this.engine = undefined;
    }
  }

  /** A text without secrets. */
  text(text: string): string {
    return withoutCredentials(this.known(text));
  }

  /** A text without the secrets that are known, for words of ours: what only looks like a credential stays. */
  known(text: string): string {
    if (this.values.size === 0) return text;
    this.engine ??= new Engine(this.values);
    return this.engine.clean(text);
  }

  /** Bytes without secrets; the same ones where there is none. Latin-1 gives each byte a character of its own. */
  bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1');
    const clean = this.text(text);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }

  /** A JSON text without secrets, which is JSON still: they are taken out of its strings and numbers. */
  json(text: string): string {
    return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
      if (!token.startsWith('"')) return this.scalar(token) === REDACTED ? `"${REDACTED}"` : token;
      const value = unquoted(token);
      const clean = this.text(value);
      return clean === value ? token : JSON.stringify(clean);
    });
  }

  /** A JSON value without secrets, names of members included; the value itself where there is none in it. Uses no recursion. */
  value<T>(root: T): T {
    return this.isClean(root as Json) ? root : (this.copy(root as Json) as T);
  }

  private isClean(root: Json): boolean {
    // Containers alone: a list of a million numbers costs no second one.
    const open: (Json[] | { [name: string]: Json })[] = [];
    const isOpenOrClean = (value: Json | undefined): boolean => {
      if (typeof value !== 'object' || value === null) return value === undefined || this.scalar(value) === value;
      open.push(value);
      return true;
    };
    if (!isOpenOrClean(root)) return false;
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (Array.isArray(value)) {
        for (const item of value) if (!isOpenOrClean(item)) return false;
      } else {
        for (const name in value) {
          const member = value[name];
          const clean = this.member(value, name);
          const isSame = Array.isArray(clean)
            ? clean === member || clean.join() === member!.toString()
            : clean === member;
          if (!isSame || this.known(name) !== name) return false;
          if (typeof member !== 'string' && !isOpenOrClean(member)) return false;
        }
      }
    }
    return true;
  }

  private copy(root: Json): Json {
    const holder: { [name: string]: Json } = {};
    const open: { into: Json[] | { [name: string]: Json }; name: string; value: Json }[] = [
      { into: holder, name: 'root', value: root },
    ];
    for (let task = open.pop(); task !== undefined; task = open.pop()) {
      const { into, name, value } = task;
      let copy: Json = this.scalar(value);
      if (Array.isArray(value)) {
        copy = [];
        for (let at = value.length - 1; at >= 0; at -= 1)
          open.push({ into: copy, name: String(at), value: value[at]! });
      } else if (isObject(value)) {
        copy = {};
        for (const key of Object.keys(value).reverse())
          open.push({ into: copy, name: this.known(key), value: this.member(value, key) });
      }
      Object.defineProperty(into, name, { value: copy, writable: true, enumerable: true, configurable: true });
    }
    return holder.root!;
  }

  /** A member of an object: hidden whole where its name is that of a credential, or `name` beside `value` says so. */
  private member(object: { [name: string]: Json }, name: string): Json {
    const value = object[name];
    if (Array.isArray(value) && isCredentialName(name) && value.every((one) => typeof one === 'string'))
      return value.map((one) => (isHidable(one) ? redactedValue(one) : this.text(one)));
    if (typeof value !== 'string') return value!;
    const isNamed = name === 'value' && typeof object.name === 'string' && isCredentialVariable(object.name);
    if ((isNamed || isCredentialName(name)) && isHidable(value)) return redactedValue(value);
    return this.text(value);
  }

  private scalar(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    return isNumber && this.values.size > 0 && this.values.has(String(value)) ? REDACTED : value;
  }
}

function unquoted(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1);
  }
}

/** Finds known secrets in texts. */
class Engine {
  private readonly all: readonly Needle[];
  private readonly starts: RegExp;
  private readonly byStart = new Map<string, Needle[]>();

  constructor(values: Iterable<string>) {
    const needles = new Map<string, Needle>();
    for (const value of values)
      for (const one of spellings(value))
        if (one.text.length >= 4) needles.set(one.text, { ...one, word: one.text.length < ANYWHERE });
    // A secret that contains another one must go first, or its rest would stay.
    this.all = [...needles.values()].sort((a, b) => b.text.length - a.text.length);
    const starts = new Set(this.all.map(({ text }) => text.slice(0, BEGINNING)));
    for (const start of starts)
      this.byStart.set(
        start,
        this.all.filter(({ text }) => start.startsWith(text.slice(0, BEGINNING))),
      );
    const sources = [...starts].sort((a, b) => b.length - a.length).map(escaped);
    this.starts = new RegExp(sources.join('|'), 'g');
  }

  clean(text: string): string {
    const whole = this.find(text);
    const ranges = text.includes('\n') ? merged([...whole, ...this.brokenOverLines(text)]) : whole;
    if (ranges.length === 0) return text;
    let clean = '';
    let done = 0;
    for (const [from, to] of ranges) {
      clean += text.slice(done, from) + REDACTED;
      done = to;
    }
    return clean + text.slice(done);
  }

  /** Where secrets stand, in their order. */
  private find(text: string): Range[] {
    const ranges: Range[] = [];
    const head = this.endAtBeginning(text);
    if (head > 0) ranges.push([0, head]);
    let after = head;
    this.starts.lastIndex = head;
    for (let match = this.starts.exec(text); match; match = this.starts.exec(text)) {
      const range = this.rangeAt(text, match.index, match[0], after);
      this.starts.lastIndex = range === undefined ? match.index + 1 : range[1];
      if (range === undefined) continue;
      ranges.push(range);
      after = range[1];
    }
    return ranges;
  }

  private rangeAt(text: string, from: number, start: string, after: number): Range | undefined {
    for (const { text: needle, word, base64 } of this.byStart.get(start)!) {
      let to = from + commonLength(text, from, needle);
      const isWhole = to - from === needle.length;
      if (!isWhole && (to - from < BEGINNING || !isCut(text, to))) continue;
      if (word && (isWordAt(text, from - 1) || (isWhole && isWordAt(text, to)))) continue;
      let begin = from;
      if (base64) {
        while (begin > after && isBase64At(text, begin - 1)) begin -= 1;
        while (isBase64At(text, to)) to += 1;
      }
      return [begin, to];
    }
    return undefined;
  }

  /** How far the end of a secret goes whose beginning was cut off with what stood before the text. */
  private endAtBeginning(text: string): number {
    if (text.length < LONG) return 0;
    for (const { text: needle } of this.all)
      for (let at = 1; at <= needle.length - ANYWHERE; at += 1)
        if (needle.charCodeAt(at) === text.charCodeAt(0) && text.startsWith(needle.slice(at)))
          return needle.length - at;
    return 0;
  }

  /** Secrets that a line end and the indentation of the next line stand in. */
  private brokenOverLines(text: string): Range[] {
    const places: { joined: number; skipped: number }[] = [];
    let joined = '';
    let done = 0;
    let skipped = 0;
    for (const { 0: end, index } of text.matchAll(/\r?\n[ \t]*/g)) {
      joined += text.slice(done, index);
      done = index + end.length;
      skipped += end.length;
      places.push({ joined: joined.length, skipped });
    }
    joined += text.slice(done);
    let at = 0;
    const original = (place: number, isEnd: boolean) => {
      while (at < places.length && (isEnd ? places[at]!.joined < place : places[at]!.joined <= place)) at += 1;
      return place + (places[at - 1]?.skipped ?? 0);
    };
    return this.find(joined).flatMap(([from, to]): Range[] => {
      const begin = original(from, false);
      const end = original(to, true);
      return end - begin > to - from ? [[begin, end]] : [];
    });
  }
}

function commonLength(text: string, from: number, needle: string): number {
  let length = 0;
  while (length < needle.length && text.charCodeAt(from + length) === needle.charCodeAt(length)) length += 1;
  return length;
}

/** Whether a text is cut off here: an ellipsis follows, perhaps after what closes a string or list, or it ends and is long. */
function isCut(text: string, at: number): boolean {
  if (at === text.length) return text.length >= LONG;
  return /^["'\\\]})]{0,8}(?:\u2026|\.\.\.)/.test(text.slice(at, at + 12));
}

const isWordAt = (text: string, at: number) => /\w/.test(text.charAt(at));
const isBase64At = (text: string, at: number) => /[\w+/=-]/.test(text.charAt(at));

/** Ranges in their order, those that overlap as one. */
function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
