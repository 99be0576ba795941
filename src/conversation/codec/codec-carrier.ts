import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import type { Headers } from '../../wire/carried.js';
import type { HttpCarrier, HttpRequest, OtherRequest } from '../peer/peer-reference.js';
import type { Outgoing } from '../stage.js';
import type { Codec, HttpPart } from './codec.js';

/** Another way to write requests. */
export interface OtherForm {
  /** Undefined for a message that is written in one way alone. */
  write(message: JsonObject): HttpPart | undefined;
  isMissing: OtherRequest['isMissing'];
}

/**
 * How the peer speaks to a server in the way of a codec: a request for each message, without sessions.
 *
 * @param other how a server may have some requests in place of that
 */
export function codecCarrier(codec: Codec, url: string, headers: Headers, other?: OtherForm): HttpCarrier {
  const otherwise = (form: OtherForm, out: Outgoing): OtherRequest | undefined => {
    const part = isObject(out.message) ? form.write(out.message) : undefined;
    return (
      part && { request: requestOf(out, { ...codec, write: () => part }, url, headers), isMissing: form.isMissing }
    );
  };
  return {
    codec,
    ...(other && { otherwise: (out) => otherwise(other, out) }),
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
