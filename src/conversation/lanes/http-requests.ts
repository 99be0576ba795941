import { isUtf8 } from 'node:buffer';
import type { HttpHead } from '../../wire/carried.js';
import { lowered } from '../../wire/http/headers.js';
import type { SentRequest } from '../../wire/record.js';
import type { HttpRequest } from '../peer/peer-reference.js';
import type { Outgoing } from '../stage.js';
import { headersOver } from './headers-over.js';

/** The head of a request, as records have it. */
export function headOf({ method, url, headers }: HttpRequest): HttpHead {
  const { pathname, search } = new URL(url);
  return { method, path: pathname + search, headers: lowered(headers) };
}

/** Largest body that is kept as it left, in bytes. */
const KEPT = 16 * 1024;

/** A request as it left; without its body where that is too long to be shown. */
export function asSent({ method, url, headers, body }: HttpRequest): SentRequest {
  const head = { method, url, headers };
  if (body === undefined) return head;
  const bytes = Buffer.concat([body].flat().map((part) => Buffer.from(part as Uint8Array)));
  if (bytes.length > KEPT) return { ...head, cut: true };
  return { ...head, body: isUtf8(bytes) ? bytes.toString() : bytes };
}

/** A step's `http:` over what the carrier built: other method or path, other headers, null takes one away. */
export function overridden(request: HttpRequest, out: Outgoing): HttpRequest {
  if (!out.http) return request;
  const headers = headersOver(request.headers, out.http.headers);
  const url = typeof out.http.path === 'string' ? new URL(out.http.path, request.url).href : request.url;
  return { ...request, headers, url };
}
