import { decodeUtf8, JsonProblem } from '../../json/json.js';
import { ByteBuffer } from '../byte-buffer.js';
import type { Carried, SseFields } from '../carried.js';
import { carryText, carryTooLong, evidenceOf } from '../carry.js';
import type { Limits } from '../limits.js';

/** The media type of an event stream (WHATWG HTML, section 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/**
 * One event as text. `data` may have several lines; undefined leaves the field out, the empty string writes it empty. Line
 * breaks in the other fields are written as they are: a broken stream is one of the things that this must be able to say.
 */
export function encodeEvent(fields: SseFields, data?: string): string {
  const lines: string[] = [];
  if (fields.event !== undefined) lines.push(`event: ${fields.event}`);
  if (fields.id !== undefined) lines.push(`id: ${fields.id}`);
  if (fields.retry !== undefined) lines.push(`retry: ${fields.retry}`);
  if (data !== undefined) for (const line of data.split(/\r\n|\r|\n/)) lines.push(`data: ${line}`);
  return `${lines.join('\n')}\n\n`;
}

const LF = 0x0a;
const CR = 0x0d;

/** Reads an event stream, chunk by chunk, as `SseDecoder` does. */
export interface EventDecoder {
  readonly broken: string | undefined;
  push(chunk: Uint8Array): Carried[];
  end(): Uint8Array | undefined;
}

/**
 * Reads an event stream from chunks that are cut anywhere. An event with JSON data becomes `message`, with other data
 * `bytes`, without data `sse`; each carries its fields. Comments vanish. An event of more than `limits.message` bytes ends
 * the reading: one `bytes` says so, `broken` is set, and the rest is ignored. Time is linear in the bytes, memory at most
 * twice the longest event.
 */
export class SseDecoder implements EventDecoder {
  /** Why reading stopped before the end of the stream. */
  broken: string | undefined;
  readonly #pending: ByteBuffer;
  #afterCr = false;
  #lineEmpty = true;
  #first = true;

  constructor(private readonly limits: Pick<Limits, 'message' | 'evidence'>) {
    this.#pending = new ByteBuffer(limits.message);
  }

  /** Takes the next chunk; returns what it completes. */
  push(chunk: Uint8Array): Carried[] {
    const items: Carried[] = [];
    let from = 0;
    while (from < chunk.length && this.broken === undefined) {
      const byte = chunk[from];
      const secondOfPair = this.#afterCr && byte === LF;
      this.#afterCr = byte === CR;
      if (byte !== CR && byte !== LF) {
        const end = lineEnd(chunk, from);
        this.#append(chunk.subarray(from, end), items);
        this.#lineEmpty = false;
        from = end;
        continue;
      }
      from += 1;
      if (secondOfPair) continue;
      if (this.#lineEmpty) this.#endEvent(items);
      else this.#append(newline, items);
      this.#lineEmpty = true;
    }
    return items;
  }

  /** The stream is over; returns the event that lacks its blank line, which receivers have to discard, as evidence. */
  end(): Uint8Array | undefined {
    return this.#pending.length === 0 || this.broken !== undefined
      ? undefined
      : evidenceOf(this.#pending.view(), this.limits);
  }

  #append(bytes: Uint8Array, items: Carried[]): void {
    if (this.#pending.length + bytes.length > this.limits.message) {
      const carried = carryTooLong('an event', this.#pending.view(), bytes, this.limits);
      this.broken = carried.problem;
      items.push(carried);
      this.#pending.clear();
      return;
    }
    this.#pending.append(bytes);
  }

  #endEvent(items: Carried[]): void {
    const event = this.#pending.view();
    const bom = this.#first && event.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    const block = event.subarray(bom);
    this.#first = false;
    if (block.length > 0) items.push(...this.#read(block));
    this.#pending.clear();
  }

  #read(block: Uint8Array): Carried[] {
    let text: string;
    try {
      text = decodeUtf8(block);
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      return [{ kind: 'bytes', bytes: evidenceOf(block, this.limits), problem: error.message }];
    }
    const { sse, data } = readFields(text);
    if (data !== '') return [{ ...carryText(data, this.limits), sse }];
    return Object.keys(sse).length === 0 ? [] : [{ kind: 'sse', sse }];
  }
}

/** How many lines lie side by side before they are joined: each costs more than its characters. */
const SIDE_BY_SIDE = 1024;

/** Lines of text that become one. */
class Lines {
  readonly #joined: string[] = [];
  #lines: string[] = [];

  push(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length >= SIDE_BY_SIDE) this.#join();
  }

  text(): string {
    this.#join();
    return this.#joined.join('\n');
  }

  #join(): void {
    if (this.#lines.length > 0) this.#joined.push(this.#lines.join('\n'));
    this.#lines = [];
  }
}

/** The fields of one event (WHATWG HTML, section 9.2.6), its lines ended by LF. Comments and unknown fields say nothing. */
function readFields(text: string): { sse: SseFields; data: string } {
  const sse: SseFields = {};
  const data = new Lines();
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    start = end + 1;
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') data.push(value);
    else if (name === 'event') sse.event = value;
    else if (name === 'id' && !value.includes('\0')) sse.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) sse.retry = Number(value);
  }
  // An empty type is the default one.
  if (sse.event === '') delete sse.event;
  return { sse, data: data.text() };
}

const newline = Uint8Array.of(LF);
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

function lineEnd(chunk: Uint8Array, from: number): number {
  let at = from;
  while (at < chunk.length && chunk[at] !== LF && chunk[at] !== CR) at += 1;
  return at;
}
