import type { IncomingMessage } from 'node:http';
import type { HttpHead } from '../wire/carried.js';
import { joinHeaders } from '../wire/http/headers.js';

/** Headers that are about one connection and not about the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Raw header lines, name and value alternating, without those that are about the connection they came on. */
export function endToEnd(raw: readonly string[]): string[] {
  const named = (joinHeaders(raw).connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const own = new Set([...HOP_BY_HOP, ...named]);
  return withoutHeaders(raw, (name) => own.has(name));
}

/** Raw header lines without some, by their names in lower case. */
export function withoutHeaders(raw: readonly string[], isOut: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) if (!isOut(raw[at]!.toLowerCase())) kept.push(raw[at]!, raw[at + 1]!);
  return kept;
}

/** Raw header lines for the server: to its own host. A page that came from the proxy comes from the server. */
export function toServer(raw: readonly string[], own: string, server: URL): string[] {
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    const lower = name.toLowerCase();
    if (lower === 'host') headers.push(name, server.host);
    else headers.push(name, lower === 'origin' && value === own ? server.origin : value);
  }
  return headers;
}

/** The head of a request or a response, as it came. */
export function headOf({ statusCode, method, url, rawHeaders }: IncomingMessage): HttpHead {
  const headers = joinHeaders(rawHeaders);
  return statusCode ? { status: statusCode, headers } : { method: method ?? '', path: url ?? '', headers };
}

/** The value of a header, in raw lines. */
export const hasHeader = (raw: readonly string[], name: string): boolean =>
  raw.some((text, at) => at % 2 === 0 && text.toLowerCase() === name);
