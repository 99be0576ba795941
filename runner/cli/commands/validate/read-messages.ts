import { isObject, type Json, JsonProblem, parseJson } from '../../../../src/json/json.js';
import { RecordingError, type RecordingLine, RecordingReader } from '../../../../src/recording/read-recording.js';
import type { Side } from '../../../../src/watch/finding.js';
import { carryText } from '../../../../src/wire/carry.js';
import { defaultLimits } from '../../../../src/wire/limits.js';
import type { WireRecord } from '../../../../src/wire/record.js';
import { parseYaml } from '../../../load/files/yaml.js';

/** One entry of a file of messages, and the line where it begins. */
export interface Entry {
  line: number;
  /** What the line says beyond the message: who sent it and on which channel. */
  known: Partial<WireRecord>;
  /** The conversation that it belongs to, where the line names one. */
  session?: string;
  /** The case of a run that it belongs to. */
  case?: string;
  record: Omit<WireRecord, 'seq' | 'time' | 'from' | 'channel'>;
}

/** What a file of messages holds, and what it says about them. */
export interface Messages {
  entries: Entry[];
  /** Who stands behind `kit` and `target`. That of `kit` is unset where the file only names what was tested. */
  roles?: { kit?: string; target: string };
  /** The version of the protocol. */
  version?: string;
  transport?: string;
  /** Whether it is a recording or a report, which says how it ends. */
  isRecording: boolean;
  /** Who ended the conversations that no line says are over, where that is known. */
  ended?: Side;
  /** Where messages are missing in a recording first, and how many are in all. What follows there is not judged. */
  dropped?: { line: number; count: number };
}

/**
 * The messages of a text. It holds one message a line, or one JSON value: a message, or a list of them. A line may also be a
 * record of a transcript (`{"from": "target", "kind": "message", "message": …}`), a line of a recording, or an event of an ndjson
 * report; events without a record are left out. A line that is no JSON becomes a record of kind `bytes`, but in a recording: there it is a
 * mistake of the file. Throws RecordingError for one, and for a recording without a message.
 */
export function readMessages(text: string): Messages {
  if (isRecording(text)) return readRecorded(text);
  const messages: Messages = { entries: [], isRecording: false };
  const whole = wholeValue(text);
  if (Array.isArray(whole)) {
    const { source } = parseYaml('', text);
    for (const [index, value] of whole.entries()) take(messages, value, undefined, source.place(`/${index}`).line);
    return messages;
  }
  if (whole !== undefined) {
    take(messages, whole, text.trim(), 1);
    return messages;
  }
  for (const [index, line] of text.split('\n').entries()) {
    const bare = line.replace(/\r$/, '');
    if (bare.trim() === '') continue;
    const carried = carryText(bare, defaultLimits);
    if (carried.kind === 'bytes') messages.entries.push({ line: index + 1, known: {}, record: carried });
    else take(messages, carried.message!, bare, index + 1);
  }
  return messages;
}

/** Whether the first line of a text is the header of a recording. */
function isRecording(text: string): boolean {
  const first = /^\s*(\S.*)/.exec(text)?.[1] ?? '';
  const value = first.includes('proctor-recording') ? wholeValue(first) : undefined;
  return value !== undefined && isObject(value) && value.type === 'header' && value.format === 'proctor-recording';
}

function readRecorded(text: string): Messages {
  const messages: Messages = { entries: [], isRecording: true };
  const reader = new RecordingReader();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    let read: RecordingLine | undefined;
    try {
      read = reader.read(line, index + 1);
    } catch (error) {
      // Of the last line only the beginning may have been written.
      if (!(error instanceof RecordingError) || error.cause === undefined || index < lines.length - 1) throw error;
    }
    if (read?.type === 'message') takeRecorded(messages, read.line as unknown as { [name: string]: Json }, read.number);
    else if (read?.type === 'dropped') {
      const { line: first = read.number, count = 0 } = messages.dropped ?? {};
      messages.dropped = { line: first, count: count + read.line.count };
    } else if (read !== undefined) noteEvent(messages, read.line as unknown as { [name: string]: Json });
  }
  reader.end();
  return messages;
}

function takeRecorded(messages: Messages, { record, session }: { [name: string]: Json }, line: number): void {
  const named = typeof session === 'string' ? { session } : {};
  for (const entry of recordEntry(record as { [name: string]: Json }, named, line)) {
    // What is missing may be what this answers.
    if (messages.dropped) entry.record.deliberate = true;
    messages.entries.push(entry);
  }
}

/** The value of a text that is one JSON value over several lines, or alone in the file. */
export function wholeValue(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}

const KINDS = new Set(['message', 'bytes', 'http', 'sse', 'frame', 'body', 'closed', 'exit']);

function take(messages: Messages, value: Json, text: string | undefined, line: number): void {
  const { entries } = messages;
  if (isObject(value) && !('jsonrpc' in value)) {
    if (isObject(value.record) && value.type === 'message') {
      const named = {
        ...(typeof value.session === 'string' ? { session: value.session } : {}),
        ...(typeof value.case === 'string' ? { case: value.case } : {}),
      };
      if (named.case !== undefined) messages.isRecording = true;
      entries.push(...recordEntry(value.record, named, line));
      return;
    }
    if (typeof value.type === 'string') {
      noteEvent(messages, value);
      return;
    }
    if ('from' in value) {
      entries.push(...recordEntry(value, {}, line));
      return;
    }
  }
  const record = { kind: 'message' as const, message: value, ...(text === undefined ? {} : { text }) };
  entries.push({ line, known: {}, record });
}

/** What a header, a footer or the beginning of a run says about the messages. */
function noteEvent(messages: Messages, event: { [name: string]: Json }): void {
  const { type, roles, target, protocolVersion, ended } = event;
  if (type === 'header' && event.format === 'proctor-recording') {
    messages.isRecording = true;
    const { kit, target: tested } = isObject(roles) ? roles : {};
    if (typeof kit === 'string' && typeof tested === 'string') messages.roles = { kit, target: tested };
    if (typeof protocolVersion === 'string') messages.version = protocolVersion;
    if (typeof event.transport === 'string') messages.transport = event.transport;
  }
  if (type === 'run.started' && isObject(target)) {
    const { role, version, transport } = target;
    if (typeof role === 'string') messages.roles = { target: role };
    if (typeof version === 'string') messages.version = version;
    if (typeof transport === 'string') messages.transport = transport;
  }
  if (type === 'footer' && (ended === 'kit' || ended === 'target')) messages.ended = ended;
}

function recordEntry(value: { [name: string]: Json }, named: Pick<Entry, 'session' | 'case'>, line: number): Entry[] {
  const {
    from,
    channel,
    stream,
    deliberate,
    http,
    sse,
    closed,
    kind = 'message',
    message,
    text,
    bytes,
    problem,
    beyondLimit,
  } = value;
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
    ...(beyondLimit === true ? { beyondLimit } : {}),
    ...(typeof stream === 'string' ? { stream } : {}),
    // Of a record that was cut only its ids can be known; nobody can judge it.
    ...(deliberate === true || value.size !== undefined ? { deliberate: true } : {}),
    ...(isObject(http) ? { http: http as unknown as NonNullable<WireRecord['http']> } : {}),
    ...(isObject(sse) ? { sse: sse as unknown as NonNullable<WireRecord['sse']> } : {}),
    ...(isObject(closed) ? { closed: closed as unknown as NonNullable<WireRecord['closed']> } : {}),
  };
  return [{ line, known, ...named, record }];
}
