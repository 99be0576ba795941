import type { Entry } from '../entry.js';
import type { Transcript } from '../transcript.js';
import { matcherOf } from './match.js';
import type { Word } from './words.js';

/** How a row is shown: not at all, because it matches, or because the other half of its pair does. */
const [HIDDEN, MATCHING, BESIDE] = [0, 1, 2];

/**
 * The rows that a filter leaves, in their order. A row that is shown stays, whatever arrives: nothing is taken away under the reader's hands.
 * A new filter is worked out in slices, and the rows of the old one stay until it is.
 */
export class Shown {
  /** Indexes of the rows; undefined without a filter. */
  private rows: number[] | undefined;
  private flags: Uint8Array = new Uint8Array(0);
  private test: ReturnType<typeof matcherOf> | undefined;
  /** How many rows match. */
  private hits = 0;
  /** A filter that is being worked out: the position that comes next. */
  private coming: { test: ReturnType<typeof matcherOf>; flags: Uint8Array; at: number; trims: number } | undefined;
  private trims = 0;

  constructor(private readonly transcript: Transcript) {
    this.trims = transcript.trims;
  }

  /** Begins with another filter; `work` finishes it. */
  set(words: readonly Word[]): void {
    this.coming = undefined;
    if (words.length === 0) {
      this.rows = undefined;
      this.test = undefined;
      this.hits = 0;
      return;
    }
    this.coming = { test: matcherOf(words), flags: this.fresh(), at: 0, trims: this.transcript.trims };
  }

  /** Whether there is something left to work out. */
  get isBusy(): boolean {
    return this.coming !== undefined;
  }

  /** Works for about `ms`. Returns whether it is done. */
  work(ms: number, now: () => number = () => performance.now()): boolean {
    const { coming, transcript } = this;
    if (coming === undefined) return true;
    if (coming.trims !== transcript.trims) {
      coming.flags = this.fresh();
      coming.at = 0;
      coming.trims = transcript.trims;
    }
    const until = now() + ms;
    for (let done = 1; coming.at < transcript.length; done++) {
      const entry = transcript.at(transcript.first + coming.at)!;
      coming.flags = grown(coming.flags, coming.at);
      if (coming.test(entry, transcript)) this.mark(coming.flags, entry);
      coming.at++;
      // However little time there is, something is done in it.
      if (done % 256 === 0 && now() > until) return false;
    }
    this.test = coming.test;
    this.flags = coming.flags;
    this.trims = coming.trims;
    this.coming = undefined;
    this.collect();
    return true;
  }

  /** Takes a row that was added or replaced into account, and the request that it answers. Returns how many rows came in before others. */
  noted(entry: Entry): number {
    if (this.test === undefined || this.rows === undefined) return 0;
    if (this.trims !== this.transcript.trims) {
      this.trims = this.transcript.trims;
      const { first } = this.transcript;
      const gone = this.rows.findIndex((index) => index >= first);
      this.rows = gone < 0 ? [] : this.rows.slice(gone);
      this.flags = this.fresh();
      for (const index of this.rows) this.flags[index - first] = MATCHING;
      this.hits = this.rows.length;
    }
    let before = 0;
    for (const one of [this.transcript.at(entry.request), entry])
      if (one && this.test(one, this.transcript)) before += this.show(one);
    return before;
  }

  /** How many rows there are. */
  get length(): number {
    return this.rows?.length ?? this.transcript.length;
  }

  /** How many of them match; undefined without a filter. */
  get matching(): number | undefined {
    return this.rows && this.hits;
  }

  /** The index of the row at a position. */
  indexAt(position: number): number | undefined {
    if (this.rows) return this.rows[position];
    return position < this.transcript.length ? this.transcript.first + position : undefined;
  }

  /** The position of the row with this index, or of the first after it. */
  positionOf(index: number): number {
    if (this.rows === undefined) return Math.max(0, Math.min(index - this.transcript.first, this.transcript.length));
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a row is shown. */
  has(index: number): boolean {
    return this.indexAt(this.positionOf(index)) === index;
  }

  /** Whether a row is there for the other half of its pair alone. */
  isBeside(index: number): boolean {
    return this.rows !== undefined && this.flags[index - this.transcript.first] === BESIDE;
  }

  private show(entry: Entry): number {
    const { first } = this.transcript;
    let before = 0;
    const put = (index: number, flag: number) => {
      const at = index - first;
      if (at < 0) return;
      this.flags = grown(this.flags, at);
      const was = this.flags[at]!;
      if (was === MATCHING) return;
      if (flag === MATCHING) this.hits++;
      if (was === HIDDEN || flag === MATCHING) this.flags[at] = flag;
      if (was !== HIDDEN) return;
      const position = this.positionOf(index);
      if (position < this.rows!.length) before++;
      this.rows!.splice(position, 0, index);
    };
    put(entry.index, MATCHING);
    const partner = this.transcript.partner(entry);
    if (partner) put(partner.index, BESIDE);
    return before;
  }

  private mark(flags: Uint8Array, entry: Entry): void {
    const { first } = this.transcript;
    flags[entry.index - first] = MATCHING;
    const partner = this.transcript.partner(entry);
    const at = partner ? partner.index - first : -1;
    if (at >= 0 && at < flags.length && flags[at] === HIDDEN) flags[at] = BESIDE;
  }

  private collect(): void {
    this.rows = [];
    this.hits = 0;
    for (let at = 0; at < this.transcript.length; at++) {
      if (this.flags[at] === HIDDEN) continue;
      if (this.flags[at] === MATCHING) this.hits++;
      this.rows.push(this.transcript.first + at);
    }
  }

  private fresh(): Uint8Array {
    return new Uint8Array(this.transcript.length + 1024);
  }
}

function grown(flags: Uint8Array, at: number): Uint8Array {
  if (at < flags.length) return flags;
  const larger = new Uint8Array(Math.max(at + 1, flags.length * 2));
  larger.set(flags);
  return larger;
}
