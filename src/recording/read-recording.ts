import type { Dropped, Footer, Header, Message } from '../generated/types/recording-v1.js';
import { isObject, type Json, type JsonObject, JsonProblem, parseJson } from '../json/json.js';

/** One line of a recording, and its number from 1. */
export type RecordingLine = { number: number } & (
  | { type: 'header'; line: Header }
  | { type: 'message'; line: Message }
  | { type: 'dropped'; line: Dropped }
  | { type: 'footer'; line: Footer }
);

/** A recording can't be read. `message` says why, for people. */
export class RecordingError extends Error {
  override name = 'RecordingError';

  constructor(
    reason: string,
    /** Of the mistake, both from 1. An empty recording has it in its first line. */
    readonly line: number,
    readonly column: number,
    /** `none`: it is no recording, or there is nothing in it. */
    readonly kind: 'none' | 'broken',
  ) {
    super(reason);
  }
}

/**
 * The lines of a recording, header first. A last line that is no JSON was cut, and is left out. Throws RecordingError for a line that can't be
 * read, for what is no recording, and for one without a message.
 */
export async function* readRecording(lines: AsyncIterable<string>): AsyncGenerator<RecordingLine> {
  const reader = new RecordingReader();
  let broken: RecordingError | undefined;
  let number = 0;
  for await (const text of lines) {
    if (broken) throw broken;
    number += 1;
    try {
      const line = reader.read(text, number);
      if (line !== undefined) yield line;
    } catch (error) {
      if (!(error instanceof RecordingError) || !reader.hasHeader || !(error.cause instanceof JsonProblem)) throw error;
      // Of the last line only the beginning may have been written.
      broken = error;
    }
  }
  reader.end();
}

/** Reads a recording line by line: for whoever follows one that is still being written, or goes on after a line that is broken. */
export class RecordingReader {
  hasHeader = false;
  /** Set once there was a footer. */
  isOver = false;
  private hasMessage = false;

  /** Reads the next line; undefined for an empty one. Throws RecordingError. */
  read(text: string, number: number): RecordingLine | undefined {
    if (text.trim() === '') return undefined;
    const value = jsonOf(text, number, this.hasHeader ? 'broken' : 'none');
    const isHeader = isObject(value) && value.type === 'header' && value.format === 'proctor-recording';
    // A file that is begun anew has a header again.
    if (!this.hasHeader || (number === 1 && isHeader)) return this.header(value, number);
    const type = isObject(value) ? value.type : undefined;
    if (type !== 'message' && type !== 'dropped' && type !== 'footer')
      throw broken('its `type` is none of message, dropped and footer', number);
    const problem = CHECKS[type](value as JsonObject);
    if (problem !== undefined) throw broken(`no line of type ${type}: ${problem}`, number);
    if (type === 'message') this.hasMessage = true;
    if (type === 'footer') this.isOver = true;
    return { number, type, line: value } as unknown as RecordingLine;
  }

  /** There are no more lines. Throws RecordingError for a recording without any message. */
  end(): void {
    if (!this.hasHeader) throw new RecordingError('it is empty', 1, 1, 'none');
    if (!this.hasMessage) throw new RecordingError('the recording has no message', 1, 1, 'none');
  }

  private header(value: Json, number: number): RecordingLine {
    const none = (why: string) => new RecordingError(why, number, 1, 'none');
    if (!isObject(value) || value.type !== 'header' || value.format !== 'proctor-recording')
      throw none('its first line is not a header of a recording');
    if (value.version !== 1)
      throw none(`its format has the version ${JSON.stringify(value.version) ?? 'nothing'}, and this Proctor reads 1`);
    const problem = headerProblem(value);
    if (problem !== undefined) throw none(`no header of a recording: ${problem}`);
    this.hasHeader = true;
    this.hasMessage = false;
    this.isOver = false;
    return { number, type: 'header', line: value as unknown as Header };
  }
}

const broken = (why: string, number: number) => new RecordingError(why, number, 1, 'broken');

function jsonOf(text: string, number: number, kind: RecordingError['kind']): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const place = Math.max(0, error.offset) + 1;
    throw Object.assign(new RecordingError(`not JSON: ${error.message}`, number, place, kind), { cause: error });
  }
}

function headerProblem({ roles, transport, protocolVersion }: JsonObject): string | undefined {
  if (!isObject(roles) || typeof roles.kit !== 'string' || typeof roles.target !== 'string')
    return '`roles` must name `kit` and `target`';
  if (typeof transport !== 'string') return '`transport` is missing';
  return typeof protocolVersion === 'string' ? undefined : '`protocolVersion` is missing';
}

/** What whoever reads a line relies on. The schema `recording/v1` says more. */
const CHECKS: { [type in 'message' | 'dropped' | 'footer']: (line: JsonObject) => string | undefined } = {
  message: ({ record, findings, session }) => {
    if (!isObject(record)) return '`record` is missing';
    if (record.from !== 'kit' && record.from !== 'target') return '`record.from` must be "kit" or "target"';
    if (typeof record.kind !== 'string' || !KINDS.has(record.kind)) return '`record.kind` is unknown';
    if (typeof record.channel !== 'string') return '`record.channel` is missing';
    for (const name of ['seq', 'time'] as const)
      if (typeof record[name] !== 'number') return `\`record.${name}\` must be a number`;
    for (const name of ['text', 'bytes', 'stream', 'problem', 'method'] as const)
      if (record[name] !== undefined && typeof record[name] !== 'string') return `\`record.${name}\` must be a string`;
    for (const name of ['http', 'sse', 'frame', 'closed', 'exit'] as const)
      if (record[name] !== undefined && !isObject(record[name])) return `\`record.${name}\` must be an object`;
    if (session !== undefined && typeof session !== 'string') return '`session` must be a string';
    return Array.isArray(findings) && findings.every(isFinding) ? undefined : '`findings` must be a list of findings';
  },
  dropped: ({ count }) => (Number.isInteger(count) && Number(count) > 0 ? undefined : '`count` must be above 0'),
  footer: ({ messages }) => (Number.isInteger(messages) ? undefined : '`messages` must be a whole number'),
};

const KINDS = new Set(['message', 'bytes', 'http', 'sse', 'frame', 'body', 'closed', 'exit']);

const isFinding = (value: Json): boolean =>
  isObject(value) && ['requirement', 'level', 'blame', 'message'].every((name) => typeof value[name] === 'string');
