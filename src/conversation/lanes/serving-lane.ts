import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import { RequestLedger } from '../../jsonrpc/ledger.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Border, Carried, Headers, HttpHead, Listener, SseFields } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import { type Admission, bothOf } from '../../wire/http/admission.js';
import { lowered, mediaType } from '../../wire/http/headers.js';
import { type HttpListener, type HttpPlace, listenHttp, type ServerExchange } from '../../wire/http/server.js';
import { EVENT_STREAM } from '../../wire/http/sse.js';
import type { Limits } from '../../wire/limits.js';
import type { Channel } from '../channel.js';
import type { Codec } from '../codec/codec.js';
import { codecService } from '../codec/serve-codec.js';
import type { Lane, LaneHost } from '../lane.js';
import type { Claims } from '../peer/claims.js';
import type { HttpService, PeerReference, ServeHttpOptions } from '../peer/peer-reference.js';
import { notesOf, sendThrough } from '../record-notes.js';
import { type Outgoing, StageError } from '../stage.js';
import { headersOver } from './headers-over.js';

/** Requests of ours that are remembered. */
const REMEMBERED = 10_000;

export interface ServingOptions {
  limits: Limits;
  /** Who may come besides this machine, beside those that the reference lists. */
  admission?: Admission | undefined;
  clock: Clock;
  /** Where it listens, if not on a port of its own. */
  place?: HttpPlace | undefined;
  claims: Claims;
  /** How messages are read and written; unset where the reference serves HTTP itself. */
  codec?: Codec;
  /** Where the faults of the case act: between the reference and what is recorded. */
  faults: Border;
}

/** One exchange that the target began. */
interface Open {
  exchange: ServerExchange;
  channel: Channel;
  /** The head of our response, once it is known. */
  head?: HttpHead;
  /** The reference has answered it by itself. */
  answered?: boolean;
  /** We ended it ourselves, so that its end is nothing that the target did. */
  cut?: boolean;
}

/**
 * `main` where the target is a client that comes over HTTP: the reference of the peer serves it, in this process. Every
 * exchange that the target begins has a channel of its own; `main` is the merged view of their messages and of the requests
 * that carry none. What the steps say goes through the reference too, which knows the streams and sessions of its protocol;
 * bytes, bare heads and bodies go on the exchange as they are.
 */
export class ServingLane implements Lane {
  readonly traffic = {
    sent: () => this.listener.traffic().sent,
    received: () => this.listener.traffic().received,
  };
  private listener!: HttpListener;
  private service!: HttpService;
  private readonly exchanges = new Map<string, Open>();
  /** Our requests, with the channel on which each went out. */
  private readonly requests = new RequestLedger<'kit' | 'target', Channel>(REMEMBERED);
  /** What a step says at the moment. */
  private saying: Outgoing | undefined;

  private constructor(private readonly host: LaneHost) {}

  /** Listens on loopback. Throws StageError (defect) where the peer does not serve HTTP. */
  static async open(host: LaneHost, reference: PeerReference, options: ServingOptions): Promise<ServingLane> {
    const { limits, clock, claims, faults, codec } = options;
    const serve = codec
      ? async (how: ServeHttpOptions) => codecService(codec, reference, how)
      : reference.serveHttp?.bind(reference);
    if (!serve) throw new StageError('defect', 'the peer of this role can not be reached over HTTP');
    const lane = new ServingLane(host);
    let count = 0;
    lane.service = await serve({
      limits,
      clock,
      border: {
        hears: (carried, deliver) => lane.hears(carried, (heard) => faults.hears(heard, deliver)),
        sends: (carried, emit) => sendThrough(faults, carried, (left, broken) => lane.sends(left, broken, emit)),
      },
      keeps: (method) => claims.keep(method, host.main.name),
      nextId: () => `kit-${++count}`,
    });
    const admission = bothOf(options.admission, lane.service.admission ?? reference.admission);
    lane.listener = await listenHttp({
      limits,
      admission,
      place: options.place,
      onExchange: (exchange) => lane.take(exchange),
    });
    return lane;
  }

  /** Where the target finds us. */
  get url(): string {
    return `${this.listener.url}${this.service.path}`;
  }

  /** Whether the reference still works on an answer. */
  get owes(): boolean {
    return this.service.owes ?? false;
  }

