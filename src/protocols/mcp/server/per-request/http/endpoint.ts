import type { HttpService, SayOptions } from '../../../../../conversation/peer/peer-reference.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { type Border, type Carried, type Headers, openBorder } from '../../../../../wire/carried.js';
import { carryBytes } from '../../../../../wire/carry.js';
import { type Admission, admit, type ExplainedRefusal } from '../../../../../wire/http/admission.js';
import type { HttpListener, ServerExchange } from '../../../../../wire/http/server.js';
import { listenHttp } from '../../../../../wire/http/server.js';
import { defaultLimits, type Limits } from '../../../../../wire/limits.js';
import { PER_REQUEST_HEADERS } from '../../../per-request.js';
import { CODES } from '../../../revision.js';
import { checkPost } from '../../http/checks.js';
import { type Address, addressOf, ENDPOINT, exitForReal } from '../../http/endpoint.js';
import { type Exit, Wire } from '../../http/wire.js';
import { type Received, readMessage, refusal } from '../../messages.js';
import { PARTS } from '../../parts.js';
import { lacksMetadata } from '../metadata.js';
import { type PerRequestOptions, PerRequestServer } from '../server.js';
import { ExchangeLink } from './exchange-link.js';
import { headerMismatch } from './headers.js';

export interface PerRequestHttpOptions extends PerRequestOptions {
  limits?: Limits;
  border?: Border;
  /** Ends this process as an `exit` of the border demands. Default: for real. */
  exit?: Exit;
  /** Whether requests of this method are left to whoever started the server. */
  keeps?(method: string): boolean;
}

/** Serves HTTP without sessions (MCP 2026-07-28, Transports) on loopback at `/mcp`. Rejects with PortError where the port can't be had. */
export async function listenPerRequest(options: PerRequestHttpOptions & Address): Promise<HttpListener> {
  const endpoint = new PerRequestEndpoint(options);
  const { limits, failed } = options;
  const listener = await listenHttp({
    ...addressOf(options, options.script),
    ...(limits && { limits }),
    ...(failed && { failed }),
    onExchange: (exchange) => endpoint.take(exchange),
  });
  return {
    ...listener,
    url: `${listener.url}${ENDPOINT}`,
    close: async () => {
      await endpoint.close();
      await listener.close();
    },
  };
}

/** The endpoint of a server without sessions, behind a listener that somebody else made. */
export class PerRequestEndpoint implements HttpService {
  readonly path = ENDPOINT;
  /** Requests that are left to whoever started the server, by the name of the exchange. */
  readonly #kept = new Map<string, ExchangeLink>();
  readonly #server: PerRequestServer;
  readonly #border: Border;

  constructor(private readonly options: PerRequestHttpOptions) {
    this.#server = new PerRequestServer(options);
    this.#border = options.border ?? openBorder;
  }

  take(exchange: ServerExchange): void {
    const { method, path, headers, stream } = exchange;
    const carried: Carried = { kind: 'http', http: { method, path, headers }, stream };
    const body = exchange.body.length > 0 ? carryBytes(exchange.body, this.options.limits ?? defaultLimits) : undefined;
    if (body?.kind === 'message') Object.assign(carried, body);
    else if (body) Object.assign(carried, { bytes: body.bytes, problem: body.problem });
    const wire = new Wire(exchange, this.#border, this.options.exit ?? exitForReal);
    this.#border.hears(carried, (heard) => this.#serve(heard, wire));
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
    this.#server.subscriptions.end();
    return new Promise((resolve) => setImmediate(resolve));
  }

  #serve(carried: Carried, wire: Wire): void {
    if (carried.kind !== 'message' && carried.kind !== 'http') return;
    const { method = '', path = '', headers = {} } = carried.http ?? {};
    const wrong: ExplainedRefusal | undefined =
      admit({ method, path, headers }, this.options.script.admission) ??
      (path.split('?')[0] === ENDPOINT ? undefined : { status: 404, reason: `The endpoint is ${ENDPOINT}` }) ??
      (method === 'POST'
        ? undefined
        : { status: 405, reason: `${method} is not allowed`, headers: { allow: 'POST' } }) ??
      checkPost(headers);
    if (wrong) wire.json(wrong.status, refusal(CODES.invalidRequest, wrong.reason), wrong.headers);
    else this.#post(carried, headers, wire);
  }

  #post(carried: Carried, headers: Headers, wire: Wire): void {
    if (carried.message === undefined) {
      wire.json(400, refusal(CODES.parseError, `Parse error: ${carried.problem ?? 'the body is empty'}`));
      return;
    }
    const received = readMessage(carried.message);
    // Who answers in place of the server judges the headers too.
    if (received.kind === 'request' && this.options.keeps?.(String(received.message.method))) {
      this.#kept.set(
        wire.stream,
        new ExchangeLink(wire, this.#server.revision, 'auto', lacksMetadata(received.message.params)),
      );
      void wire.closed.then(() => this.#kept.delete(wire.stream));
      return;
    }
    const refused = this.#refused(received, headers);
    if (refused) wire.json(400, refused);
    else if (received.kind === 'notification') wire.empty(202);
    else if (received.kind === 'request') this.#request(carried, received.message, wire);
  }

  #request(carried: Carried, message: JsonObject, wire: Wire): void {
    const mode = (this.options.parts ?? PARTS).http.response ?? this.options.script.response;
    // A subscription is nothing but a stream.
    const due = message.method === 'subscriptions/listen' ? 'auto' : mode;
    const link = new ExchangeLink(wire, this.#server.revision, due, lacksMetadata(message.params));
    const connection = this.#server.serve(link);
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
