import { showName } from '../../src/json/display.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { getPointer } from '../../src/json/pointer.js';
import { oneLine, printable } from '../../src/json/visible.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import { viewOf, type WireRecord } from '../../src/wire/record.js';
import { compactAround, type Focus } from './around.js';
import { compact } from './value.js';
import { cut, size } from './words.js';

/**
 * One record in a few words, at most `width` characters: what it is, and the beginning of what it says; where something is wrong with it,
 * the part around that.
 *
 * @param focuses what is wrong, by JSON Pointers from the root of the record
 */
export function recordLine(record: WireRecord, width = 120, focuses: readonly Focus[] = []): string {
  const [, body] = focused(record, focuses);
  const start = recordHead(record, focuses);
  const room = width - [...start].length - 2;
  if (room < 8 || body === undefined || body === '') return cut(start, width);
  if (typeof body === 'string') return `${start}  ${cut(oneLine(body), room)}`;
  return `${start}  ${compactAround(body.value, inside(body.at, focuses), room)}`;
}

/** What is wrong with the value at a place of a record, by pointers from that value. */
function inside(at: string, focuses: readonly Focus[]): Focus[] {
  return focuses.flatMap((one) => (one.path.startsWith(`${at}/`) ? [{ ...one, path: one.path.slice(at.length) }] : []));
}

/** What a record is and says; the whole message where something is wrong that its short form does not show. */
function focused(record: WireRecord, focuses: readonly Focus[]): Parts {
  const short = parts(record);
  const [head, body] = short;
  const { message } = record;
  if (!isObject(message)) return short;
  const at = typeof body === 'object' ? body.at : undefined;
  const isThere = (path: string) => Object.hasOwn(message, path.slice(1).split('/', 1)[0]!);
  const isShown = ({ path }: Focus) =>
    !isInMessage(path) || !isThere(path) || (at !== undefined && (path === at || path.startsWith(`${at}/`)));
  if (focuses.every(isShown)) return short;
  const isOfError = ({ path }: Focus) => path === '/error' || path.startsWith('/error/');
  if (message.error !== undefined && focuses.some(isOfError)) {
    const isPlain = ({ path }: Focus) => !isInMessage(path) || /^\/error(\/(code|message))?$/.test(path);
    return focuses.every(isPlain) && isObject(message.error) ? short : [head, { value: message.error, at: '/error' }];
  }
  return [head, { value: message, at: '' }];
}

/** Whether a place of a record is one of its message, and not of how that was carried. */
function isInMessage(path: string): boolean {
  return path !== '' && !/^\/(http|sse|frame|time|as|body|closed|exit|outcome|text|stderr)(\/|$)/.test(path);
}

