import type { HttpService, SayOptions } from '../../../../conversation/peer/peer-reference.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { Headers } from '../../../../wire/carried.js';
import { type Admission, admit } from '../../../../wire/http/admission.js';
import type { HttpListener, ServerExchange } from '../../../../wire/http/server.js';
import { CODES, HEADERS } from '../../revision.js';
import { readMessage } from '../messages.js';
import { type HttpManner, PARTS } from '../parts.js';
import type { Random, ServeOptions } from '../session/session.js';
import { checkGet, checkPost, checkVersion } from './checks.js';
import { type Address, type Asked, ENDPOINT, Front, type FrontOptions, listenAt, refuse } from './front.js';
import type { User } from './guard.js';
import { type HttpSession, type MakeHttpSession, makeHttpSession } from './http-session.js';
import type { Wire } from './wire.js';

/** Where a server card is (SEP-2127). */
const CARD = `${ENDPOINT}/server-card`;

/** Sessions that live at a time; the one that was quiet for the longest goes first. */
const MOST_SESSIONS = 500;

export interface HttpServeOptions extends ServeOptions, FrontOptions {
  random: Random;
  /** Default: as the protocol has them. */
  httpSession?: MakeHttpSession;
}

/** Serves Streamable HTTP (MCP 2025-11-25, Transports): see `listenAt`. */
export function listenMcp(options: HttpServeOptions & Address): Promise<HttpListener> {
  const endpoint = new Endpoint(options);
  return listenAt(
    options,
    (exchange) => endpoint.take(exchange),
    () => endpoint.close(),
  );
}

/** The endpoint of one server, behind a listener that somebody else made: all sessions, and which exchange belongs to which. */
export class Endpoint implements HttpService {
  readonly path = ENDPOINT;
  /** By session id, the one that was used last at the end. */
  readonly #sessions = new Map<string, HttpSession>();
  /** Sessions of one exchange each, where the server knows no others. */
  readonly #withoutIds = new Set<HttpSession>();
  /** Who opened a session: nobody else may use it (MCP 2025-11-25, Security Best Practices, Session Hijacking). */
  readonly #owners = new WeakMap<HttpSession, User>();
  readonly #options: ServeOptions;
  readonly #front: Front;
  readonly #make: MakeHttpSession;
  readonly #manner: HttpManner;

  constructor(private readonly http: HttpServeOptions) {
    this.#manner = (http.parts ?? PARTS).http;
    // Without sessions a cursor has to hold for whoever brings it.
    const shared = this.#manner.sessions ? {} : { cursorKey: http.random(32) };
    this.#options = { ...http, ...shared, others: http.others ?? new Set() };
    this.#make = http.httpSession ?? makeHttpSession;
    this.#front = new Front(http, {
      methods: this.#manner.methods,
      check: (method, headers) =>
        (method === 'POST' ? checkPost(headers) : undefined) ??
        (method === 'GET' ? checkGet(headers) : undefined) ??
        checkVersion(headers, http.script),
      serve: (method, asked) => {
        if (method === 'POST') this.#post(asked);
        else if (method === 'GET') this.#get(asked);
        else this.#delete(asked);
      },
      beside: (method, path, headers, wire) => this.#card(wire, method, path, headers),
    });
  }

  take(exchange: ServerExchange): void {
    this.#front.take(exchange);
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

  /** Gives the server card to whoever may have it (SEP-2127). Returns false where it is not asked for. */
  #card(wire: Wire, method: string, path: string, headers: Headers): boolean {
    const { script } = this.http;
    if (!script.serverCard || method !== 'GET' || path.split('?')[0] !== CARD) return false;
    const wrong = admit({ method, path, headers }, wire.admitting(script.admission));
    if (wrong) refuse(wire, wrong);
    else wire.json(200, script.serverCard, { 'content-type': 'application/mcp-server-card+json' });
    return true;
  }

  #post(asked: Asked): void {
    const { carried, wire } = asked;
    if (carried.message === undefined) {
      const reason = `Parse error: ${carried.problem ?? 'the body is empty'}`;
      refuse(wire, { status: 400, reason }, CODES.parseError);
      return;
    }
    const received = readMessage(carried.message);
    // Params that are no object are answered as the request that they belong to.
    if (received.kind === 'invalid' && errorCode(received.refusal) !== CODES.invalidParams) {
      const { message } = received.refusal.error as { message: string };
      refuse(wire, { status: 400, reason: message });
      return;
    }
    const message = carried.message as JsonObject;
    const session = message.method === 'initialize' ? this.#sessionToBegin(asked) : this.#sessionOf(asked);
    if (!session) return;
    if (received.kind === 'notification' || received.kind === 'response') {
      session.take(carried);
      wire.empty(202);
    } else session.request(carried, message, wire);
  }

  #get(asked: Asked): void {
    const { headers, wire } = asked;
    const session = this.#sessionOf(asked);
    if (!session) return;
    const last = headers[HEADERS.lastEventId];
    if (last === undefined || !this.#manner.eventIds) session.open(wire);
    else if (!session.resume(wire, last)) refuse(wire, { status: 400, reason: 'Unknown Last-Event-ID' });
  }

  #delete(asked: Asked): void {
    const session = this.#sessionOf(asked);
    if (!session) return;
    if (this.#manner.deletes) this.#end(session);
    asked.wire.empty(204);
  }

  /** The session that was used last of those that can say something. */
  #speaker(): HttpSession | undefined {
    return [...this.#sessions.values()].findLast((session) => session.speaks);
  }

  /** The session of a request. Without an id it is refused with 400, with one that is unknown, ended or of another user with 404. */
  #sessionOf({ headers, wire, user }: Asked): HttpSession | undefined {
    if (!this.#manner.sessions) return this.#sessionWithoutId(wire, true);
    const id = headers[HEADERS.sessionId];
    const named = id === undefined ? undefined : this.#sessions.get(id);
    const session = named && this.#owners.get(named) === user ? named : undefined;
    if (session) {
      this.#sessions.delete(session.id!);
      this.#sessions.set(session.id!, session);
    } else if (id === undefined) refuse(wire, { status: 400, reason: 'MCP-Session-Id is missing' });
    else {
      const { foreignSession } = (this.http.parts ?? PARTS).protection;
      refuse(wire, { status: named ? foreignSession : 404, reason: 'There is no such session' });
    }
    return session;
  }

  /** A new session, or the one that the client names: it will refuse to begin twice. */
  #sessionToBegin(asked: Asked): HttpSession | undefined {
    const { headers, wire, user } = asked;
    if (!this.#manner.sessions) return this.#sessionWithoutId(wire, false);
    if (headers[HEADERS.sessionId] !== undefined) return this.#sessionOf(asked);
    const random = Buffer.from(this.http.random(32)).toString('base64url');
    const session = this.#make(random, this.#options);
    this.#sessions.set(session.id!, session);
    if (user !== undefined) this.#owners.set(session, user);
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
}

function errorCode({ error }: JsonObject): Json | undefined {
  return isObject(error) ? error.code : undefined;
}
