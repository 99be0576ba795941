import type { Json, JsonObject } from '../../json/json.js';
import type { Link } from '../../jsonrpc/link.js';
import type { Id } from '../../jsonrpc/messages.js';
import type { Border, HttpHead } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { Admission, Refusal } from '../../wire/http/admission.js';
import type { ServerExchange } from '../../wire/http/exchange.js';
import type { Limits } from '../../wire/limits.js';
import type { WireRecord } from '../../wire/record.js';
import type { Codec } from '../codec/codec.js';
import type { Outgoing } from '../stage.js';
import type { Outlived } from './shim-server.js';

/** The reference that plays the peer of a case: what it answers by itself, and its values for the steps (`peer.*`). */
export interface PeerReference {
  values: JsonObject;
  /** What the peer writes on its standard error as soon as a target has spawned it. */
  stderr?: string;
  /** What it outlives as a process that a target has spawned. Default: nothing. */
  outlives?: Outlived;
  /** By method: the result, or a thrown RpcError. */
  requests: { [method: string]: (params: Json | undefined) => Json | Promise<Json> };
  notifications: { [method: string]: (params: Json | undefined) => void };
  /** A request or notification of the steps with what every one of its protocol carries, as far as the step does not say it. */
  completed?(message: JsonObject): JsonObject;
  /**
   * Serves what the target sends on a link of its own, where the peer is a whole reference and not a table of answers;
   * then `requests` and `notifications` are not used.
   */
  serve?(link: Link): void;
  /** Resolves once it can serve; rejects where it can't use what the case configured. */
  prepared?: Promise<unknown>;
  /** Told what the steps answered instead of it, so that it knows what the conversation has come to. */
  answered?(request: JsonObject, reply: JsonObject): void;
  /** Who may come over HTTP or WebSocket besides this machine, as the case asks for it. Default: nobody. */
  admission?: Admission;
  /** Over WebSocket: what an upgrade of a target that comes to us is answered with in its place. Default: all are let in. */
  admits?(head: HttpHead): Refusal | undefined;
  /** Serves a target that comes to us over HTTP, where the peer is a server of the protocol. */
  serveHttp?(options: ServeHttpOptions): Promise<HttpService>;
}

/** What a reference gets that serves HTTP as the peer of a case. */
export interface ServeHttpOptions {
  /** Everything that it hears and sends passes here, named by the exchange (`stream`) that carries it. */
  border: Border;
  limits: Limits;
  clock: Clock;
  /** Whether the steps answer requests of this method: their exchange stays open, and `say` brings the answer. */
  keeps(method: string): boolean;
  /** Makes the ids of its own requests, apart from those of the steps. */
  nextId(): Id;
}

/** A reference that serves HTTP as the peer of a case; the listener belongs to whoever made it. */
export interface HttpService {
  /** Behind the listener's address: what a client is told. */
  path: string;
  /** Who may come besides this machine, as the case asks for it. Default: nobody. */
  readonly admission?: Admission;
  /** Takes an exchange whose request is complete. */
  take(exchange: ServerExchange): void;
  /** Whether something that answers no request could be said now, on a stream that the target has opened. */
  readonly speaks: boolean;
  /** Whether it still works on an answer that the steps have left to it. Default: it never does. */
  readonly owes?: boolean;
  /** Says something of the steps where the protocol puts it. Returns whether the target will hear it, now or later. */
  say(message: JsonObject | undefined, how: SayOptions): boolean;
  close(): void;
}

/** How something of the steps is said over HTTP. */
export interface SayOptions {
  /** The exchange that it answers or goes along with; unset where it belongs to none. */
  stream?: string;
  /** The exchange is answered with a stream of events, begun now where it was not; a message is one of them. */
  events: boolean;
}

/** One HTTP request as a carrier builds it. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | Uint8Array[];
}

/** A request that says the same as the usual one in another form, if the protocol's documents name two. */
export interface OtherRequest {
  request: HttpRequest;
  /** Whether a failure of the usual request, with this status and body, shows that the server does not have it. */
  isMissing(status: number, body: Json | undefined): boolean;
}

/** How a protocol puts messages on HTTP: headers, session, version. One per case. */
export interface HttpCarrier {
  /** How messages are read out of responses. Default: JSON-RPC. */
  codec?: Codec;
  /**
   * The request that carries this; overrides of the step are applied by the caller. `beside` is the request whose exchange
   * brought what this answers.
   */
  request(out: Outgoing, beside?: HttpRequest): HttpRequest;
  /** Its other form, if there is one that a server may have in place of the usual one. */
  otherwise?(out: Outgoing): OtherRequest | undefined;
  /**
   * The request for a stream on which the server may say what belongs to no request, where the protocol has one and this
   * message of the kit makes it due.
   */
  stream?(after: Outgoing): HttpRequest | undefined;
  /** The request for what is left of the stream that answered this request, after the event of this id, where the protocol has one. */
  resumption?(request: HttpRequest, lastEventId: string): HttpRequest;
  /** Reads what the carrier must know from what arrives, such as a session id. */
  learn(record: WireRecord): void;
  /** Whether this response head says that the conversation is over, because the request ended it. */
  ended?(request: HttpRequest, response: HttpHead): boolean;
  /** The request that ends the session politely, if there is a session. */
  goodbye(): HttpRequest | undefined;
  /** The key of a request that only opens a session for its case; requests with one key can share a session. */
  opening?(out: Outgoing): string | undefined;
}
