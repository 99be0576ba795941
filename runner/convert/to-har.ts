import type { Codec } from '../../src/conversation/codec/codec.js';
import type { Header, Message } from '../../src/generated/types/recording-v1.js';
import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import { jsonText } from '../../src/json/json-escapes.js';

type Record = Message['record'];

interface Exchange {
  request: Record;
  response?: Record;
  events: Record[];
  closed?: Record;
}

/**
 * An HTTP recording as a HAR file (version 1.2), an entry for each exchange. What came as events is one text. Undefined for other transports.
 * `codec` writes the bodies of messages whose text the recording does not have, if these are not the bodies themselves.
 */
export function toHar(header: Header, lines: readonly Message[], codec?: Codec): JsonObject | undefined {
  if (header.transport !== 'http' && header.transport !== 'rest') return undefined;
  const began = Date.parse(header.startedAt ?? '1970-01-01T00:00:00Z');
  const base = header.url ?? 'http://127.0.0.1/';
  return {
    log: {
      version: '1.2',
      creator: { name: 'proctor', version: header.proctor ?? '' },
      entries: exchangesOf(lines).map((exchange) => entryOf(asCarried(exchange, codec), began, base)),
    },
  };
}

function exchangesOf(lines: readonly Message[]): Exchange[] {
  const exchanges = new Map<string, Exchange>();
  const all: Exchange[] = [];
  for (const { record } of lines) {
    const { stream = '' } = record;
    const head = record.http as { method?: string; status?: number } | undefined;
    const open = exchanges.get(stream);
    if (head?.method !== undefined) {
      const begun: Exchange = { request: record, events: [] };
      exchanges.set(stream, begun);
      all.push(begun);
    } else if (open !== undefined && head?.status !== undefined) open.response = record;
    else if (open !== undefined && record.kind === 'closed') open.closed = record;
    else open?.events.push(record);
  }
  return all;
}

/** An exchange with its messages as bodies. */
function asCarried(exchange: Exchange, codec: Codec | undefined): Exchange {
  const asked = exchange.request.message;
  if (codec === undefined || !isObject(asked)) return exchange;
  const carried = (record: Record, of?: JsonObject): Record => {
    const { message, text, ...rest } = record;
    if (text !== undefined || !isObject(message)) return record;
    const { body } = codec.write(message, of);
    return body === undefined ? rest : { ...rest, body };
  };
  const { request, response, events, ...more } = exchange;
  return {
    ...more,
    request: carried(request),
    ...(response === undefined ? {} : { response: carried(response, asked) }),
    events: events.map((event) => carried(event, asked)),
  };
}

function entryOf({ request, response, events, closed }: Exchange, began: number, base: string): JsonObject {
  const asked = request.http as { method: string; path: string; headers: JsonObject };
  const answered = response?.http as { status?: number; headers?: JsonObject } | undefined;
  const url = URL.canParse(asked.path, base) ? new URL(asked.path, base) : new URL(base);
  const last = closed ?? events.at(-1) ?? response ?? request;
  const time = Math.max(0, last.time - request.time);
  const wait = Math.max(0, (response ?? last).time - request.time);
  const text = bodyOf(request);
  const content = response === undefined ? '' : events.length > 0 ? events.map(eventOf).join('') : bodyOf(response);
  return {
    startedDateTime: new Date(began + request.time).toISOString(),
    time,
    request: {
      ...{ method: asked.method, url: url.href, httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 },
      headers: headersOf(asked.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      bodySize: Buffer.byteLength(text),
      ...(text === '' ? {} : { postData: { mimeType: typeOf(asked.headers), text } }),
    },
    response: {
      ...{ status: answered?.status ?? 0, statusText: '', httpVersion: 'HTTP/1.1', cookies: [] },
      headers: headersOf(answered?.headers ?? {}),
      content: { size: Buffer.byteLength(content), mimeType: typeOf(answered?.headers ?? {}), text: content },
      ...{ redirectURL: String(answered?.headers?.location ?? ''), headersSize: -1, bodySize: -1 },
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, time - wait) },
  };
}

function bodyOf({ message, text, body, bytes }: Record): string {
  if (text !== undefined) return text;
  if (message !== undefined) return jsonText(message);
  if (body !== undefined) return typeof body === 'string' ? body : jsonText(body);
  return bytes === undefined ? '' : Buffer.from(bytes, 'base64').toString();
}

/** An event as it may have come. */
function eventOf(record: Record): string {
  const { id, event, retry } = (record.sse ?? {}) as { [name: string]: Json | undefined };
  const fields = Object.entries({ event, id, retry }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value)}\n`],
  );
  const data = bodyOf(record);
  return `${fields.join('')}${data === '' ? '' : `data: ${data}\n`}\n`;
}

const headersOf = (headers: JsonObject): Json[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));

const typeOf = (headers: JsonObject): string =>
  isObject(headers) ? String(headers['content-type'] ?? 'application/octet-stream') : 'application/octet-stream';
