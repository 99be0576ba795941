import { type Codec, jsonRpc } from '../../../conversation/codec.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { asObject, type Json, type JsonObject } from '../../../json/json.js';
import { INTERNAL_ERROR, METHOD_NOT_FOUND, RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Border, Carried, Headers } from '../../../wire/carried.js';
import { carryBytes } from '../../../wire/carry.js';
import type { ServerExchange } from '../../../wire/http/server.js';
import { defaultLimits } from '../../../wire/limits.js';
import { isProtoRequest } from '../bindings/proto-json.js';
import { rest, restIn } from '../bindings/rest.js';
import { isStreaming } from '../bindings/streaming.js';
import { UNAUTHORIZED } from '../errors.js';
import { callerOf } from './callers.js';
import type { Offer } from './card.js';
import { checkedParams } from './params.js';
import { type Frame, Reply } from './reply.js';
import { type Asked, readAsked } from './requests.js';
import type { Caller, Server } from './server.js';

export interface EndpointOptions {
  server: Server;
  offer: Offer;
  border: Border;
  card(): AgentCard;
  /** Where the bindings are: the path of JSON-RPC, and what stands before the `/v1` of REST. Default: the root. */
  places?: Places;
  /** Whether somebody else answers requests of this method, by `reply`. Default: none. */
  keeps?(method: string): boolean;
  /** How the events of a stream are written. Default: in the usual form. */
  framing?(): Frame;
  /** Who sends a request: undefined where nobody says, `unknown` for somebody who may not. Default: by the tokens of the reference. */
  callerOf?(headers: Headers): string | undefined;
  failed?: ((error: unknown) => void) | undefined;
}

export interface Places {
  rpc: string;
  rest: string;
}

/** The method that only those who have signed in may ask for, whatever the card demands. */
const EXTENDED_CARD = 'agent/getAuthenticatedExtendedCard';

const ROOT: Places = { rpc: '/', rest: '' };