/** What a step itself chose of a message that is otherwise sent as usual: one line, or none. */
export function setLine(record: WireRecord, width = 120): string | undefined {
  // A bare head has its verb, path and status in its own line.
  const isOwn = (path: string) => record.kind === 'http' && /^\/http\/(method|path|status)$/.test(path);
  const set = (record.set ?? []).filter((path) => !isOwn(path));
  const view = viewOf(record);
  const told = set.flatMap((path): string[] => {
    const value = getPointer(view, path);
    const name = path
      .slice(path.lastIndexOf('/') + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    if (path === '/http/path') return [];
    if (path === '/http/method') return [`${text(value)} ${text(getPointer(view, '/http/path'))}`.trim()];
    if (path === '/http/status') return [`HTTP ${text(value)}`];
    return [value === undefined ? `without ${name}` : `${name}: ${text(value)}`];
  });
  const path = set.includes('/http/path') && !set.includes('/http/method') ? getPointer(view, '/http/path') : undefined;
  if (path !== undefined) told.unshift(`${record.http?.method ?? ''} ${text(path)}`.trim());
  return told.length === 0 ? undefined : cut(oneLine(`set by the step: ${told.join('   ')}`), width);
}

const text = (value: Json | undefined) =>
  typeof value === 'string' ? (value === '' ? '""' : value) : value === undefined ? '' : compact(value, 80);

/** A record with all that it says: on one line of `width` characters where that fits, else below it, JSON a member a line. */
export function wholeRecord(record: WireRecord, width = 120): string[] {
  const body = wholeBody(record);
  const start = recordHead(record);
  if (body === undefined || body === '') return [start];
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
  return error === undefined ? parts(record)[1] : { value: error, at: '/error' };
}

/**
 * What a record is, without what it says.
 *
 * @param document what people call a document that is no message
 */
export function recordHead(record: WireRecord, focuses: readonly Focus[] = [], document?: string): string {
  const [short] = parts(record, document);
  const head = `${carriedBy(record, focuses)}${short}`;
  const marks = [
    record.size === undefined ? '' : ` (${size(record.size)})`,
    record.deliberate ? ' (on purpose)' : '',
    record.earlier ? ' (in an earlier session)' : '',
  ];
  return oneLine(`${event(record)}${head}${marks.join('')}`);
}

/** The status and the headers that something is wrong with, of a message whose short form does not show them. */
function carriedBy({ kind, http }: WireRecord, focuses: readonly Focus[]): string {
  const paths = focuses.map(({ path }) => path).filter((path) => path.startsWith('/http/'));
  if (http === undefined || paths.length === 0) return '';
  const status = http.status !== undefined && http.status < 300 && kind !== 'http' ? `HTTP ${http.status} ` : '';
  const headers = paths.flatMap((path) => {
    const name = /^\/http\/headers\/([^/]+)/.exec(path)?.[1];
    if (name === undefined || (kind === 'http' && TELLING.includes(name))) return [];
    return [`${name}: ${http.headers[name] ?? '(none)'} `];
  });
  return status + headers.join('');
}

/** What a record is, and what it says: a text, or the JSON value at a place of the record. */
type Parts = [head: string, body?: string | { value: Json; at: string }];

function parts(record: WireRecord, document?: string): Parts {
  switch (record.kind) {
    case 'message':
      return ofMessage(record, document);
    case 'bytes':
      return [record.problem || 'bytes', quoted(record)];
    case 'http':
      return ofHttp(record);
    case 'sse':
      return ['event without data', record.sse?.retry === undefined ? undefined : `retry ${record.sse.retry} ms`];
    case 'frame':
      return [
        `${record.frame?.opcode ?? 'WebSocket'} frame${record.frame?.code === undefined ? '' : ` ${record.frame.code}`}`,
      ];
    case 'body':
      return ['body', record.body === undefined ? record.text : { value: record.body, at: '/body' }];
    case 'closed':
      return [`closed${closing(record)}`, record.closed?.problem ?? (record.closed?.reason || undefined)];
    case 'exit':
      return [exitWords(record)];
  }
}

function ofMessage(record: WireRecord, document: string | undefined): Parts {
  const status = (record.http?.status ?? 200) >= 300 ? `HTTP ${record.http?.status} ` : '';
  if (record.message === undefined) return [`${status}message`, record.text ?? ''];
  if (!isObject(record.message)) return [`${status}message`, { value: record.message, at: '' }];
  const message = record.message;
  const id = 'id' in message ? ` #${compact(message.id, 24)}` : '';
  switch (shapeOf(message)) {
    case 'request':
      return [`${showName(String(message.method))}${id}`, value(message.params, '/params')];
    case 'notification':
      return [showName(String(message.method)), value(message.params, '/params')];
    case 'response':
      return ofResponse(record, message, `${status}${'error' in message ? 'error' : 'reply'}${id}`);
    default:
      return [
        `${status}${document ?? (isDocument(record, message) ? 'document' : 'no kind of message')}`,
        { value: message, at: '' },
      ];
  }
}

/** The members that a message of JSON-RPC may have. */
export const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** Whether JSON that an HTTP exchange carried was never meant to be a message, such as an agent card. */
function isDocument({ stream }: WireRecord, message: JsonObject): boolean {
  return stream !== undefined && ENVELOPE.every((name) => !Object.hasOwn(message, name));
}

function ofResponse(record: WireRecord, message: JsonObject, head: string): Parts {
  const to = record.method === undefined ? head : `${head} to ${showName(record.method)}`;
  const { error } = message;
  if (!isObject(error)) return [to, 'error' in message ? value(error, '/error') : value(message.result, '/result')];
  const { code, message: words, data } = error;
  const told = [
    code === undefined ? '' : compact(code, 20),
    typeof words === 'string' ? words : words === undefined ? '' : compact(words, 80),
    data === undefined ? '' : compact(data, 80),
  ].filter((part) => part !== '');
  return [to, told.length > 0 ? told.join(' ') : { value: error, at: '/error' }];
}

/** The headers that tell an exchange apart; the rest is in the json report. */
const TELLING = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id', 'origin', 'allow'];

function ofHttp(record: WireRecord): Parts {
  const { method, path, status, headers = {} } = record.http ?? { headers: {} };
  const told = TELLING.filter((name) => headers[name] !== undefined).map((name) => `${name}: ${headers[name] || '""'}`);
  const line = [method, path].filter((part) => part).join(' ') || 'HTTP head';
  const head = status === undefined ? line : `HTTP ${status}`;
  return [head, told.length > 0 ? told.join('   ') : undefined];
}

function quoted(record: WireRecord): string {
  return JSON.stringify(record.text ?? Buffer.from(record.bytes?.subarray(0, 400) ?? []).toString());
}

function closing({ closed }: WireRecord): string {
  const how = [closed?.how, closed?.code].filter((part) => part !== undefined).join(' ');
  return how === '' ? '' : ` (${how})`;
}

/** The id of the server-sent event that carried a record. */
function event({ sse, kind }: WireRecord): string {
  return sse?.id === undefined || kind === 'http' ? '' : `${sse.id}: `;
}

function value(json: Json | undefined, at: string): { value: Json; at: string } | undefined {
  return json === undefined ? undefined : { value: json, at };
}

function exitWords({ exit }: WireRecord): string {
  if (exit?.signal) return `ended by ${exit.signal}`;
  return exit?.code === undefined || exit.code === null ? 'exited' : `exited with code ${exit.code}`;
}
