import type { HttpCarrier, HttpRequest, PeerReference } from '../../../../conversation/peer/peer-reference.js';
import type { Outgoing } from '../../../../conversation/stage.js';
import type { ClientCapabilities, RequestMetaObject } from '../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject, stringifyJson } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import { headerText, type ParamHeader, paramHeaders, paramHeadersOf } from '../../param-headers.js';
import { META, NAMED_BY, STATELESS_HEADERS } from '../../stateless.js';

const CAPABILITIES: ClientCapabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/**
 * The MCP client that the kit plays against a server without sessions: each of its requests says the revision, the client and what
 * it can do (MCP 2026-07-28, Overview, Metadata). `capabilities` of a case replaces what it can do; `meta` are the values of each
 * request, for the steps that write one out.
 */
export function statelessClient(
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
export class StatelessCarrier implements HttpCarrier {
  /** By name of a tool that was listed: its arguments that headers repeat. */
  private readonly tools = new Map<string, readonly ParamHeader[]>();

  constructor(
    private readonly url: string,
    /** Headers of the target file, such as a token. */
    private readonly headers: Record<string, string>,
    private readonly version: string,
  ) {}

  request(out: Outgoing): HttpRequest {
    const body = out.raw ?? (out.message === undefined ? undefined : stringifyJson(out.message as Json));
    const method = String(out.http?.method ?? 'POST');
    return {
      method,
      url: this.url,
      headers: {
        ...this.headers,
        accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        [STATELESS_HEADERS.protocolVersion]: this.version,
        ...(isObject(out.message as Json) ? this.repeated(out.message as JsonObject) : {}),
      },
      ...(body === undefined ? {} : { body }),
    };
  }

  /** A server tells in its list of tools which arguments headers must repeat. */
  learn({ method, message }: WireRecord): void {
    const result = method === 'tools/list' && isObject(message) ? message.result : undefined;
    if (!isObject(result) || !Array.isArray(result.tools)) return;
    for (const tool of result.tools)
      if (isObject(tool)) this.tools.set(String(tool.name), paramHeadersOf(tool.inputSchema) ?? []);
  }

  goodbye(): undefined {
    return undefined;
  }

  private repeated({ method, params }: JsonObject): Record<string, string> {
    const { _meta, name, arguments: args, ...rest } = isObject(params) ? params : ({} as JsonObject);
    const version = isObject(_meta) ? _meta[META.protocolVersion] : undefined;
    const named =
      typeof method === 'string' && Object.hasOwn(NAMED_BY, method) ? { name, ...rest }[NAMED_BY[method]!] : undefined;
    const own = method === 'tools/call' ? paramHeaders(this.tools.get(String(name)) ?? [], args) : [];
    return {
      ...(typeof version === 'string' ? { [STATELESS_HEADERS.protocolVersion]: headerText(version) } : {}),
      ...(typeof method === 'string' ? { [STATELESS_HEADERS.method]: headerText(method) } : {}),
      ...(typeof named === 'string' ? { [STATELESS_HEADERS.name]: headerText(named) } : {}),
      ...Object.fromEntries(own.map(([header, text]) => [`${STATELESS_HEADERS.param}${header.toLowerCase()}`, text])),
    };
  }
}
