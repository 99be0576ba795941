import { isObject, stringifyJson } from '../json/json.js';
import type { Headers } from '../wire/carried.js';
import type { Codec, HttpPart } from './codec.js';
import type { HttpCarrier, HttpRequest } from './peer/peer-reference.js';
import type { Outgoing } from './stage.js';

/** How the peer speaks to a server in the way of a codec: a request for each message, without sessions. */
export function codecCarrier(codec: Codec, url: string, headers: Headers): HttpCarrier {
  return {
    codec,
    request: (out) => requestOf(out, codec, url, headers),
    learn: () => undefined,
    goodbye: () => undefined,
  };
}

function requestOf({ message, raw, body }: Outgoing, codec: Codec, url: string, headers: Headers): HttpRequest {
  const written = isObject(message) ? codec.write(message) : { body: message ?? body };
  const { method = 'POST', path = '', headers: own, body: content } = written as HttpPart;
  const text = content === undefined ? undefined : stringifyJson(content);
  const sent = raw ?? text;
  return {
    method,
    url: `${url.replace(/\/$/, '')}${path}`,
    headers: { ...headers, ...own },
    ...(sent === undefined ? {} : { body: sent }),
  };
}
