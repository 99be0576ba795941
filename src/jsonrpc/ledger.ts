import { createHash } from 'node:crypto';
import type { Json } from '../json/json.js';

/** Characters of an id that are kept as they are: a longer one is hashed, so that a flood of long ids costs little. */
const LONGEST = 100;
/** Requests that are remembered whose ids are the same in a double. */
const ALIKE = 100;
/** A text that is an integer. A longer one is no id that anybody made of a number. */
const INTEGER = /^-?\d{1,40}$/;

/** A request of one side, as long as the ledger remembers it. */
export interface Asked<About> {
  readonly id: Json;
  readonly method: string;
  readonly about: About;
  /** How many replies it has got. */
  readonly answers: number;
}

/** What a reply answers. At most one of `to` and `meant` is set. */
export interface Pairing<About> {
  /** The request with this id. */
  to?: Asked<About>;
  /** The request with the same id in its other type: "1" for 1, or 1 for "1". */
  meant?: Asked<About>;
  /** How many replies that request got before. */
  answersBefore: number;
}

/** Picks among several requests with one id, such as those of the reply's own stream. If it picks none, all count. */
type Prefers<About> = (about: About) => boolean;

/**
 * A short text for an id. It tells ids apart by type and value: "1" and 1 differ, 5 and 5n do not, and 2^53 + 1 keeps its digits.
 * Of what can be no id only the kind counts.
 */
export function idKey(id: Json | undefined): string {
  if (typeof id === 'string')
    return id.length <= LONGEST ? `s:${id}` : `h:${createHash('sha256').update(id).digest('base64')}`;
  if (typeof id === 'number' || typeof id === 'bigint') return `n:${String(id)}`;
  return `o:${id === undefined ? 'absent' : id === null ? 'null' : typeof id}`;
}

/** An id in its other type: the text of an integer, or the integer that a text is. Undefined if there is none. */
export function retyped(id: Json | undefined): Json | undefined {
  if (typeof id === 'bigint' || Number.isInteger(id)) return String(id);
  if (typeof id !== 'string' || !INTEGER.test(id)) return undefined;
  return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id);
}

/**
 * The requests of both sides of a conversation, so that a reply can be paired with the one that it answers. Under one id the
 * oldest request without a reply comes first, then the one that was answered last. A request with the id as it came precedes
 * one with the id in its other type, unless only the latter waits. An integer beyond 2^53 is also known by what a double
 * makes of it.
 *
 * Each side has a limit. At it the request that was answered first is forgotten, or the oldest if none is answered.
 */
export class RequestLedger<Side extends string, About> {
  readonly #sides = new Map<Side, Requests<About>>();

  /** @param limit how many requests of each side are remembered, 1 or more */
  constructor(private readonly limit: number) {}

  /** Notes a request of one side. */
  asked(by: Side, id: Json, method: string, about: About): Asked<About> {
    let requests = this.#sides.get(by);
    if (!requests) {
      requests = new Requests(this.limit);
      this.#sides.set(by, requests);
    }
    return requests.add(id, method, about);
  }

