import type { HttpService, SayOptions } from '../../../../../conversation/peer/peer-reference.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { Carried, Headers } from '../../../../../wire/carried.js';
import type { Admission } from '../../../../../wire/http/admission.js';
import type { HttpListener, ServerExchange } from '../../../../../wire/http/server.js';
import { PER_REQUEST_HEADERS } from '../../../per-request.js';
import { CODES } from '../../../revision.js';
import { checkPost } from '../../http/checks.js';
import { type Address, type Asked, ENDPOINT, Front, type FrontOptions, listenAt } from '../../http/front.js';
import type { User } from '../../http/guard.js';
import type { Wire } from '../../http/wire.js';
import { type Received, readMessage, refusal } from '../../messages.js';
import { PARTS } from '../../parts.js';
import type { ScriptDifference } from '../../script/difference.js';
import type { ResponseMode } from '../../state/script.js';
import { lacksMetadata } from '../metadata.js';
import { type PerRequestOptions, PerRequestServer } from '../server.js';
import { ExchangeLink } from './exchange-link.js';
import { headerMismatch } from './headers.js';

export interface PerRequestHttpOptions extends PerRequestOptions, FrontOptions {
  /** Whether requests of this method are left to whoever started the server. */
  keeps?(method: string): boolean;
}

/** Users of a protected server whose tasks and states are kept; those of the one that was quiet for the longest go first. */
const MOST_USERS = 500;

/** Serves HTTP without sessions (MCP 2026-07-28, Transports): see `listenAt`. */
export async function listenPerRequest(
  options: PerRequestHttpOptions & Address,
): Promise<{ listener: HttpListener; endpoint: PerRequestEndpoint }> {
  const endpoint = new PerRequestEndpoint(options);
  const listener = await listenAt(
    options,
    (exchange) => endpoint.take(exchange),
    () => endpoint.close(),
  );
  return { listener, endpoint };
}

/** The endpoint of a server without sessions, behind a listener that somebody else made. */
export class PerRequestEndpoint implements HttpService {
  readonly path = ENDPOINT;
  /** Requests that are left to whoever started the server, by the name of the exchange. */
  readonly #kept = new Map<string, ExchangeLink>();
  readonly #server: PerRequestServer;
  /**
   * A server for each user of a protected one, the one that was used last at the end: a handle of a task or a state leads nowhere in the
   * hands of another user (MCP 2026-07-28, Security Best Practices).
   */
  readonly #servers = new Map<User, PerRequestServer>();
  readonly #front: Front;

  constructor(private readonly options: PerRequestHttpOptions) {
    this.#server = new PerRequestServer(options);
    this.#front = new Front(options, {
      methods: ['POST'],
      check: (_, headers) => checkPost(headers),
      serve: (_, asked) => this.#post(asked),
    });
  }

  /** The script says something else now. */
  scriptChanged(difference: ScriptDifference): void {
    for (const server of [this.#server, ...this.#servers.values()]) server.scriptChanged(difference);
  }

  take(exchange: ServerExchange): void {
    this.#front.take(exchange);
  }

  get admission(): Admission {
    return this.options.script.admission;
  }

  get speaks(): boolean {
    return this.#kept.size > 0;
  }

  /** Nothing is said but on the exchange of a request: without `stream`, on the latest one that is open. */
  say(message: JsonObject | undefined, { stream, events }: SayOptions): boolean {
    const name = stream ?? [...this.#kept.keys()].at(-1);
    const link = this.#kept.get(name ?? '');
    if (!link) return false;
    if (events) link.begin();
    if (message) link.send(message);
    if (message && !('method' in message)) this.#kept.delete(name!);
    return true;
  }

  /** Ends all subscriptions. Resolves once their responses have been written. */
  close(): Promise<void> {
    for (const { subscriptions } of [this.#server, ...this.#servers.values()]) subscriptions.end();
    return new Promise((resolve) => setImmediate(resolve));
  }

  get #mode(): ResponseMode {
    return (this.options.parts ?? PARTS).http.response ?? this.options.script.response;
  }

  #serverOf(user: User): PerRequestServer {
    const server = this.#servers.get(user) ?? new PerRequestServer(this.options);
    this.#servers.delete(user);
    this.#servers.set(user, server);
    const [oldest] = this.#servers;
    if (this.#servers.size > MOST_USERS && oldest) {
      this.#servers.delete(oldest[0]);
      oldest[1].subscriptions.end();
    }
    return server;
  }

  #post({ carried, headers, wire, user }: Asked): void {
    if (carried.message === undefined) {
      wire.json(400, refusal(CODES.parseError, `Parse error: ${carried.problem ?? 'the body is empty'}`));
      return;
    }
    const received = readMessage(carried.message);
    // Who answers in place of the server judges the headers too.
    if (received.kind === 'request' && this.options.keeps?.(String(received.message.method))) {
      // Whoever answers may say something before the answer, which one JSON object has no room for.
      const mode = this.#mode === 'sse' ? 'sse' : 'auto';
      const link = new ExchangeLink(wire, this.#server.revision, mode, lacksMetadata(received.message.params));
      this.#kept.set(wire.stream, link);
      void wire.closed.then(() => this.#kept.delete(wire.stream));
      return;
    }
    const refused = this.#refused(received, headers);
    if (refused) wire.json(400, refused);
    else if (received.kind === 'notification') wire.empty(202);
    else if (received.kind === 'request') {
      const server = user === undefined ? this.#server : this.#serverOf(user);
      this.#request(carried, received.message, wire, server);
    }
  }

  #request(carried: Carried, message: JsonObject, wire: Wire, server: PerRequestServer): void {
    // A subscription is nothing but a stream.
    const due = message.method === 'subscriptions/listen' ? 'auto' : this.#mode;
    const link = new ExchangeLink(wire, this.#server.revision, due, lacksMetadata(message.params));
    const connection = server.serve(link);
    void wire.parted.then(() => connection.close());
    link.take(carried);
  }

  /** The error that refuses a message before the server sees it. */
  #refused(received: Received, headers: Headers): JsonObject | undefined {
    if (received.kind === 'invalid') return received.refusal;
    if (received.kind === 'response') return refusal(CODES.invalidRequest, 'Nobody waits for a response');
    if (received.kind !== 'request') return undefined;
    const mismatch = this.#mismatch(headers, received.message);
    return mismatch === undefined
      ? undefined
      : refusal(this.#server.revision.codes.headerMismatch, mismatch, received.id);
  }

  #mismatch(headers: Headers, message: JsonObject): string | undefined {
    // What opens a session has no header of this revision, and is told so by its version.
    if (message.method === 'initialize' && headers[PER_REQUEST_HEADERS.method] === undefined) return undefined;
    const { name } = isObject(message.params) ? message.params : {};
    const repeated = message.method === 'tools/call' ? this.#server.headersOf(name) : [];
    return headerMismatch(headers, message, repeated);
  }
}
