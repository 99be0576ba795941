import { type Codec, jsonRpc } from '../../../conversation/codec/codec.js';
import { asObject, type Json, type JsonObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';
import { INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Border, Carried, Headers, HttpHead } from '../../../wire/carried.js';
import { carryBytes } from '../../../wire/carry.js';
import type { ServerExchange } from '../../../wire/http/server.js';
import { defaultLimits } from '../../../wire/limits.js';
import { isProtoRequest } from '../bindings/proto-json.js';
import { rest, restIn } from '../bindings/rest.js';
import { isStreaming } from '../bindings/streaming.js';
import { UNAUTHORIZED } from '../errors.js';
import { callerOf } from './callers.js';
import { activatedBy, type Offer, SECOND_PATH } from './card.js';
import { checkedParams } from './params.js';
import type { Profile, Read } from './profile.js';
import { type Frame, Reply } from './reply.js';
import { type Asked, readAsked } from './requests.js';
import type { Caller, Server } from './server.js';

export interface EndpointOptions {
  server: Server;
  offer: Offer;
  border: Border;
  card(): object;
  /** Where the bindings are: the paths of JSON-RPC, and what comes before the paths of REST. Default: the root. */
  places?: Places;
  /** Whether somebody else answers requests of this method, by `reply`. Default: none. */
  keeps?(method: string): boolean;
  /** Whether somebody else answers who asks for the card. Default: no. */
  keepsCard?: boolean;
  /** Whether a request without an id is refused; default: it is served, and nothing is said of it. */
  wantsId?: boolean;
  /** Writes what REST writes in another way. Default: as REST is spoken with the client. */
  restWritten?(codec: Codec): Codec;
  /** Whether the answer for a path where nothing is has no body. */
  bareNowhere?: boolean;
  /** How the events of a stream are written. Default: in the usual form. */
  framing?(): Frame;
  /** Who sends a request: undefined where nobody says, `unknown` for somebody who may not. Default: by the tokens of the reference. */
  callerOf?(headers: Headers): string | undefined;
  /** Counts the requests over REST, for their ids. Default: its own count. */
  count?(): number;
  /** Default: A2A 0.3.0 and nothing else. */
  profile?: Profile;
  failed?: ((error: unknown) => void) | undefined;
}

/** Each of them serves the same. */
export interface Places {
  rpc: readonly string[];
  rest: readonly string[];
}

/** The method, by its names, that only those who have signed in may ask for, whatever the card demands. */
const EXTENDED_CARD = ['agent/getAuthenticatedExtendedCard', 'GetExtendedAgentCard'];

const ROOT: Places = { rpc: ['/', SECOND_PATH], rest: [''] };

type Request = Asked & { kind: 'request' };
type Called = Asked & { kind: 'request' | 'notification' };

/** Whether a request names the ETag of what it asks for. Weak ones are compared like strong ones there. */
function isKnown({ etag }: Headers, { 'if-none-match': named = '' }: Headers): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return etag !== undefined && named.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}

/** What HTTP asks of an agent: its card, JSON-RPC at one path, REST below another. */
export class Endpoint {
  #count = 0;
  /** Requests that somebody else answers, by the name of their exchange. */
  readonly #kept = new Map<string, { asked: Request; reply: Reply }>();
  readonly #working = new Set<string>();
  /** How REST is spoken here: as the first request with a body that says so was written. */
  #rest = rest;

  constructor(private readonly options: EndpointOptions) {}

  /** Whether it still works on an answer. */
  get owes(): boolean {
    return this.#working.size > 0;
  }

  /** Takes a request whose body is complete. */
  take(exchange: ServerExchange): void {
    const { method, path, headers, stream } = exchange;
    const isRpc = this.#places.rpc.includes(path.split('?')[0]!);
    const base = isRpc ? undefined : this.#baseOf(method, path);
    const isRest = base !== undefined;
    const isElsewhere = !isRest && !isRpc;
    const body = exchange.body.length > 0 ? carryBytes(exchange.body, defaultLimits) : undefined;
    const carried: Carried = { kind: 'http', http: { method, path, headers }, stream };
    const message = isRest && body?.kind !== 'bytes' ? this.#readRest(exchange, base, body?.message) : undefined;
    if (message) Object.assign(carried, { kind: 'message', message });
    else if (isElsewhere && body?.kind === 'message') Object.assign(carried, { kind: 'body', body: body.message });
    else if (!isRest || body?.kind === 'bytes') Object.assign(carried, body);
    this.#working.add(stream);
    void exchange.closed.then((how) => {
      this.#working.delete(stream);
      this.#kept.delete(stream);
      if (how === 'reset') this.options.border.hears({ kind: 'closed', closed: { how }, stream }, () => undefined);
    });
    this.options.border.hears(carried, (heard) =>
      this.#serve(heard, exchange, isRest ? (this.options.profile?.codec ?? this.#restOut) : jsonRpc),
    );
  }

