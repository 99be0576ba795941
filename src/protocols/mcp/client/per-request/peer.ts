import type { HttpCarrier, HttpRequest, PeerReference } from '../../../../conversation/peer/peer-reference.js';
import type { Outgoing } from '../../../../conversation/stage.js';
import type { ClientCapabilities, RequestMetaObject } from '../../../../generated/types/mcp-2026-07-28.js';
import type { JsonObject } from '../../../../json/json.js';
import { asObject, isObject, stringifyJson } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import { META, PER_REQUEST_HEADERS } from '../../per-request.js';
import { RepeatedHeaders } from '../../per-request-headers.js';

const CAPABILITIES: ClientCapabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/**
 * The MCP client that the kit plays against a server without sessions: each of its requests says the revision, the client and what
 * it can do (MCP 2026-07-28, Overview, Metadata). `capabilities` of a case replaces what it can do; `meta` are the values of each
 * request, for the steps that write one out.
 */
export function perRequestClient(
  { capabilities = asObject(CAPABILITIES) }: JsonObject,
  { name: version }: JsonObject,
  { proctor }: { proctor: string },
): PeerReference {
  const meta: RequestMetaObject = {
    [META.protocolVersion]: String(version),
    [META.clientInfo]: { name: 'proctor', version: proctor },
    [META.clientCapabilities]: capabilities as ClientCapabilities,
  };
  const values = { meta: asObject(meta), capabilities };
  return {
    values,
    requests: {},
    notifications: {},
    completed(message) {
      if (!('id' in message) || typeof message.method !== 'string') return message;
      const params = isObject(message.params) ? message.params : {};
      const own = isObject(params._meta) ? params._meta : {};
      return { ...message, params: { ...params, _meta: { ...values.meta, ...own } } };
    },
  };
}

/** HTTP as a client without sessions speaks it: a POST for each message, whose headers repeat what the body says (Transports). */
export class PerRequestCarrier implements HttpCarrier {
  private readonly repeated = new RepeatedHeaders();

  constructor(
    private readonly url: string,
    /** Headers of the target file, such as a token. */
    private readonly headers: Record<string, string>,
    private readonly version: string,
  ) {}

  request(out: Outgoing): HttpRequest {
    const body = out.raw ?? (out.message === undefined ? undefined : stringifyJson(out.message));
    const method = String(out.http?.method ?? 'POST');
    return {
      method,
      url: this.url,
      headers: {
        ...this.headers,
        accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        [PER_REQUEST_HEADERS.protocolVersion]: this.version,
        ...(isObject(out.message) ? this.repeated.of(out.message) : {}),
      },
      ...(body === undefined ? {} : { body }),
    };
  }

  learn({ method, message }: WireRecord): void {
    const result = method === 'tools/list' && isObject(message) ? message.result : undefined;
    if (isObject(result)) this.repeated.learn(result.tools);
  }

  goodbye(): undefined {
    return undefined;
  }
}
