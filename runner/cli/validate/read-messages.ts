import { isObject, type Json, JsonProblem, parseJson } from '../../../src/json/json.js';
import { carryText } from '../../../src/wire/carry.js';
import { defaultLimits } from '../../../src/wire/limits.js';
import type { WireRecord } from '../../../src/wire/record.js';
import { parseYaml } from '../../load/yaml.js';

/** One entry of a file of messages, and the line where it begins. */
export interface Entry {
  line: number;
  /** What the line says beyond the message: who sent it, on which channel, in which session. */
  known: Partial<WireRecord>;
  session: string;
  record: Omit<WireRecord, 'seq' | 'time' | 'from' | 'channel'>;
}

/**
 * The messages of a text. It holds one message a line, or one JSON value: a message, or a list of them. A line may also be a
 * record of a transcript (`{"from": "target", "kind": "message", "message": …}`) or an event of an ndjson report; events
 * without a record are left out. A line that is no JSON becomes a record of kind `bytes`.
 */
export function readMessages(text: string): Entry[] {
  const whole = wholeValue(text);
  if (Array.isArray(whole)) {
    const { source } = parseYaml('', text);
    return whole.flatMap((value, index) => entryOf(value, undefined, source.place(`/${index}`).line));
  }
  if (whole !== undefined) return entryOf(whole, text.trim(), 1);
  return text.split('\n').flatMap((line, index) => {
    const bare = line.replace(/\r$/, '');
    if (bare.trim() === '') return [];
    const carried = carryText(bare, defaultLimits);
    if (carried.kind === 'bytes') return [{ line: index + 1, known: {}, session: '', record: carried }];
    return entryOf(carried.message as Json, bare, index + 1);
  });
}

/** The value of a text that is one JSON value over several lines, or alone in the file. */
function wholeValue(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}

const KINDS = new Set(['message', 'bytes', 'http', 'sse', 'frame', 'body', 'closed', 'exit']);

function entryOf(value: Json, text: string | undefined, line: number): Entry[] {
  if (isObject(value) && isObject(value.record as Json) && value.type === 'message')
    return recordEntry(value.record as { [name: string]: Json }, String(value.case ?? ''), line);
  if (isObject(value) && typeof value.type === 'string' && !('jsonrpc' in value)) return [];
  if (isObject(value) && !('jsonrpc' in value) && 'from' in value) return recordEntry(value, '', line);
  const record = { kind: 'message' as const, message: value, ...(text === undefined ? {} : { text }) };
  return [{ line, known: {}, session: '', record }];
}

function recordEntry(value: { [name: string]: Json }, session: string, line: number): Entry[] {
  const { from, channel, stream, deliberate, http, sse, kind = 'message', message, text, bytes, problem } = value;
  if (typeof kind !== 'string' || !KINDS.has(kind)) return [];
  const known: Partial<WireRecord> = {
    ...(from === 'kit' || from === 'target' ? { from } : {}),
    ...(typeof channel === 'string' ? { channel } : {}),
  };
  const record: Entry['record'] = {
    kind: kind as WireRecord['kind'],
    ...(message === undefined ? {} : { message }),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof bytes === 'string' ? { bytes: Buffer.from(bytes, 'base64') } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(typeof stream === 'string' ? { stream } : {}),
    // Of a record that was cut only its ids can be known; nobody can judge it.
    ...(deliberate === true || value.size !== undefined ? { deliberate: true } : {}),
    ...(isObject(http as Json) ? { http: http as unknown as NonNullable<WireRecord['http']> } : {}),
    ...(isObject(sse as Json) ? { sse: sse as unknown as NonNullable<WireRecord['sse']> } : {}),
  };
  return [{ line, known, session, record }];
}
