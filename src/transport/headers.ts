import type { Headers } from './carried.js';

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
 * The value of a header as its receiver reads it, whatever the case of the name and the blanks around the value (RFC 9110,
 * sections 5.1 and 5.5); undefined where there is none. `name` is in lower case.
 */
export function headerValue(headers: Headers, name: string): string | undefined {
  const known = Object.keys(headers).find((one) => one.toLowerCase() === name);
  return known === undefined ? undefined : headers[known]!.trim();
}

/** The media type of a content-type header without its parameters, in lower case; the empty string where there is none. */
export function mediaType(headers: Headers): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Whether a media type says JSON: application/json or a +json suffix (RFC 6839, section 3.1). */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(type);
}
