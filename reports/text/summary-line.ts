import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { own } from '../../src/json/own.js';
import { oneLine, printable } from '../../src/json/visible.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import { documentIn, type MessageSummaries, shortId, summarized } from '../../src/language/message-summary.js';
import type { WireRecord } from '../../src/wire/record.js';
import { ENVELOPE, recordHead, recordLine, wholeRecord } from './record.js';
import { compact } from './value.js';
import { cut } from './words.js';

/** Characters of what stands beside what the method says, at least. */
const LEAST = 30;

/**
 * One record on a line of at most `width` characters, by what people look for first in messages of its method. A message of a method without
 * a summary is shown as JSON, from its beginning.
 */
export function summaryLine(record: WireRecord, width: number, summaries: MessageSummaries): string {
  const { message } = record;
  if (record.kind !== 'message' || !isObject(message)) return recordLine(record, width);
  const short = withShortId(record, message);
  const document = shapeOf(message) === 'invalid' ? documentIn(summaries, message) : undefined;
  if (document !== undefined) {
    const said = summarized(document.summary.result ?? '', message, compact);
    return cut(`${recordHead(record, [], document.name)}  ${said ?? compact(message, width)}`, width);
  }
  const body = bodyOf(record, message, summaries);
  const more = [...extraOf(message), ...(body === undefined ? [] : metaOf(message)), ...verbOf(record)].join('   ');
  const isJson = body === undefined;
  const start = isJson ? recordLine(short, width) : `${recordHead(short)}${body === '' ? '' : `  ${body}`}`;
  // What the method says goes first; the rest has what is left of the line, and never less than shows what it is.
  const left = isJson ? LEAST : Math.max(LEAST, width - [...start].length - 3);
  const behind = more === '' ? '' : `   ${cut(more, left)}`;
  const room = Math.max(20, width - [...behind].length);
  return `${isJson ? recordLine(short, room) : cut(start, room)}${behind}`;
}

/** What a record says besides its method and id, on a line of at most `width` characters. */
export function sayingOf(record: WireRecord, width: number, summaries: MessageSummaries): string {
  const { message } = record;
  if (record.kind !== 'message' || !isObject(message)) return recordLine(record, width);
  const document = shapeOf(message) === 'invalid' ? documentIn(summaries, message) : undefined;
  if (document !== undefined)
    return cut(summarized(document.summary.result ?? '', message, compact) ?? compact(message, width), width);
  const { error, params, result } = message;
  const body = bodyOf(record, message, summaries);
  if (body !== undefined) return cut(body, width);
  if (isObject(error))
    return cut(oneLine(`error ${compact(error.code ?? null, 20)} ${String(error.message ?? '')}`), width);
  return compact(params ?? result ?? message, width);
}

/** One record with all that it says: a message as JSON, the head of an exchange with its headers. What fits stands on the first line. */
export function fullLines(record: WireRecord, width: number): string[] {
  const { kind, message, http } = record;
  const head = [recordHead(record), ...verbOf(record)].join('   ');
  if (kind === 'http') {
    const headers = Object.entries(http?.headers ?? {}).map(([name, value]) => `    ${oneLine(`${name}: ${value}`)}`);
    return [recordHead(record), ...headers];
  }
  if (kind !== 'message' || message === undefined) return wholeRecord(record, width);
  const text = oneLine(jsonText(message));
  if ([...head].length + 2 + [...text].length <= width) return [`${head}  ${text}`];
  const lines = printable(jsonText(message, 2)).split('\n');
  return [head, ...lines.map((line) => `    ${line}`)];
}

function withShortId(record: WireRecord, message: JsonObject): WireRecord {
  const { id } = message;
  return typeof id === 'string' ? { ...record, message: { ...message, id: shortId(id) } } : record;
}

/** What a message says in the words of its method; undefined if it is shown as JSON. */
function bodyOf(record: WireRecord, message: JsonObject, summaries: MessageSummaries): string | undefined {
  const isResponse = shapeOf(message) === 'response';
  const method = isResponse ? record.method : message.method;
  if (typeof method !== 'string' || 'error' in message) return undefined;
  const template = own(summaries, method)?.[isResponse ? 'result' : 'params'];
  const value = isResponse ? message.result : message.params;
  return template === undefined ? withoutMeta(value) : (summarized(template, value, compact) ?? withoutMeta(value));
}

/** Nothing of an object that has no more than its `_meta`; undefined for all that has more. */
function withoutMeta(value: Json | undefined): '' | undefined {
  return isObject(value) && Object.keys(value).every((name) => name === '_meta') ? '' : undefined;
}

/** What stands beside the members of a message. What is no message has no members of its own. */
function extraOf(message: JsonObject): string[] {
  if (!['request', 'notification', 'response'].includes(shapeOf(message))) return [];
  return Object.entries(message).flatMap(([name, value]) => (ENVELOPE.includes(name) ? [] : member(name, value)));
}

function metaOf(message: JsonObject): string[] {
  const holder = message.params ?? message.result;
  const meta = isObject(holder) ? own(holder, '_meta') : undefined;
  return meta === undefined || (isObject(meta) && Object.keys(meta).length === 0) ? [] : member('_meta', meta);
}

const member = (name: string, value: Json): string[] => [`${oneLine(name)} ${compact(value, 80)}`];

/** The verb and path of a message that an HTTP request carried. */
function verbOf({ http }: WireRecord): string[] {
  return http?.method === undefined ? [] : [oneLine(`${http.method} ${http.path ?? ''}`.trim())];
}