type Request = Asked & { kind: 'request' };
type Called = Asked & { kind: 'request' | 'notification' };

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
    const base = this.#places.rest;
    const isRest = path.startsWith(`${base}/v1`) && /^(\/|\?|$)/.test(path.slice(base.length + 3));
    const isElsewhere = !isRest && path.split('?')[0] !== this.#places.rpc;
    const body = exchange.body.length > 0 ? carryBytes(exchange.body, defaultLimits) : undefined;
    const carried: Carried = { kind: 'http', http: { method, path, headers }, stream };
    const message = isRest && body?.kind !== 'bytes' ? this.#readRest(exchange, body?.message) : undefined;
    if (message) Object.assign(carried, { kind: 'message', message });
    else if (isElsewhere && body?.kind === 'message') Object.assign(carried, { kind: 'body', body: body.message });
    else if (!isRest || body?.kind === 'bytes') Object.assign(carried, body);
    this.#working.add(stream);
    void exchange.closed.then((how) => {
      this.#working.delete(stream);
      this.#kept.delete(stream);
      if (how === 'reset') this.options.border.hears({ kind: 'closed', closed: { how }, stream }, () => undefined);
    });
    this.options.border.hears(carried, (heard) => this.#serve(heard, exchange, isRest ? this.#rest : jsonRpc));
  }

  /** The reply to a request that is left to others, and the request; undefined where its exchange is over. */
  kept(stream: string): { asked: Request; reply: Reply } | undefined {
    return this.#kept.get(stream);
  }

  get #places(): Places {
    return this.options.places ?? ROOT;
  }

  /** What verb, path and body ask for; undefined where no method has them. */
  #readRest({ method, path, headers }: ServerExchange, body: Json | undefined): JsonObject | undefined {
    if (isProtoRequest(body ?? null)) this.#rest = restIn('protojson');
    const own = path.slice(this.#places.rest.length);
    const read = rest.read({ method, path: own, headers, ...(body === undefined ? {} : { body }) });
    return read && { jsonrpc: '2.0', id: `rest-${++this.#count}`, ...read };
  }

  #serve(carried: Carried, exchange: ServerExchange, codec: Codec): void {
    if (carried.kind === 'closed' || carried.kind === 'exit') return;
    const isRest = codec !== jsonRpc;
    const { border } = this.options;
    const frame = this.options.framing?.();
    const asked = readAsked(carried, { isRest, hasBody: exchange.body.length > 0, rpc: this.#places.rpc });
    const reply = new Reply(exchange, { border, codec, frame, asked: 'message' in asked ? asked.message : {} });
    switch (asked.kind) {
      case 'card':
        reply.document(200, asObject(this.options.card()));
        return;
      case 'nowhere':
        reply.document(asked.status, { error: asked.reason }, asked.headers);
        return;
      case 'refused':
        reply.message({ jsonrpc: '2.0', id: asked.id, error: asked.error.toObject() }, {}, asked.status);
        return;
      default:
        this.#admit(asked, carried.http?.headers ?? {}, reply, isRest);
    }
  }

  /** Lets those in who may ask for it. */
  #admit(asked: Called, headers: Headers, reply: Reply, isRest: boolean): void {
    const caller = this.#callerOf(headers, asked.method);
    if (!caller) {
      const error = new RpcError(UNAUTHORIZED, 'Sign in first').toObject();
      const id = asked.kind === 'request' ? asked.id : null;
      reply.message({ jsonrpc: '2.0', id, error }, { 'www-authenticate': 'Bearer realm="proctor"' }, 401);
    } else if (asked.kind === 'request' && this.options.keeps?.(asked.method)) {
      this.#working.delete(reply.stream);
      this.#kept.set(reply.stream, { asked, reply });
    } else if (asked.kind === 'request') void this.#answer(asked, caller, reply, isRest);
    else {
      void this.#result(asked, caller, isRest).catch(() => undefined);
      reply.empty(204);
    }
  }

  async #answer(asked: Request, caller: Caller, reply: Reply, isRest: boolean): Promise<void> {
    const say = (outcome: JsonObject) => reply.message({ jsonrpc: '2.0', id: asked.id, ...outcome });
    try {
      if (isStreaming(asked.method)) await this.#stream(asked, caller, reply);
      else say({ result: await this.#result(asked, caller, isRest) });
    } catch (error) {
      if (!(error instanceof RpcError)) this.options.failed?.(error);
      const told = error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR, 'Internal error');
      say({ error: told.toObject() });
    }
  }

  /** Who asks; undefined where nobody may who does not say so. */
  #callerOf(headers: Headers, method: string): Caller | undefined {
    const name = (this.options.callerOf ?? callerOf)(headers);
    const { offer } = this.options;
    const isNeeded = offer.secured || (method === EXTENDED_CARD && offer.extendedCard);
    return name === 'unknown' || (name === undefined && isNeeded) ? undefined : { name };
  }

  async #result({ method, params }: Called, caller: Caller, isRest: boolean): Promise<Json> {
    const { handlers } = this.options.server;
    if (method === 'tasks/list' && isRest) return this.options.server.list(caller) as unknown as Json;
    const handler = Object.hasOwn(handlers, method) ? handlers[method as keyof typeof handlers] : undefined;
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    // The schemas have judged what the type says.
    return await (handler as unknown as (params: JsonObject, caller: Caller) => Promise<Json>)(
      await checkedParams(method, params),
      caller,
    );
  }

  async #stream({ id, method, params }: Request, caller: Caller, reply: Reply): Promise<void> {
    const given = await checkedParams(method, params);
    const stop = await this.options.server.stream(method as 'message/stream', given as never, caller, (event, last) => {
      if (!reply.open) return stop();
      reply.event({ jsonrpc: '2.0', id, result: asObject(event) });
      if (last) reply.end();
    });
  }
}