  async send(list: Outgoing[], channel: Channel): Promise<void> {
    for (const out of list) {
      const name = channel === this.host.main ? out.about : channel.name;
      const open = name === undefined ? undefined : this.exchanges.get(name);
      if (isObject(out.message)) this.say(out, name, open);
      else if (name === undefined)
        throw new StageError('defect', 'bytes, bodies and heads go on an exchange: name it by `on`');
      else if (!open) throw new StageError('unmet', noExchange(name));
      else if (isBareEvent(out)) this.bareEvent(out, name, open);
      else this.direct(out, open);
    }
  }

  takes(channel: Channel, out: Outgoing): boolean {
    return channel !== this.host.main || out.about !== undefined || !isObject(out.message) || this.service.speaks;
  }

  async close(channel: Channel, how: 'end' | 'reset' | number): Promise<void> {
    const targets = [...this.exchanges.values()].filter((one) => channel === this.host.main || one.channel === channel);
    for (const one of targets) this.cut(one, how === 'reset' ? 'reset' : 'end');
    await Promise.all(targets.map(({ exchange }) => exchange.closed));
  }

  canAnswer(channel: Channel): boolean {
    return !channel.ended;
  }

  async end(): Promise<void> {
    this.service.close();
    await this.listener.close();
  }

  // --- what comes

  private take(exchange: ServerExchange): void {
    const { stream } = exchange;
    const channel = this.host.channel(stream);
    this.exchanges.set(stream, { exchange, channel });
    this.service.take(exchange);
    // After the reference has said that the target is gone, where it is.
    void exchange.closed.then(() => {
      channel.ended = true;
      this.exchanges.delete(stream);
      this.host.wake();
    });
    this.host.wake();
  }

  private hears(carried: Carried, deliver: Listener): void {
    const open = this.exchanges.get(carried.stream ?? '');
    if (!open || (carried.kind === 'closed' && open.cut)) {
      deliver(carried);
      return;
    }
    const { channel } = open;
    if (carried.kind === 'closed') {
      channel.ended = true;
      this.host.record('target', [channel], carried);
    } else {
      // A body that is no message is what a step or a rule wants to see, not the head above it.
      const kind = carried.bytes === undefined ? carried.kind : 'bytes';
      const about = this.askedOn(carried.message);
      const channels = [channel, this.host.main, ...(about ? [about] : [])];
      this.host.record('target', channels, { ...carried, kind });
    }
    deliver(carried);
    this.host.wake();
  }

  /** The exchange on which we asked what this answers: whoever asked there waits there. */
  private askedOn(message: Json | undefined): Channel | undefined {
    return isObject(message) && shapeOf(message) === 'response'
      ? this.requests.replied('target', message.id).to?.about
      : undefined;
  }

  // --- what goes

  /** A message of the steps: the reference knows where it belongs. */
  private say(out: Outgoing, stream: string | undefined, open: Open | undefined): void {
    if (out.http && open?.head)
      throw tooLate(open, `the head of the exchange ${stream} has left, so \`http\` changes nothing any more`);
    this.saying = out;
    try {
      const events = out.sse !== undefined || isStream(out.http?.headers);
      const how = { events, ...(stream === undefined ? {} : { stream }) };
      if (!this.service.say(out.message as JsonObject, how)) throw new StageError('unmet', noExchange(stream));
    } finally {
      this.saying = undefined;
    }
  }

  /** What the reference lets leave, for the steps or by itself. */
  private sends(carried: Carried, broken: boolean, emit: Listener): void {
    if (carried.kind === 'exit') {
      this.vanish();
      return;
    }
    const open = this.exchanges.get(carried.stream ?? '');
    if (!open) {
      emit(carried);
      return;
    }
    const out = this.saying;
    const item = out ? overridden(carried, out) : carried;
    if (item.http) open.head = recorded(item.http);
    if (item.http && !out) open.answered = true;
    if (item.kind === 'closed') open.cut = true;
    const isMessage = item.kind === 'message' || item.kind === 'bytes';
    const { message } = item;
    if (isObject(message) && shapeOf(message) === 'request')
      this.requests.asked('kit', message.id!, String(message.method), open.channel);
    this.host.record(
      'kit',
      isMessage ? [open.channel, this.host.main] : [open.channel],
      open.head ? { ...item, http: open.head } : item,
      { ...(isMessage && out ? notesOf(out) : {}), ...(broken ? { deliberate: true } : {}) },
    );
    emit(item);
  }

