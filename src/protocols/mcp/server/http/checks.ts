import type { Headers } from '../../../../wire/carried.js';
import { isJsonType, mediaType } from '../../../../wire/http/headers.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';
import { HEADERS } from '../../revision.js';
import type { Script } from '../script/script.js';

/** Why an HTTP request is refused. */
export interface HttpRefusal {
  status: number;
  reason: string;
  headers?: Headers;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a foreign web site made this machine send: a server on loopback is reached by its own name, and
 * from pages of this machine (MCP 2025-11-25, Transports, Security Warning).
 */
export function checkSource(headers: Headers, script: Script): HttpRefusal | undefined {
  const { origin, host } = headers;
  if (host !== undefined && ![...LOOPBACK, ...script.allowedHosts].includes(withoutPort(host))) {
    return { status: 403, reason: `The host ${host} is not allowed` };
  }
  if (origin !== undefined && !script.allowedOrigins.includes(origin) && !isLoopbackOrigin(origin)) {
    return { status: 403, reason: `The origin ${origin} is not allowed` };
  }
  return undefined;
}

/** Refuses a POST whose body is no JSON, or whose client does not take both kinds of answers. */
export function checkPost(headers: Headers): HttpRefusal | undefined {
  const charset = /;\s*charset="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1];
  if (!isJsonType(mediaType(headers)) || (charset !== undefined && !/^utf-?8$/i.test(charset.trim()))) {
    return { status: 415, reason: 'The Content-Type must be application/json' };
  }
  const { accept } = headers;
  if (!accepts(accept, 'application/json') || !accepts(accept, EVENT_STREAM)) {
    return { status: 406, reason: `Accept must list application/json and ${EVENT_STREAM}` };
  }
  return undefined;
}

/** Refuses a GET whose client does not take an event stream. */
export function checkGet(headers: Headers): HttpRefusal | undefined {
  return accepts(headers.accept, EVENT_STREAM)
    ? undefined
    : { status: 406, reason: `Accept must list ${EVENT_STREAM}` };
}

/** Refuses a version that the server does not speak; without the header the session knows (Protocol Version Header). */
export function checkVersion(headers: Headers, script: Script): HttpRefusal | undefined {
  const version = headers[HEADERS.protocolVersion];
  if (version === undefined || script.protocolVersions.includes(version)) return undefined;
  return { status: 400, reason: `Unsupported MCP-Protocol-Version; supported: ${script.protocolVersions.join(', ')}` };
}

/** Whether an Accept header takes a media type; its weight counts, and so do wildcards (RFC 9110, section 12.5.1). */
function accepts(accept: string | undefined, type: string): boolean {
  const ranges = [type, `${type.split('/')[0]}/*`, '*/*'];
  return (accept ?? '').split(',').some((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return ranges.includes(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

const withoutPort = (host: string) => host.toLowerCase().replace(/:\d*$/, '');

function isLoopbackOrigin(origin: string): boolean {
  const found = /^https?:\/\/(\[[^\]]*\]|[^/:]+)(:\d+)?$/i.exec(origin);
  return found !== null && LOOPBACK.includes(found[1]!.toLowerCase());
}
