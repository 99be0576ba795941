import type { Headers } from '../carried.js';

/** Joins raw header lines, name and value alternating, as `Headers` has them. Nothing is dropped, whatever came twice. */
export function joinHeaders(raw: readonly string[]): Headers {
  const headers: Headers = Object.create(null) as Headers;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    const value = raw[at + 1]!;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { ...headers };
}

/**
 * Headers as their receiver reads them and as records hold them: names in lower case, values without the blanks around
 * them (RFC 9110, sections 5.1 and 5.5).
 */
export function lowered(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
}

/** The media type of a content-type header without its parameters, in lower case; the empty string where there is none. */
export function mediaType(headers: Headers): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Whether a media type says JSON: application/json or a +json suffix (RFC 6839, section 3.1). */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(type);
}