  private bareEvent(out: Outgoing, stream: string, open: Open): void {
    if (!this.service.say(undefined, { stream, events: true })) throw new StageError('unmet', noExchange(stream));
    const item: Carried = { kind: 'sse', sse: fieldsOver({}, out), stream };
    this.host.record('kit', [open.channel], open.head ? { ...item, http: open.head } : item, notesOf(out));
    open.exchange.write(item);
  }

  /** Bytes, a body, a literal that is no object, or a head alone: past the reference. */
  private direct(out: Outgoing, open: Open): void {
    const { exchange, channel } = open;
    const { stream } = exchange;
    if (!open.head) {
      const { status = 200, headers } = out.http ?? {};
      const head = { status: Number(status), headers: headersOver(typeOf(out), headers) };
      open.head = recorded(head);
      this.host.record('kit', [channel], { kind: 'http', http: open.head, stream });
      exchange.head(head.status, head.headers);
    } else if (out.http) throw tooLate(open, `the head of the exchange ${stream} has left already`);
    const content = contentOf(out);
    if (content) {
      const item = { ...content, http: open.head, stream };
      this.host.record('kit', [channel, this.host.main], item, notesOf(out));
    }
    for (const chunk of chunksOf(out)) exchange.raw(chunk);
    // A body is complete; a stream stays open for more.
    if (!isStream(open.head.headers)) this.cut(open, 'end', false);
  }

  private cut(open: Open, how: 'end' | 'reset', tell = true): void {
    open.cut = true;
    const { exchange, channel } = open;
    if (tell) this.host.record('kit', [channel], { kind: 'closed', closed: { how }, stream: exchange.stream });
    if (how === 'end') exchange.end();
    else exchange.reset();
  }

  /** A fault ends the process of the reference: nobody is there any more. */
  private vanish(): void {
    for (const open of this.exchanges.values()) this.cut(open, 'reset');
    void this.end();
  }
}

const noExchange = (name: string | undefined) =>
  name === undefined
    ? 'nothing was sent: the target has opened no stream for it'
    : `nothing was sent: the exchange ${name} is over`;

/** What a step says comes too late: because of an earlier one, or because the target did not ask for what the case waits for. */
const tooLate = ({ answered }: Open, message: string) => new StageError(answered ? 'unmet' : 'defect', message);

const isBareEvent = ({ raw, body, http, sse, message }: Outgoing) =>
  sse !== undefined && !http && !raw && body === undefined && message === undefined;

/** A step's `http:` and `sse:` over what the reference would send. */
function overridden(carried: Carried, out: Outgoing): Carried {
  const item = { ...carried };
  if (out.http && item.http) {
    const { status, headers } = out.http;
    item.http = {
      ...item.http,
      ...(status === undefined ? {} : { status: Number(status) }),
      headers: headersOver(item.http.headers, headers),
    };
  }
  if (out.sse && item.kind === 'message' && item.sse) item.sse = fieldsOver(item.sse, out);
  return item;
}

/** The fields of an event with those of a step over them; null takes one away. */
function fieldsOver(fields: SseFields, { sse = {} }: Outgoing): SseFields {
  const all = Object.entries({ ...fields, ...sse }).filter(([, value]) => value !== null);
  return Object.fromEntries(all.map(([name, value]) => [name, name === 'retry' ? Number(value) : String(value)]));
}

const recorded = (head: HttpHead): HttpHead => ({ ...head, headers: lowered(head.headers) });

function isStream(headers: Json | Headers | undefined): boolean {
  const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  return mediaType(lowered(Object.fromEntries(texts))) === EVENT_STREAM;
}

/** What a body is where the step does not say. */
function typeOf({ raw, body, message }: Outgoing): Headers {
  if (raw || message !== undefined) return { 'content-type': 'application/json' };
  if (body === undefined) return {};
  return { 'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' };
}

function contentOf({ raw, body, message }: Outgoing): Carried | undefined {
  if (raw) return { kind: 'bytes', bytes: Buffer.concat(raw) };
  if (message !== undefined) return { kind: 'message', message };
  return body === undefined ? undefined : { kind: 'body', body };
}

function chunksOf({ raw, body, message }: Outgoing): (Uint8Array | string)[] {
  if (raw) return raw;
  const value = message ?? body;
  if (value === undefined) return [];
  return [typeof value === 'string' ? value : stringifyJson(value)];
}