  /** The reply to a request that is left to others, and the request; undefined where its exchange is over. */
  kept(stream: string): { asked: Request; reply: Reply } | undefined {
    return this.#kept.get(stream);
  }

  get #restOut(): Codec {
    return this.options.restWritten?.(this.#rest) ?? this.#rest;
  }

  get #places(): Places {
    return this.options.places ?? ROOT;
  }

  /** What comes before the path of REST in a path; undefined if it is none of REST. */
  #baseOf(method: string, path: string): string | undefined {
    const { profile } = this.options;
    const isServed = (below: string) =>
      profile?.servesRest?.(below) ?? (/^\/v1(\/|\?|$)/.test(below) || profile?.route(method, below) !== undefined);
    return this.#places.rest.find((base) => path.startsWith(base) && isServed(path.slice(base.length)));
  }

  /** What verb, path and body ask for; undefined where no method has them. */
  #readRest({ method, path, headers }: ServerExchange, base: string, body: Json | undefined): JsonObject | undefined {
    if (isProtoRequest(body ?? null)) this.#rest = restIn('protojson');
    const below = path.slice(base.length);
    // The address of REST in our card ends in /v1, and official clients put a /v1 behind whatever a card says.
    const own = this.options.places ? below : below.replace(/^\/v1(?=\/v1\/)/, '');
    const { profile } = this.options;
    const routed = profile?.route(method, own);
    const read = routed
      ? { method: routed, params: body ?? {} }
      : (profile?.codec ?? rest).read({ method, path: own, headers, ...(body === undefined ? {} : { body }) });
    return read && { jsonrpc: '2.0', id: `rest-${this.options.count?.() ?? ++this.#count}`, ...read };
  }

  #serve(carried: Carried, exchange: ServerExchange, codec: Codec): void {
    if (carried.kind === 'closed' || carried.kind === 'exit') return;
    const isRest = codec !== jsonRpc;
    const { border, profile } = this.options;
    const frame = this.options.framing?.();
    const asked = readAsked(carried, {
      isRest,
      hasBody: exchange.body.length > 0,
      rpc: this.#places.rpc,
      // Its body says the status, too.
      statusOfCode: isRest && profile?.servesRest !== undefined,
    });
    const { path = '', headers = {} } = carried.http ?? {};
    const document = carried.http?.method === 'GET' ? own(this.options.profile?.documents ?? {}, path) : undefined;
    const more = 'method' in asked ? { ...activatedBy(headers), ...profile?.headers(asked.method, path, headers) } : {};
    const reply = new Reply(exchange, { border, codec, frame, more, asked: 'message' in asked ? asked.message : {} });
    if (document) {
      reply.document(200, document());
      return;
    }
    switch (asked.kind) {
      case 'card':
        if (this.options.keepsCard) this.#working.delete(reply.stream);
        else this.#sayCard(reply, headers);
        return;
      case 'nowhere':
        if (this.options.bareNowhere) reply.empty(asked.status, asked.headers);
        else reply.document(asked.status, { error: asked.reason }, asked.headers);
        return;
      case 'refused':
        reply.message({ jsonrpc: '2.0', id: asked.id, error: asked.error.toObject() }, {}, asked.status);
        return;
      default:
        this.#admit(asked, { headers, path }, reply, isRest);
    }
  }

  /** Whoever has the same card by its ETag is not sent it again (RFC 9110, 13.1.2). */
  #sayCard(reply: Reply, asked: Headers): void {
    const { profile } = this.options;
    const plain = asObject(this.options.card());
    const card = profile?.published?.(plain) ?? plain;
    const headers = profile?.cardHeaders?.(card) ?? {};
    if (isKnown(headers, asked)) reply.empty(304, headers);
    else reply.document(200, card, headers);
  }

  /** Lets those in who may ask for it. */
  #admit(asked: Called, { headers, path = '' }: HttpHead, reply: Reply, isRest: boolean): void {
    const caller = this.#callerOf(headers, asked.method);
    const refusal = this.options.profile?.refusal?.(headers, path);
    if (refusal) {
      const id = asked.kind === 'request' ? asked.id : null;
      reply.message({ jsonrpc: '2.0', id, error: this.#told(refusal) });
    } else if (!caller) {
      const denied = this.options.profile?.denied(asked.method, asked.params);
      const id = asked.kind === 'request' ? asked.id : null;
      if (denied !== undefined) {
        reply.message({ jsonrpc: '2.0', id, result: denied });
        return;
      }
      const error = new RpcError(UNAUTHORIZED, 'Sign in first').toObject();
      reply.message({ jsonrpc: '2.0', id, error }, { 'www-authenticate': 'Bearer realm="proctor"' }, 401);
    } else if (asked.kind === 'request' && this.options.keeps?.(asked.method)) {
      this.#working.delete(reply.stream);
      this.#kept.set(reply.stream, { asked, reply });
    } else if (asked.kind === 'request') void this.#answer(asked, caller, reply, isRest);
    else if (this.options.wantsId) {
      const error = new RpcError(INVALID_REQUEST, 'Invalid request: it has no id').toObject();
      reply.message({ jsonrpc: '2.0', id: null, error });
    } else {
      void this.#read(asked)
        .then((read) => this.#result(read, caller, isRest))
        .catch(() => undefined);
      reply.empty(204);
    }
  }

  async #answer(asked: Request, caller: Caller, reply: Reply, isRest: boolean): Promise<void> {
    const say = (outcome: JsonObject) => reply.message({ jsonrpc: '2.0', id: asked.id, ...outcome });
    try {
      const read = await this.#read(asked);
      if (isStreaming(read.method)) await this.#stream(asked.id, read, caller, reply);
      else say({ result: this.#written(await this.#result(read, caller, isRest), read.method) });
    } catch (error) {
      if (!(error instanceof RpcError)) this.options.failed?.(error);
      say({ error: this.#told(error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR, 'Internal error')) });
    }
  }

  /** An error as its object in a reply. */
  #told(error: RpcError): JsonObject {
    return (this.options.profile?.refused(error) ?? error).toObject();
  }

  /** Who asks; undefined where nobody may who does not say so. */
  #callerOf(headers: Headers, method: string): Caller | undefined {
    const name = (this.options.callerOf ?? callerOf)(headers);
    const { offer } = this.options;
    const isNeeded = offer.secured || (EXTENDED_CARD.includes(method) && offer.extendedCard);
    return name === 'unknown' || (name === undefined && isNeeded) ? undefined : { name };
  }

  /** A request with params that were judged, in terms of A2A. */
  async #read({ method, params }: Called): Promise<Read> {
    const { profile } = this.options;
    return profile ? profile.read(method, params) : { method, params: await checkedParams(method, params) };
  }

  #written(result: Json, method: string): Json {
    return this.options.profile?.written(result, method) ?? result;
  }

  async #result({ method, params }: Read, caller: Caller, isRest: boolean): Promise<Json> {
    const { server, profile } = this.options;
    const own = profile?.handlers;
    if (own && Object.hasOwn(own, method)) return own[method]!(params, caller);
    if (method === 'tasks/list' && isRest) return server.list(caller) as unknown as Json;
    const { handlers } = server;
    const handler = Object.hasOwn(handlers, method) ? handlers[method as keyof typeof handlers] : undefined;
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    // The schemas have judged what the type says.
    return await (handler as unknown as (params: JsonObject, caller: Caller) => Promise<Json>)(params, caller);
  }

  async #stream(id: Request['id'], { method, params }: Read, caller: Caller, reply: Reply): Promise<void> {
    const { server } = this.options;
    const stop = await server.stream(method as 'message/stream', params as never, caller, (event, last) => {
      if (!reply.open) return stop();
      reply.event({ jsonrpc: '2.0', id, result: this.#written(asObject(event), method) });
      if (last) reply.end();
    });
  }
}
