import { isObject, type Json, stringifyJson } from '../../json/json.js';
import type { Headers } from '../../wire/carried.js';
import type { HttpCarrier, HttpRequest } from '../peer/peer-reference.js';
import type { Outgoing } from '../stage.js';
import type { Codec, HttpPart } from './codec.js';

/** How the peer speaks to a server in the way of a codec: a request for each message, without sessions. */
export function codecCarrier(codec: Codec, url: string, headers: Headers): HttpCarrier {
  return {
    codec,
    request: (out) => requestOf(out, codec, url, headers),
    learn: () => undefined,
    goodbye: () => undefined,
  };
}

function requestOf({ message, raw, body, http }: Outgoing, codec: Codec, url: string, headers: Headers): HttpRequest {
  const written: HttpPart = isObject(message) ? codec.write(message) : plainPart(message ?? body, raw);
  const { path = '', headers: own, body: content } = written;
  const method = String(http?.method ?? written.method ?? 'POST');
  const text = content === undefined ? undefined : stringifyJson(content);
  const sent = raw ?? text;
  return {
    method,
    url: `${url.replace(/\/$/, '')}${path}`,
    headers: { ...headers, ...own },
    ...(sent === undefined ? {} : { body: sent }),
  };
}

/** What no codec writes: a body, or bytes in its place, goes as JSON, whatever it is. */
function plainPart(body: Json | undefined, raw: Outgoing['raw']): HttpPart {
  if (body === undefined && raw === undefined) return {};
  return { headers: { 'content-type': 'application/json' }, ...(body === undefined ? {} : { body }) };
}
