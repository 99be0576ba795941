import { ANYWHERE, REDACTED } from './credentials.js';
import { type Spelling, spellings } from './spellings.js';

/** How much of a secret must be there for its rest to be taken for cut off. */
const BEGINNING = 6;
/** Shortest text that may be the end of a longer one, or was cut without a sign, in characters. */
const LONG = 79;
/** Shortest spelling of a secret that is looked for, in characters. */
const SHORTEST = 4;

interface Needle extends Spelling {
  /** Hidden only where no letter or digit stands beside it. */
  word: boolean;
}

type Range = [from: number, to: number];

/**
 * Finds known secrets in texts. One more costs what it costs alone, and a text is gone through once however many there are: a run makes up
 * thousands of tokens, and each line of its report is looked through. Only where a text has their beginning are those compared that begin alike.
 */
export class Needles {
  private readonly known = new Set<string>();
  private readonly starts = new Pieces(SHORTEST);
  private readonly ends = new Pieces(ANYWHERE);
  private longest = 0;

  /** Adds all spellings of a secret. */
  add(value: string): void {
    for (const spelling of spellings(value)) {
      const { text } = spelling;
      if (text.length < SHORTEST || this.known.has(text)) continue;
      this.known.add(text);
      this.longest = Math.max(this.longest, text.length);
      const needle = { ...spelling, word: text.length < ANYWHERE };
      this.starts.add(needle, text.slice(0, SHORTEST));
      if (text.length > ANYWHERE) this.ends.add(needle, text.slice(-ANYWHERE));
    }
  }

  /** A text without the secrets. */
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
    for (let at = this.starts.next(text, head); at >= 0; at = this.starts.next(text, Math.max(after, at + 1))) {
      const range = this.rangeAt(text, at, after);
      if (range === undefined) continue;
      ranges.push(range);
      after = range[1];
    }
    return ranges;
  }

  private rangeAt(text: string, from: number, after: number): Range | undefined {
    for (const { text: needle, word, base64 } of this.starts.at(text, from)) {
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
    let end = 0;
    const beginning = text.slice(0, this.longest);
    for (let at = this.ends.next(beginning, 0); at >= 0; at = this.ends.next(beginning, at + 1)) {
      const to = at + ANYWHERE;
      const begun = text.slice(0, to);
      if (this.ends.at(text, at).some((needle) => needle.text.length > to && needle.text.endsWith(begun))) end = to;
    }
    return end;
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

/** Needles by a piece of theirs that is as long as that of all others. */
class Pieces {
  private readonly byPiece = new Map<string, Needle[]>();
  /** Which hashes the first characters of the pieces have: most places of a text are passed with one look at it. */
  private readonly hashes = new Uint8Array(1 << 16);

  constructor(private readonly length: number) {}

  add(needle: Needle, piece: string): void {
    const same = this.byPiece.get(piece);
    if (!same) {
      this.byPiece.set(piece, [needle]);
      this.hashes[hashOf(piece)] = 1;
      return;
    }
    // A secret that contains another one goes first, or its rest would stay.
    let [from, to] = [0, same.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (same[middle]!.text.length < needle.text.length) to = middle;
      else from = middle + 1;
    }
    same.splice(from, 0, needle);
  }

  /** The first place from this one on where a piece stands; -1 where none does. */
  next(text: string, from: number): number {
    const { hashes, length, byPiece } = this;
    const last = text.length - length;
    if (from > last) return -1;
    let hash = 0;
    for (let at = from; at < from + HASHED - 1; at += 1) hash = (hash << 4) ^ text.charCodeAt(at);
    for (let at = from; at <= last; at += 1) {
      hash = ((hash << 4) ^ text.charCodeAt(at + HASHED - 1)) & 0xffff;
      if (hashes[hash] === 1 && byPiece.has(text.slice(at, at + length))) return at;
    }
    return -1;
  }

  /** The needles whose piece stands at a place, the longest first. */
  at(text: string, from: number): readonly Needle[] {
    return this.byPiece.get(text.slice(from, from + this.length)) ?? [];
  }
}

/** How many characters of a piece are hashed; each one further shifts the first one out. */
const HASHED = 4;

function hashOf(piece: string): number {
  let hash = 0;
  for (let at = 0; at < HASHED; at += 1) hash = (hash << 4) ^ piece.charCodeAt(at);
  return hash & 0xffff;
}
