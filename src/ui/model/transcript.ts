import type { Line } from '../../generated/types/control-v1.js';
import { Brackets } from './brackets.js';
import { Entry, isWorse, kitIsLeft, type Origin, type Tone, toneOf } from './entry.js';

/** Rows that a page keeps; Proctor keeps its own. */
const MOST = 100_000;
/** So many of the oldest go at once. */
const AT_ONCE = 10_000;

/** The findings of one requirement. */
export interface Broken {
  requirement: string;
  level: string;
  tone: Tone;
  count: number;
  /** What the last one says. */
  message: string;
}

/** All lines that a page has, by their index and without gaps. */
export class Transcript {
  private list: Entry[] = [];
  private brackets = new Brackets();
  private readonly broken = new Map<string, Broken>();
  /** Indexes of rows with findings, in their order. */
  private found: number[] = [];
  /** HTTP requests without a response, by what carries both. */
  private readonly exchanges = new Map<string, number>();
  /** How many rows each channel has. */
  readonly channels = new Map<string, number>();
  /** Indexes of requests without an answer. */
  readonly open = new Set<number>();
  /** Changes of `first`: positions in the list are others then. */
  trims = 0;

  constructor(
    readonly origin: Origin,
    /** Index of the first line; what was before is not kept by anybody. */
    private base = 0,
  ) {}

  /** Whether arrows to the right come from what lines call `kit`. */
  get kitIsLeft(): boolean {
    return kitIsLeft(this.origin);
  }

  get first(): number {
    return this.base;
  }

  /** The index that is added next. */
  get next(): number {
    return this.base + this.list.length;
  }

  get length(): number {
    return this.list.length;
  }

  at(index: number | undefined): Entry | undefined {
    return index === undefined ? undefined : this.list[index - this.base];
  }

  get findings(): readonly number[] {
    return this.found;
  }

  /** The worst first, then those that came first. */
  get requirements(): Broken[] {
    return [...this.broken.values()].sort((a, b) => Number(isWorse(b.tone, a.tone)) - Number(isWorse(a.tone, b.tone)));
  }

  /** Adds the line that comes next. */
  add(given: Line): Entry {
    const replyTo = given.replyTo ?? this.exchangeOf(given);
    const line = replyTo === undefined ? given : { ...given, replyTo };
    const request = this.at(replyTo);
    const entry = new Entry(line, this.origin, request);
    entry.rail = this.brackets.next(entry.index, entry.opens, replyTo);
    const channel = entry.record?.channel;
    if (channel !== undefined) this.channels.set(channel, (this.channels.get(channel) ?? 0) + 1);
    if (request && request.reply === undefined) {
      request.reply = entry.index;
      if (entry.time !== undefined && request.time !== undefined) request.took = entry.time - request.time;
      this.open.delete(request.index);
    }
    if (entry.opens) this.open.add(entry.index);
    this.list.push(entry);
    this.note(entry);
    if (this.list.length > MOST) this.trim();
    return entry;
  }

  /** Puts a line in the place of one with its index, because something was found later. The row stays where it is. */
  replace(line: Line): Entry | undefined {
    const before = this.at(line.index);
    if (before === undefined) return undefined;
    const replyTo = line.replyTo ?? before.request;
    const entry = new Entry(replyTo === undefined ? line : { ...line, replyTo }, this.origin, this.at(replyTo));
    entry.rail = before.rail;
    entry.reply = before.reply;
    entry.took = before.took;
    this.list[line.index - this.base] = entry;
    for (const finding of before.findings) {
      const broken = this.broken.get(finding.requirement);
      if (broken && --broken.count === 0) this.broken.delete(finding.requirement);
    }
    this.found = this.found.filter((index) => index !== line.index);
    this.note(entry);
    return entry;
  }

  /** The other half of the pair of a row. */
  partner(entry: Entry): Entry | undefined {
    return this.at(entry.request ?? entry.reply);
  }

  /** The HTTP request that a response answers: the one before it that the same exchange carried. */
  private exchangeOf({ index, line }: Line): number | undefined {
    if (line.type !== 'message' || line.record.kind !== 'http') return undefined;
    const { http, stream, channel } = line.record;
    const key = `${line.session} ${stream ?? channel}`;
    if (typeof http?.method === 'string') {
      this.exchanges.set(key, index);
      return undefined;
    }
    const request = this.exchanges.get(key);
    this.exchanges.delete(key);
    return request;
  }

  private note(entry: Entry): void {
    if (entry.findings.length === 0) return;
    const last = this.found.at(-1);
    this.found.push(entry.index);
    if (last !== undefined && last > entry.index) this.found.sort((a, b) => a - b);
    for (const finding of entry.findings) {
      const tone = toneOf(finding, this.origin);
      const broken = this.broken.get(finding.requirement);
      if (broken) {
        broken.count++;
        broken.message = finding.message;
        if (isWorse(tone, broken.tone)) broken.tone = tone;
      } else {
        const { requirement, level, message } = finding;
        this.broken.set(requirement, { requirement, level, tone, count: 1, message });
      }
    }
  }

  private trim(): void {
    this.list = this.list.slice(AT_ONCE);
    this.base += AT_ONCE;
    this.trims++;
    this.brackets.forget(this.base);
    this.found = this.found.filter((index) => index >= this.base);
    for (const [key, index] of this.exchanges) if (index < this.base) this.exchanges.delete(key);
    for (const index of this.open) if (index < this.base) this.open.delete(index);
  }
}
