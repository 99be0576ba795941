import { type Json, stringifyJson } from '../json/json.js';
import type { Carried } from './carried.js';
import { carryBytes, evidenceOf } from './carry.js';
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
  #pending: Buffer = Buffer.alloc(0);
  #length = 0;
  /** The current line is over the cap and already reported. */
  #skipping = false;

  constructor(private readonly limits: Pick<Limits, 'message' | 'evidence'>) {}

  /** Takes the next chunk; returns what it completes. The chunk may be reused by the caller afterwards. */
  push(chunk: Uint8Array): Carried[] {
    const items: Carried[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      this.#extend(chunk, from, end, items);
      this.#endLine(items);
      from = end + 1;
    }
    this.#extend(chunk, from, chunk.length, items);
    return items;
  }

  /** The stream is over; returns what the last line, which lacks its newline, is. */
  end(): Carried[] {
    const items: Carried[] = [];
    this.#endLine(items);
    this.#pending = Buffer.alloc(0);
    return items;
  }

  #extend(chunk: Uint8Array, from: number, to: number, items: Carried[]): void {
    if (this.#skipping || from === to) return;
    const size = this.#length + to - from;
    // One more byte than the cap may stand there: the CR of a line end.
    if (size > this.limits.message + 1) {
      this.#tooLong(chunk.subarray(from, to), items);
      this.#skipping = true;
      return;
    }
    if (size > this.#pending.length) {
      const grown = Buffer.allocUnsafe(
        Math.max(size, Math.min(this.#pending.length * 2, this.limits.message + 1), 4096),
      );
      this.#pending.copy(grown, 0, 0, this.#length);
      this.#pending = grown;
    }
    this.#pending.set(chunk.subarray(from, to), this.#length);
    this.#length = size;
  }

  #endLine(items: Carried[]): void {
    const skipped = this.#skipping;
    const end = this.#length > 0 && this.#pending[this.#length - 1] === CR ? this.#length - 1 : this.#length;
    const line = this.#pending.subarray(0, end);
    this.#skipping = false;
    this.#length = 0;
    if (skipped || isBlank(line)) return;
    if (end > this.limits.message) this.#tooLong(line, items);
    else items.push(carryBytes(line, this.limits));
    // One long line must not hold its memory for the rest of the session.
    if (this.#pending.length > 1024 * 1024) this.#pending = Buffer.alloc(0);
  }

  #tooLong(rest: Uint8Array, items: Carried[]): void {
    const head = Buffer.concat([this.#pending.subarray(0, this.#length), rest.subarray(0, this.limits.evidence)]);
    const problem = `a line of more than ${this.limits.message} bytes`;
    items.push({ kind: 'bytes', bytes: evidenceOf(head, this.limits), problem });
    this.#length = 0;
  }
}

/** One line for a value: its JSON text, or `text` as it stands where the exact text matters, and LF. */
export function encodeLine(value: Json, text?: string): Buffer {
  return Buffer.from(`${text ?? stringifyJson(value)}\n`);
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === SPACE || byte === TAB || byte === CR);
}
