import { type Json, stringifyJson } from '../json/json.js';
import { ByteBuffer } from './byte-buffer.js';
import type { Carried } from './carried.js';
import { carryBytes, carryTooLong } from './carry.js';
import type { Limits } from './limits.js';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * Reads messages that stand one on a line, from chunks that are cut anywhere. A line ends with LF or CRLF; lines of white
 * space are ignored. A line that is no JSON becomes `bytes`. A line of more than `limits.message` bytes becomes one `bytes`
 * as soon as it is too long, and reading goes on behind its end. Time is linear in the bytes, memory at most twice the
 * longest line.
 */
export class NdjsonDecoder {
  readonly #pending: ByteBuffer;
  /** The current line is over the cap and already reported. */
  #skipping = false;

  constructor(private readonly limits: Pick<Limits, 'message' | 'evidence'>) {
    // One more byte than the cap may stand there: the CR of a line end.
    this.#pending = new ByteBuffer(limits.message + 1);
  }

  /** Takes the next chunk; returns what it completes. The chunk may be reused by the caller afterwards. */
  push(chunk: Uint8Array): Carried[] {
    const items: Carried[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      if (this.#pending.length === 0 && !this.#skipping && end - from <= this.limits.message)
        this.#take(chunk.subarray(from, end), items);
      else {
        this.#extend(chunk, from, end, items);
        this.#endLine(items);
      }
      from = end + 1;
    }
    this.#extend(chunk, from, chunk.length, items);
    return items;
  }

  /** The stream is over; returns what the last line, which lacks its newline, is. */
  end(): Carried[] {
    const items: Carried[] = [];
    this.#endLine(items);
    return items;
  }

  #extend(chunk: Uint8Array, from: number, to: number, items: Carried[]): void {
    if (this.#skipping || from === to) return;
    if (this.#pending.length + to - from > this.limits.message + 1) {
      this.#tooLong(chunk.subarray(from, to), items);
      this.#skipping = true;
      return;
    }
    this.#pending.append(chunk.subarray(from, to));
  }

  #endLine(items: Carried[]): void {
    const skipped = this.#skipping;
    this.#skipping = false;
    if (!skipped) this.#take(this.#pending.view(), items);
    this.#pending.clear();
  }

  /** A whole line. Nothing keeps its bytes. */
  #take(bytes: Uint8Array, items: Carried[]): void {
    const line = bytes[bytes.length - 1] === CR ? bytes.subarray(0, -1) : bytes;
    if (isBlank(line)) return;
    if (line.length > this.limits.message) this.#tooLong(new Uint8Array(), items);
    else items.push(carryBytes(line, this.limits));
  }

  #tooLong(rest: Uint8Array, items: Carried[]): void {
    items.push(carryTooLong('a line', this.#pending.view(), rest, this.limits));
    this.#pending.clear();
  }
}

/** One line for a value: its JSON text, or `text` as it stands where the exact text matters, and LF. */
export function encodeLine(value: Json, text?: string): Buffer {
  return Buffer.from(lineOf(value, text));
}

/** The same as a text. */
export function lineOf(value: Json, text?: string): string {
  return `${text ?? stringifyJson(value)}\n`;
}

function isBlank(line: Uint8Array): boolean {
  for (const byte of line) if (byte !== SPACE && byte !== TAB && byte !== CR) return false;
  return true;
}