  /** The requests of a side that have no reply, oldest first. */
  open(by: Side): readonly Asked<About>[] {
    return [...(this.#sides.get(by)?.open ?? [])];
  }

  /** Whether a request of this side has no reply. */
  waits(by: Side): boolean {
    return this.#sides.get(by)?.open.first !== undefined;
  }

  /** The latest request of a side with this id, in this type. One that waits comes before one that is answered. */
  latest(by: Side, id: Json | undefined, prefers?: Prefers<About>): Asked<About> | undefined {
    return this.#sides.get(by)?.latest(id, prefers);
  }

  /** Whether a request of this side was forgotten, so that an unknown id proves nothing. */
  forgot(by: Side): boolean {
    return this.#sides.get(by)?.forgot === true;
  }

  /** What a reply of this side with this id would answer. Notes nothing. */
  pairing(by: Side, id: Json | undefined, prefers?: Prefers<About>): Pairing<About> {
    const requests = this.#askedOf(by);
    const exact = requests?.answeredBy(id, prefers) ?? requests?.rounded(id);
    const other = retyped(id);
    const meant = other === undefined ? undefined : requests?.answeredBy(other, prefers);
    const isMeant = meant !== undefined && (exact === undefined || (exact.answers > 0 && meant.answers === 0));
    if (isMeant) return { meant, answersBefore: meant.answers };
    return exact ? { to: exact, answersBefore: exact.answers } : { answersBefore: 0 };
  }

  /** Notes a reply of this side, and says what it answers. */
  replied(by: Side, id: Json | undefined, prefers?: Prefers<About>): Pairing<About> {
    const pairing = this.pairing(by, id, prefers);
    const answered = pairing.to ?? pairing.meant;
    if (answered) this.#askedOf(by)?.answered(answered as Entry<About>);
    return pairing;
  }

  /** The requests of the other side. */
  #askedOf(answerer: Side): Requests<About> | undefined {
    for (const [side, requests] of this.#sides) if (side !== answerer) return requests;
    return undefined;
  }
}

interface Entry<About> extends Asked<About> {
  answers: number;
  before: Entry<About> | undefined;
  after: Entry<About> | undefined;
}

/** The requests of one id, where there are several: each list in its order. */
interface SameId<About> {
  open: Entry<About>[];
  answered: Entry<About>[];
}

/** The requests of one side. */
class Requests<About> {
  forgot = false;
  readonly open = new Line<About>();
  readonly #answered = new Line<About>();
  /** Nearly all ids are of one request, and tens of thousands are remembered: a list for each would be most of what they cost. */
  readonly #byId = new Map<string, Entry<About> | SameId<About>>();
  /** Those whose id no double holds, by what becomes of it in one. */
  readonly #rounded = new Map<string, Entry<About>[]>();
  #size = 0;

  constructor(private readonly limit: number) {}

  add(id: Json, method: string, about: About): Entry<About> {
    if (this.#size >= this.limit) this.#forget();
    const entry: Entry<About> = { id, method, about, answers: 0, before: undefined, after: undefined };
    const key = idKey(id);
    const same = this.#byId.get(key);
    if (same === undefined) this.#byId.set(key, entry);
    else if ('open' in same) same.open.push(entry);
    else
      this.#byId.set(
        key,
        same.answers === 0 ? { open: [same, entry], answered: [] } : { open: [entry], answered: [same] },
      );
    this.open.push(entry);
    this.#size++;
    for (const rounded of roundingsOf(id)) {
      const alike = this.#rounded.get(rounded) ?? [];
      this.#rounded.set(rounded, alike);
      alike.push(entry);
      if (alike.length > ALIKE) alike.shift();
    }
    return entry;
  }

  /** The request with exactly this id that a reply answers. */
  answeredBy(id: Json | undefined, prefers: Prefers<About> = () => true): Entry<About> | undefined {
    const same = this.#byId.get(idKey(id));
    if (same === undefined || !('open' in same)) return same;
    const isPreferred = ({ about }: Entry<About>) => prefers(about);
    return same.open.find(isPreferred) ?? same.answered.findLast(isPreferred) ?? same.open[0] ?? same.answered.at(-1);
  }

  /** The request whose id went through a double on its way back: of several the first that waits. */
  rounded(id: Json | undefined): Entry<About> | undefined {
    if (typeof id !== 'bigint' && typeof id !== 'number') return undefined;
    const alike = this.#rounded.get(idKey(Number(id)));
    return alike?.find(({ answers }) => answers === 0) ?? alike?.at(-1);
  }

  latest(id: Json | undefined, prefers: Prefers<About> = () => true): Entry<About> | undefined {
    const same = this.#byId.get(idKey(id));
    if (same === undefined || !('open' in same)) return same;
    const isPreferred = ({ about }: Entry<About>) => prefers(about);
    return (
      same.open.findLast(isPreferred) ?? same.answered.findLast(isPreferred) ?? same.open.at(-1) ?? same.answered.at(-1)
    );
  }

  answered(entry: Entry<About>): void {
    entry.answers++;
    if (entry.answers > 1) return;
    const same = this.#byId.get(idKey(entry.id));
    if (same === undefined) return;
    if ('open' in same) {
      const at = same.open.indexOf(entry);
      if (at < 0) return;
      same.open.splice(at, 1);
      same.answered.push(entry);
    }
    this.open.remove(entry);
    this.#answered.push(entry);
  }

  #forget(): void {
    const [line, list] = this.#answered.first ? [this.#answered, 'answered' as const] : [this.open, 'open' as const];
    const entry = line.first!;
    const key = idKey(entry.id);
    const same = this.#byId.get(key)!;
    // The first of the side is the first of its id too.
    if ('open' in same) same[list].shift();
    if (!('open' in same) || same.open.length + same.answered.length === 0) this.#byId.delete(key);
    for (const rounded of roundingsOf(entry.id)) {
      const rest = this.#rounded.get(rounded)?.filter((one) => one !== entry) ?? [];
      if (rest.length > 0) this.#rounded.set(rounded, rest);
      else this.#rounded.delete(rounded);
    }
    line.remove(entry);
    this.#size--;
    this.forgot = true;
  }
}

/** Entries in their order. Each can leave at once: in a Map or Set the first entry costs time that grows with what has left. */
class Line<About> {
  first: Entry<About> | undefined;
  #last: Entry<About> | undefined;

  push(entry: Entry<About>): void {
    entry.before = this.#last;
    entry.after = undefined;
    if (this.#last) this.#last.after = entry;
    else this.first = entry;
    this.#last = entry;
  }

  remove({ before, after }: Entry<About>): void {
    if (before) before.after = after;
    else this.first = after;
    if (after) after.before = before;
    else this.#last = before;
  }

  *[Symbol.iterator](): Generator<Entry<About>> {
    for (let entry = this.first; entry; entry = entry.after) yield entry;
  }
}

/** What becomes of an integer in a double, and of that if it must fit into 64 bits; nothing beyond all doubles. */
function roundingsOf(id: Json): string[] {
  if (typeof id !== 'bigint') return [];
  const rounded = Number(id);
  if (!Number.isFinite(rounded)) return [];
  return [...new Set([idKey(rounded), idKey(Number(BigInt.asIntN(64, BigInt(rounded))))])];
}
