import { BoundedMap } from '../bounded/bounded-map.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { type Asked, idKey, RequestLedger } from '../jsonrpc/ledger.js';
import { type Shape, shapeOf } from '../jsonrpc/messages.js';
import type { WireRecord } from '../wire/record.js';
import type { Side } from './finding.js';
import { idsIn, isUsableId } from './ids.js';

/** How many requests, exchanges, events or keys are remembered for one side of one session. */
export const REMEMBERED = 20_000;

/** What is known of an id. All requests of one side that have it share this. */
interface IdUse {
  /** How often it was asked with; more than once only if its sender erred. */
  asks: number;
  /** Sent broken on purpose, or no id that a reply could repeat: nobody but the step judges the reply. */
  broken: boolean;
  /** Asked with for different methods at a time, or for one that is unknown, so that nobody knows what a reply answers. */
  ambiguous: boolean;
}

/** A request of either side, as far as its reply must know it. */
export type SeenRequest = Asked<IdUse>;

/** What a response without a usable id can be an answer to. */
export type Addressee = 'request' | 'notification' | 'nothing';

/** What the watch knows of one record once its session's memory has seen it. */
export interface Facts {
  record: WireRecord;
  side: Side;
  memory: Memory;
  /** Set for records of kind `message`. */
  shape?: Shape;
  /** The JSON-RPC members, where the message is an object. */
  message?: JsonObject;
  /** The method of a request or notification; for a response that of the request, once known. */
  method?: string;
  /** What is remembered of a request. */
  request?: SeenRequest;
  /** The request that a response answers. */
  asked?: SeenRequest;
  /** A request whose id its sender has used before in this session. */
  reused: boolean;
  /** The request that a response answers by its digits alone: with a text for a number, or the other way round. */
  retyped?: SeenRequest;
  /** How often the request had been answered before this response. */
  answersBefore: number;
  /** Set for a response without a usable id. */
  addressee?: Addressee;
  /** The step alone judges this: it is broken on purpose, or the reply to something that was. */
  forgiven: boolean;
  /** The body of an HTTP response that need be no message: the response refuses its request, or answers one without message. */
  body: boolean;
  /** Of a body that a GET has brought: the path that was asked for. */
  got?: string;
  /** A server-sent event that was delivered before on another stream, as resumption allows. */
  replayed: boolean;
  /** The exchange or stream that carried it; unset on a transport with one lane. */
  lane?: string;
}

export const otherSide = (side: Side): Side => (side === 'kit' ? 'target' : 'kit');

/** What is known of the sender of one side of a session, apart from its requests. */
interface Sender {
  /** Notifications that no response without id was taken for so far. */
  notified: number;
  /** It sent something that can't be understood, so an error without id is a proper answer. */
  broken: boolean;
  brokenBatch: boolean;
}

interface Exchange {
  kit: { requests: number; others: number };
  target: { requests: number; others: number };
  /** Something in it was broken on purpose. */
  broken: boolean;
  /** Of HTTP: the path of a GET, whose answer is an event stream or a document and no message. */
  got?: string;
  /** The status of its response, once that has come. */
  status?: number;
  /** It carried an event with an id: what it has to say may come elsewhere. */
  resumable: boolean;
  /** The sides that have ended it. */
  over: Set<Side>;
  /** What is known of the ids of its requests, while it has no response. */
  asked: IdUse[];
}

/**
 * What one session has seen: ids, exchanges, event ids. Bounded, whatever a peer sends. `note` must be called with every
 * record of the session, in order.
 */
export class Memory {
  readonly #senders: Record<Side, Sender> = { kit: newSender(), target: newSender() };
  readonly #requests = new RequestLedger<Side, IdUse>(REMEMBERED);
  readonly #exchanges = new BoundedMap<string, Exchange>(REMEMBERED);
  readonly #events = new BoundedMap<string, string>(REMEMBERED);
  readonly #ruleMemories = new Map<string, BoundedMap<string, unknown>>();

