import type { HttpService, SayOptions } from '../../../../conversation/peer/peer-reference.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { type Border, type Carried, type Headers, openBorder } from '../../../../wire/carried.js';
import { carryBytes } from '../../../../wire/carry.js';
import { type Admission, admit, type ExplainedRefusal } from '../../../../wire/http/admission.js';
import type { HttpListener, ServerExchange } from '../../../../wire/http/server.js';
import { listenHttp } from '../../../../wire/http/server.js';
import { defaultLimits, type Limits } from '../../../../wire/limits.js';
import { CODES, HEADERS } from '../../revision.js';
import { readMessage, refusal } from '../messages.js';
import { type HttpManner, PARTS } from '../parts.js';
import type { Random, ServeOptions } from '../session/session.js';
import type { Script } from '../state/script.js';
import { checkGet, checkPost, checkVersion } from './checks.js';
import { type HttpSession, type MakeHttpSession, makeHttpSession } from './http-session.js';
import { type Exit, Wire } from './wire.js';

/** The path of the MCP endpoint. */
export const ENDPOINT = '/mcp';

/** Where a server card is (SEP-2127). */
const CARD = `${ENDPOINT}/server-card`;

/** Sessions that live at a time; the one that was quiet for the longest goes first. */
const MOST_SESSIONS = 500;

export interface HttpServeOptions extends ServeOptions {
  random: Random;
  /** Default: as the protocol has them. */
  httpSession?: MakeHttpSession;
  limits?: Limits;
  border?: Border;
  /** Ends this process as an `exit` of the border demands. Default: for real. */
  exit?: Exit;
}

/** Where a server listens, and the first segment of the path that every request to it must have. */
export interface Address {
  port?: number;
  host?: string;
  token?: string | undefined;
}

/** The address of a listener whose requests are admitted as the border lets the endpoint hear them. */
export const addressOf = ({ port, host, token }: Address, { admission }: Script) => ({
  ...(port !== undefined && { port }),
  ...(host !== undefined && { host }),
  token,
  admission,
  later: 'requests' as const,
});

/**
 * Serves Streamable HTTP (MCP 2025-11-25, Transports) on loopback at `/mcp`. Each request is judged as the border
 * delivers it. `port` 0, the default, lets the kernel pick. Rejects with PortError where the port can't be had.
 */
export async function listenMcp(options: HttpServeOptions & Address): Promise<HttpListener> {
  const endpoint = new Endpoint(options);
  const listener = await listenHttp({
    ...addressOf(options, options.script),
    ...(options.limits && { limits: options.limits }),
    ...(options.failed && { failed: options.failed }),
    onExchange: (exchange) => endpoint.take(exchange),
  });
  return {
    ...listener,
    url: `${listener.url}${ENDPOINT}`,
    close: async () => {
      endpoint.close();
      await listener.close();
    },
  };
}

/** The endpoint of one server, behind a listener that somebody else made: all sessions, and which exchange belongs to which. */
export class Endpoint implements HttpService {
  readonly path = ENDPOINT;
  /** By session id, the one that was used last at the end. */
  readonly #sessions = new Map<string, HttpSession>();
  /** Sessions of one exchange each, where the server knows no others. */
  readonly #withoutIds = new Set<HttpSession>();
  readonly #options: ServeOptions;
  readonly #border: Border;
  readonly #make: MakeHttpSession;
  readonly #manner: HttpManner;

  constructor(private readonly http: HttpServeOptions) {
    this.#manner = (http.parts ?? PARTS).http;
    // Without sessions a cursor has to hold for whoever brings it.
    const shared = this.#manner.sessions ? {} : { cursorKey: http.random(32) };
    this.#options = { ...http, ...shared, others: http.others ?? new Set() };
    this.#border = http.border ?? openBorder;
    this.#make = http.httpSession ?? makeHttpSession;
  }

