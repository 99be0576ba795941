import type { Headers } from '../../../../wire/carried.js';
import type { ExplainedRefusal } from '../../../../wire/http/admission.js';
import { isJsonType, mediaType } from '../../../../wire/http/headers.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';
import { HEADERS } from '../../revision.js';
import type { Script } from '../state/script.js';

/** Refuses a POST whose body is no JSON, or whose client does not take both kinds of answers. */
export function checkPost(headers: Headers): ExplainedRefusal | undefined {
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
export function checkGet(headers: Headers): ExplainedRefusal | undefined {
  return accepts(headers.accept, EVENT_STREAM)
    ? undefined
    : { status: 406, reason: `Accept must list ${EVENT_STREAM}` };
}

/** Refuses a version that the server does not speak; without the header the session knows (Protocol Version Header). */
export function checkVersion(headers: Headers, script: Script): ExplainedRefusal | undefined {
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
