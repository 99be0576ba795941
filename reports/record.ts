import type * as Report from '../src/generated/types/report-v1.js';
import type { Json, JsonObject } from '../src/json/json.js';
import { isObject } from '../src/json/json.js';
import { visibleJson } from '../src/json/json-escapes.js';
import { oneLine, printable } from '../src/json/visible.js';
import { shapeOf } from '../src/jsonrpc/messages.js';
import { cutRecord } from '../src/watch/cut-record.js';
import type { WireRecord } from '../src/wire/record.js';
import { compact, jsonText } from './value.js';
import { cut, size } from './words.js';

/**
 * A record as the json and ndjson reports write it: bytes as base64, the exact text only where the message does not say it
 * all, and of a long text its beginning with the whole size.
 */
export function recordJson(record: WireRecord): Report.Record {
  // What was on stderr the result of the case has; which limit was exceeded the problem says.
  const { bytes, text, message, stderr: _, beyondLimit: __, ...rest } = cutRecord(record);
  const json = { ...rest } as Report.Record;
  if (message !== undefined) json.message = message;
  if (text !== undefined && (message === undefined || jsonText(message) !== visibleJson(text))) json.text = text;
  if (bytes !== undefined) json.bytes = Buffer.from(bytes).toString('base64');
  return json;
}

/** One record in a few words, at most `width` characters: what it is, and the beginning of what it says. */
export function recordLine(record: WireRecord, width = 120): string {
  const [, body] = parts(record);
  const start = recordHead(record);
  const room = width - [...start].length - 2;
  if (room < 8 || body === undefined) return cut(start, width);
  return `${start}  ${typeof body === 'string' ? cut(oneLine(body), room) : compact(body.value, room)}`;
}

/** A record with all that it says: on one line of `width` characters where that fits, else below it, JSON a member a line. */
export function wholeRecord(record: WireRecord, width = 120): string[] {
  const body = wholeBody(record);
  const start = recordHead(record);
  if (body === undefined) return [start];
  const text = typeof body === 'string' ? oneLine(body) : oneLine(jsonText(body.value));
  if ([...start].length + 2 + [...text].length <= width) return [`${start}  ${text}`];
  const below = typeof body === 'string' ? body : jsonText(body.value, 2);
  return [
    start,
    ...printable(below)
      .split('\n')
      .map((line) => `    ${line}`),
  ];
}

function wholeBody(record: WireRecord): Parts[1] {
  const { message } = record;
  // In few words an error is its code and its text alone.
  const error = isObject(message) ? message.error : undefined;
  return error === undefined ? parts(record)[1] : { value: error };
}

/** What a record is, without what it says. */
function recordHead(record: WireRecord): string {
  const [head] = parts(record);
  const marks = [record.size === undefined ? '' : ` (${size(record.size)})`, record.deliberate ? ' (on purpose)' : ''];
  return oneLine(`${event(record)}${head}${marks.join('')}`);
}

/** What a record is, and what it says: a text, or a JSON value. */
type Parts = [head: string, body?: string | { value: Json }];

function parts(record: WireRecord): Parts {
  switch (record.kind) {
    case 'message':
      return ofMessage(record);
    case 'bytes':
      return [record.problem ?? 'bytes', quoted(record)];
    case 'http':
      return ofHttp(record);
    case 'sse':
      return ['event without data', record.sse?.retry === undefined ? undefined : `retry ${record.sse.retry} ms`];
    case 'frame':
      return [`${record.frame?.opcode ?? ''} frame${record.frame?.code === undefined ? '' : ` ${record.frame.code}`}`];
    case 'body':
      return ['body', record.body === undefined ? record.text : { value: record.body }];
    case 'closed':
      return [`closed (${closing(record)})`, record.closed?.problem ?? record.closed?.reason];
    case 'exit':
      return [record.exit?.signal ? `ended by ${record.exit.signal}` : `exited with code ${record.exit?.code}`];
  }
}

function ofMessage(record: WireRecord): Parts {
  const status = (record.http?.status ?? 200) >= 300 ? `HTTP ${record.http?.status} ` : '';
  if (record.message === undefined) return [`${status}message`, record.text ?? ''];
  if (!isObject(record.message)) return [`${status}message`, { value: record.message }];
  const message = record.message;
  const id = 'id' in message ? ` #${compact(message.id as Json, 24)}` : '';
  switch (shapeOf(message)) {
    case 'request':
      return [`${String(message.method)}${id}`, value(message.params)];
    case 'notification':
      return [String(message.method), value(message.params)];
    case 'response':
      return ofResponse(record, message, `${status}${'error' in message ? 'error' : 'reply'}${id}`);
    default:
      return [`${status}no kind of message`, { value: message }];
  }
}

function ofResponse(record: WireRecord, message: JsonObject, head: string): Parts {
  const to = record.method === undefined ? head : `${head} to ${record.method}`;
  const { error } = message;
  if (!isObject(error as Json)) return [to, value('error' in message ? error : message.result)];
  const { code, message: text, data } = error as JsonObject;
  const rest = data === undefined ? '' : ` ${compact(data, 80)}`;
  return [to, `${compact(code, 20)} ${typeof text === 'string' ? text : compact(text, 80)}${rest}`];
}

/** The headers that tell an exchange apart; the rest is in the json report. */
const TELLING = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id', 'origin', 'allow'];

function ofHttp(record: WireRecord): Parts {
  const { method, path, status, headers = {} } = record.http ?? { headers: {} };
  const told = TELLING.filter((name) => headers[name] !== undefined).map((name) => `${name}: ${headers[name]}`);
  const head = status === undefined ? `${method ?? ''} ${path ?? ''}` : `HTTP ${status}`;
  return [head, told.length > 0 ? told.join('   ') : undefined];
}

function quoted(record: WireRecord): string {
  return JSON.stringify(record.text ?? Buffer.from(record.bytes?.subarray(0, 400) ?? []).toString());
}

function closing({ closed }: WireRecord): string {
  return `${closed?.how ?? ''}${closed?.code === undefined ? '' : ` ${closed.code}`}`;
}

/** The id of the server-sent event that carried a record. */
function event({ sse, kind }: WireRecord): string {
  return sse?.id === undefined || kind === 'http' ? '' : `${sse.id}: `;
}

function value(json: Json | undefined): { value: Json } | undefined {
  return json === undefined ? undefined : { value: json };
}