  /** Takes the next record and says what is known of it; remembers it for those that follow. */
  note(record: WireRecord): Facts {
    const side = record.from;
    const facts: Facts = {
      record,
      side,
      memory: this,
      reused: false,
      answersBefore: 0,
      forgiven: record.deliberate === true,
      body: false,
      replayed: false,
    };
    const lane = laneOf(record);
    if (lane !== undefined) facts.lane = lane;
    const sender = this.#senders[side];
    if (record.deliberate) {
      this.#breaks(sender, record);
      if (lane !== undefined) this.#exchange(lane).broken = true;
    }
    // A body of another binding: what it asks is not known here.
    if (side === 'kit' && record.kind === 'http' && record.http?.method === 'POST' && lane !== undefined)
      this.#exchange(lane).broken = true;
    if (lane !== undefined) this.#noteExchange(lane, record);
    if (record.kind !== 'message' && record.kind !== 'bytes') return facts;
    const shape = record.kind === 'message' && isMeant(record.message) ? shapeOf(record.message) : 'invalid';
    const { got, status = 200 } = (lane === undefined ? undefined : this.#exchanges.get(lane)) ?? {};
    const isMessage = isObject(record.message) && 'jsonrpc' in record.message;
    if (got !== undefined && record.sse === undefined && !isMessage)
      return { ...facts, forgiven: true, body: true, ...(status < 300 ? { got } : {}) };
    if (shape === 'invalid' && this.#isBody(facts)) return { ...facts, forgiven: true, body: true };
    if (record.kind === 'bytes') sender.broken = true;
    if (record.kind !== 'message') return facts;
    facts.shape = shape;
    // What answers something that was broken on purpose is for the step to judge, whatever it is.
    if (shape === 'invalid' && lane !== undefined && this.#exchange(lane).broken) facts.forgiven = true;
    if (!isObject(record.message)) {
      facts.forgiven ||= Array.isArray(record.message) && this.#senders[otherSide(side)].brokenBatch;
      sender.broken = true;
      return facts;
    }
    facts.message = record.message;
    facts.replayed = this.#isReplay(facts);
    if (facts.shape === 'response') this.#response(facts);
    else this.#asks(facts, sender);
    return facts;
  }

  /** The latest request of this side with this id. */
  askedBy(side: Side, id: Json | undefined): SeenRequest | undefined {
    return this.#requests.latest(side, id);
  }

  /** Whether ids of this side were forgotten, so that an unknown id proves nothing. */
  forgot(side: Side): boolean {
    return this.#requests.forgot(side);
  }

  /** Whether this side sent something that can't be understood. */
  hasBroken(side: Side): boolean {
    return this.#senders[side].broken;
  }

  /** Whether this side has ended the exchange of this name in order, and nothing that belongs to it can come elsewhere. */
  hasEnded(side: Side, lane: string): boolean {
    const exchange = this.#exchanges.get(lane);
    return exchange?.over.has(side) === true && !exchange.resumable;
  }

  /** Whether the request of this HTTP exchange was refused as a whole. */
  isRefused(lane: string): boolean {
    return (this.#exchanges.get(lane)?.status ?? 0) >= 400;
  }

  /** A bounded memory that a rule keeps in this session under a name of its own. */
  ruleMemory<V>(owner: string): BoundedMap<string, V> {
    const ruleMemory = this.#ruleMemories.get(owner) ?? new BoundedMap<string, unknown>(REMEMBERED);
    this.#ruleMemories.set(owner, ruleMemory);
    return ruleMemory as BoundedMap<string, V>;
  }

  #asks(facts: Facts, sender: Sender): void {
    const message = facts.message!;
    if (typeof message.method === 'string') facts.method = message.method;
    const exchange = facts.lane === undefined ? undefined : this.#exchange(facts.lane)[facts.side];
    const usable = isUsableId(message.id);
    if (facts.shape === 'invalid' || ('id' in message && !usable)) sender.broken = true;
    if (!('id' in message)) {
      if (facts.shape === 'notification') sender.notified++;
      if (exchange) exchange.others++;
      return;
    }
    if (exchange) exchange.requests++;
    const isBroken = facts.forgiven || !usable || facts.shape === 'invalid';
    if (!facts.replayed) this.#remember(facts.side, message.id!, facts.method ?? '', isBroken);
    const request = this.askedBy(facts.side, message.id);
    if (request) {
      facts.request = request;
      if (facts.lane !== undefined && !facts.replayed) this.#exchange(facts.lane).asked.push(request.about);
      facts.reused = !facts.replayed && request.about.asks > 1;
    }
  }

  #remember(side: Side, id: Json, method: string, broken: boolean): void {
    const known = this.askedBy(side, id);
    const use = known?.about ?? { asks: 0, broken: false, ambiguous: false };
    // One that is over is no longer waited for: what comes under its id now answers this one.
    const isOpen = known !== undefined && !isOver(known);
    use.ambiguous = method === '' || (isOpen && (use.ambiguous || known.method !== method));
    use.asks++;
    use.broken ||= broken;
    this.#requests.asked(side, id, method, use);
  }

  #response(facts: Facts): void {
    const message = facts.message!;
    const asker = this.#senders[otherSide(facts.side)];
    if (facts.lane !== undefined) this.#exchange(facts.lane)[facts.side].others++;
    const answers = facts.replayed
      ? this.#requests.pairing(facts.side, message.id)
      : this.#requests.replied(facts.side, message.id);
    const { to, meant, answersBefore } = answers;
    if (to) {
      facts.asked = to;
      facts.answersBefore = answersBefore;
      facts.forgiven ||= to.about.broken;
      if (to.method !== '' && !to.about.ambiguous) facts.method = to.method;
      return;
    }
    if (facts.record.method !== undefined) facts.method = facts.record.method;
    if (meant) facts.retyped = meant;
    if (facts.lane !== undefined) facts.forgiven ||= this.#exchange(facts.lane).broken;
    facts.forgiven ||= this.#isRefusal(facts);
    if (isUsableId(message.id)) return;
    facts.addressee = this.#addressee(facts);
    if (facts.addressee === 'notification' && asker.notified > 0) asker.notified--;
    if (isIdless(message.id)) facts.forgiven ||= asker.broken;
  }

  #isBody({ record, side, lane }: Facts): boolean {
    const status = record.http?.status;
    if (status === undefined || record.sse !== undefined || lane === undefined) return false;
    const { requests } = this.#exchange(lane)[otherSide(side)];
    // What answers no request is no message unless it looks like one.
    return status >= 400 || requests === 0;
  }

