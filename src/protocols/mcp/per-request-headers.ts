import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { headerText, type ParamHeader, paramHeaders, paramHeadersOf } from './param-headers.js';
import { META, NAMED_BY, PER_REQUEST_HEADERS } from './per-request.js';

/** The headers with which a client without sessions repeats what its requests say (MCP 2026-07-28, Transports, Headers). */
export class RepeatedHeaders {
  /** By name of a tool that was listed: its arguments that headers repeat. */
  readonly #tools = new Map<string, readonly ParamHeader[]>();

  /** Takes note of tools as a server lists them: that tells which arguments headers must repeat. */
  learn(tools: Json | undefined): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools)
      if (isObject(tool)) this.#tools.set(String(tool.name), paramHeadersOf(tool.inputSchema) ?? []);
  }

  /** The headers of a message. */
  of({ method, params }: JsonObject): Record<string, string> {
    const { _meta, name, arguments: args, ...rest } = isObject(params) ? params : {};
    const version = isObject(_meta) ? _meta[META.protocolVersion] : undefined;
    const named =
      typeof method === 'string' && Object.hasOwn(NAMED_BY, method) ? { name, ...rest }[NAMED_BY[method]!] : undefined;
    const own = method === 'tools/call' ? paramHeaders(this.#tools.get(String(name)) ?? [], args) : [];
    return {
      ...(typeof version === 'string' ? { [PER_REQUEST_HEADERS.protocolVersion]: headerText(version) } : {}),
      ...(typeof method === 'string' ? { [PER_REQUEST_HEADERS.method]: headerText(method) } : {}),
      ...(typeof named === 'string' ? { [PER_REQUEST_HEADERS.name]: headerText(named) } : {}),
      ...Object.fromEntries(own.map(([header, text]) => [`${PER_REQUEST_HEADERS.param}${header.toLowerCase()}`, text])),
    };
  }
}