  take(exchange: ServerExchange): void {
    const { method, path, headers, stream } = exchange;
    const carried: Carried = { kind: 'http', http: { method, path, headers }, stream };
    const body = exchange.body.length > 0 ? carryBytes(exchange.body, this.http.limits ?? defaultLimits) : undefined;
    if (body?.kind === 'message') Object.assign(carried, body);
    else if (body) Object.assign(carried, { bytes: body.bytes, problem: body.problem });
    const wire = new Wire(exchange, this.#border, this.http.exit ?? exitForReal);
    this.#border.hears(carried, (heard) => this.#serve(heard, wire));
  }

  get admission(): Admission {
    return this.http.script.admission;
  }

  get speaks(): boolean {
    return this.#speaker() !== undefined;
  }

  say(message: JsonObject | undefined, how: SayOptions): boolean {
    const { stream } = how;
    if (stream === undefined) return this.#speaker()?.say(message, how) ?? false;
    const sessions = [...this.#sessions.values(), ...this.#withoutIds];
    return sessions.find((session) => session.carries(stream))?.say(message, how) ?? false;
  }

  close(): void {
    for (const { session } of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #serve(carried: Carried, wire: Wire): void {
    if (carried.kind !== 'message' && carried.kind !== 'http') return;
    const { method = '', path = '', headers = {} } = carried.http ?? {};
    const { script } = this.http;
    if (this.#card(wire, method, path, headers)) return;
    const allowed = this.#manner.methods;
    const wrong: ExplainedRefusal | undefined =
      admit({ method, path, headers }, script.admission) ??
      (path.split('?')[0] === ENDPOINT ? undefined : { status: 404, reason: `The endpoint is ${ENDPOINT}` }) ??
      (allowed.includes(method)
        ? undefined
        : { status: 405, reason: `${method} is not allowed`, headers: { allow: allowed.join(', ') } }) ??
      (method === 'POST' ? checkPost(headers) : undefined) ??
      (method === 'GET' ? checkGet(headers) : undefined) ??
      checkVersion(headers, script);
    if (wrong) this.#refuse(wire, wrong);
    else if (method === 'POST') this.#post(carried, headers, wire);
    else if (method === 'GET') this.#get(headers, wire);
    else this.#delete(headers, wire);
  }

  /** Gives the server card to whoever may have it (SEP-2127). Returns false where it is not asked for. */
  #card(wire: Wire, method: string, path: string, headers: Headers): boolean {
    const { script } = this.http;
    if (!script.serverCard || method !== 'GET' || path.split('?')[0] !== CARD) return false;
    const wrong = admit({ method, path, headers }, script.admission);
    if (wrong) this.#refuse(wire, wrong);
    else wire.json(200, script.serverCard, { 'content-type': 'application/mcp-server-card+json' });
    return true;
  }

  #post(carried: Carried, headers: Headers, wire: Wire): void {
    if (carried.message === undefined) {
      const reason = `Parse error: ${carried.problem ?? 'the body is empty'}`;
      this.#refuse(wire, { status: 400, reason }, CODES.parseError);
      return;
    }
    const received = readMessage(carried.message);
    // Params that are no object are answered as the request that they belong to.
    if (received.kind === 'invalid' && errorCode(received.refusal) !== CODES.invalidParams) {
      const { message } = received.refusal.error as { message: string };
      this.#refuse(wire, { status: 400, reason: message });
      return;
    }
    const message = carried.message as JsonObject;
    const session =
      message.method === 'initialize' ? this.#sessionToBegin(headers, wire) : this.#sessionOf(headers, wire);
    if (!session) return;
    if (received.kind === 'notification' || received.kind === 'response') {
      session.take(carried);
      wire.empty(202);
    } else session.request(carried, message, wire);
  }

  #get(headers: Headers, wire: Wire): void {
    const session = this.#sessionOf(headers, wire);
    if (!session) return;
    const last = headers[HEADERS.lastEventId];
    if (last === undefined || !this.#manner.eventIds) session.open(wire);
    else if (!session.resume(wire, last)) this.#refuse(wire, { status: 400, reason: 'Unknown Last-Event-ID' });
  }

  #delete(headers: Headers, wire: Wire): void {
    const session = this.#sessionOf(headers, wire);
    if (!session) return;
    if (this.#manner.deletes) this.#end(session);
    wire.empty(204);
  }

  /** The session that was used last of those that can say something. */
  #speaker(): HttpSession | undefined {
    return [...this.#sessions.values()].findLast((session) => session.speaks);
  }

  /** The session of a request. Without an id it is refused with 400, with one that is unknown or ended with 404. */
  #sessionOf(headers: Headers, wire: Wire): HttpSession | undefined {
    if (!this.#manner.sessions) return this.#sessionWithoutId(wire, true);
    const id = headers[HEADERS.sessionId];
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (session) {
      this.#sessions.delete(session.id!);
      this.#sessions.set(session.id!, session);
    } else if (id === undefined) this.#refuse(wire, { status: 400, reason: 'MCP-Session-Id is missing' });
    else this.#refuse(wire, { status: 404, reason: 'There is no such session' });
    return session;
  }

  /** A new session, or the one that the client names: it will refuse to begin twice. */
  #sessionToBegin(headers: Headers, wire: Wire): HttpSession | undefined {
    if (!this.#manner.sessions) return this.#sessionWithoutId(wire, false);
    if (headers[HEADERS.sessionId] !== undefined) return this.#sessionOf(headers, wire);
    const random = Buffer.from(this.http.random(32)).toString('base64url');
    const session = this.#make(random, this.#options);
    this.#sessions.set(session.id!, session);
    // One whose initialize failed never gave its id away.
    void wire.closed.then(() => session.session.state.phase === 'new' && this.#end(session));
    for (const oldest of this.#sessions.values()) {
      if (this.#sessions.size <= MOST_SESSIONS) break;
      this.#end(oldest);
    }
    return session;
  }

  /** A session for this exchange alone. */
  #sessionWithoutId(wire: Wire, opened: boolean): HttpSession {
    const session = this.#make(undefined, { ...this.#options, opened });
    this.#withoutIds.add(session);
    void wire.closed.then(() => {
      this.#withoutIds.delete(session);
      session.session.close();
    });
    return session;
  }

  #end(session: HttpSession): void {
    this.#sessions.delete(session.id ?? '');
    session.session.close();
  }

  #refuse(wire: Wire, { status, reason, headers }: ExplainedRefusal, code: number = CODES.invalidRequest): void {
    wire.json(status, refusal(code, reason), headers);
  }
}

/** Ends this process as a fault demands. */
export function exitForReal(code: number | null, signal: string | null): void {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 0);
}

function errorCode({ error }: JsonObject): Json | undefined {
  return isObject(error) ? error.code : undefined;
}