  /**
   * An error in an HTTP response with an error status says only why the request as a whole was refused, whatever id it has
   * that nobody asked with.
   */
  #isRefusal({ message, record }: Facts): boolean {
    return message !== undefined && 'error' in message && (record.http?.status ?? 0) >= 400;
  }

  #addressee(facts: Facts): Addressee {
    const other = otherSide(facts.side);
    const exchange = facts.lane === undefined ? undefined : this.#exchange(facts.lane)[other];
    if (exchange && exchange.requests + exchange.others > 0) return exchange.requests > 0 ? 'request' : 'notification';
    if (this.#requests.waits(other)) return 'request';
    return this.#senders[other].notified > 0 ? 'notification' : 'nothing';
  }

  #noteExchange(lane: string, { kind, http, from, sse, closed }: WireRecord): void {
    // Over REST a GET carries a request, whose answer is one of JSON-RPC.
    if (http?.method === 'GET' && kind === 'http') this.#exchange(lane).got = http.path ?? '';
    if (http?.status !== undefined) this.#answered(this.#exchange(lane), http.status);
    if (sse?.id !== undefined && sse.id !== '') this.#exchange(lane).resumable = true;
    if (kind === 'closed' && closed?.how === 'end') this.#exchange(lane).over.add(from);
  }

  #answered(exchange: Exchange, status: number): void {
    exchange.status = status;
    // For want of credentials it never became a message: a client that has them sends the same request again.
    if (status === 401 || status === 403) for (const use of exchange.asked) use.asks--;
    exchange.asked = [];
  }

  #exchange(lane: string): Exchange {
    return this.#exchanges.obtain(lane, () => ({
      kit: { requests: 0, others: 0 },
      target: { requests: 0, others: 0 },
      broken: false,
      resumable: false,
      over: new Set(),
      asked: [],
    }));
  }

  #isReplay({ record, message, lane }: Facts): boolean {
    const id = record.sse?.id;
    if (id === undefined || id === '' || lane === undefined) return false;
    const what = `${typeof message?.method === 'string' ? message.method : ''}\0${idKey(message?.id)}`;
    const known = this.#events.get(id);
    if (known === undefined) {
      this.#events.set(id, `${lane}\0${what}`);
      return false;
    }
    const [first, ...rest] = known.split('\0');
    return first !== lane && rest.join('\0') === what;
  }

  /** Remembers the ids inside what we broke on purpose, so that an answer to them is nobody's fault. */
  #breaks(sender: Sender, record: WireRecord): void {
    sender.broken = true;
    if (record.kind === 'message' && isObject(record.message)) return;
    if (Array.isArray(record.message) || beginsList(record)) sender.brokenBatch = true;
    for (const id of idsIn(record)) this.#remember(record.from, id, '', true);
  }
}

/** Whether JSON was meant as a message: without a version, an id and a method it is something else that happens to have a name in common. */
function isMeant(message: Json | undefined): boolean {
  if (!isObject(message)) return true;
  return 'jsonrpc' in message || isUsableId(message.id) || typeof message.method === 'string';
}

/** Whether a request has its answer. */
export const isOver = ({ answers }: SeenRequest): boolean => answers > 0;

function isIdless(id: Json | undefined): boolean {
  return id === undefined || id === null;
}

function newSender(): Sender {
  return { notified: 0, broken: false, brokenBatch: false };
}

function laneOf(record: WireRecord): string | undefined {
  if (record.stream !== undefined) return record.stream;
  return record.http === undefined ? undefined : record.channel;
}

/** Whether bytes may have been read as a list of messages. */
function beginsList({ text, bytes }: WireRecord): boolean {
  const beginning = text ?? Buffer.from(bytes?.subarray(0, 100) ?? []).toString();
  return /^\s*\[/.test(beginning);
}
