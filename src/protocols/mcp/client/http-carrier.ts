import type { HttpCarrier, HttpRequest } from '../../../conversation/peer/peer-reference.js';
import type { Outgoing } from '../../../conversation/stage.js';
import { isObject, objectOf, stringifyJson } from '../../../json/json.js';
import type { HttpHead } from '../../../wire/carried.js';
import { lowered } from '../../../wire/http/headers.js';
import type { WireRecord } from '../../../wire/record.js';
import { HEADERS } from '../revision.js';

/**
 * Streamable HTTP as an MCP client speaks it (MCP 2025-11-25, Transports): one POST per message, the session id from the
 * answer to `initialize` and the negotiated version on everything after it.
 */
export class StreamableHttpCarrier implements HttpCarrier {
  private session: string | undefined;
  private version: string | undefined;
  /** The session was ended by a DELETE that was accepted. */
  private over = false;
  /** It has asked for the stream of its session. */
  private listens = false;

  constructor(
    private readonly url: string,
    /** Headers of the target file, such as a token. */
    private readonly headers: Record<string, string>,
  ) {}

  request(out: Outgoing, beside?: HttpRequest): HttpRequest {
    const method = String(out.http?.method ?? 'POST');
    const body = out.raw ?? (out.message === undefined ? undefined : stringifyJson(out.message));
    const accept = method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream';
    return {
      method,
      url: this.url,
      headers: {
        ...this.headers,
        ...(method === 'DELETE' ? {} : { accept }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.sessionHeaders(),
        // An answer goes into the session that asked.
        ...(sessionOf(beside) === undefined ? {} : { [HEADERS.sessionId]: sessionOf(beside)! }),
      },
      ...(body === undefined ? {} : { body }),
    };
  }

  /** A client that says what it can be asked listens on a stream of its session from `initialized` on. */
  stream({ message, http }: Outgoing): HttpRequest | undefined {
    const isBegun = isObject(message) && message.method === 'notifications/initialized' && http === undefined;
    if (!isBegun || this.version === undefined || this.listens || this.over) return undefined;
    this.listens = true;
    return this.request({ http: { method: 'GET' } });
  }

  resumption(request: HttpRequest, lastEventId: string): HttpRequest {
    const { accept: _, 'content-type': __, 'content-length': ___, ...kept } = lowered(request.headers);
    return {
      method: 'GET',
      url: request.url,
      headers: { ...kept, accept: 'text/event-stream', [HEADERS.lastEventId]: lastEventId },
    };
  }

  learn(record: WireRecord): void {
    if (record.method !== 'initialize' || record.kind !== 'message' || this.version !== undefined) return;
    const result = objectOf(record.message).result!;
    if (!isObject(result)) return;
    this.session = record.http?.headers['mcp-session-id'];
    if (typeof result.protocolVersion === 'string') this.version = result.protocolVersion;
  }

  ended(request: HttpRequest, { status = 0 }: HttpHead): boolean {
    const mine = request.method === 'DELETE' && sessionOf(request) === this.session;
    if (mine && this.session !== undefined && status >= 200 && status < 300) this.over = true;
    return this.over;
  }

  goodbye(): HttpRequest | undefined {
    if (this.session === undefined || this.over) return undefined;
    return { method: 'DELETE', url: this.url, headers: { ...this.headers, ...this.sessionHeaders() } };
  }

  opening({ message, anySession }: Outgoing): string | undefined {
    if (!anySession || !isObject(message) || message.method !== 'initialize') return undefined;
    return stringifyJson(message.params ?? null);
  }

  private sessionHeaders(): Record<string, string> {
    return {
      ...(this.session === undefined ? {} : { 'mcp-session-id': this.session }),
      ...(this.version === undefined ? {} : { 'mcp-protocol-version': this.version }),
    };
  }
}

const sessionOf = (request: HttpRequest | undefined) => request && lowered(request.headers)[HEADERS.sessionId];
