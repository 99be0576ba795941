import { ByteBuffer } from '../wire/byte-buffer.js';
import type { Carried } from '../wire/carried.js';
import { carryBytes, carryTooLong } from '../wire/carry.js';
import type { Limits } from '../wire/limits.js';

const LF = 0x0a;
const CR = 0x0d;

/** Bytes as they came, and what they are if they are a line with something in it. */
export interface RawLine {
  raw: Uint8Array;
  carried?: Carried;
}

/**
 * Cuts what comes in pieces into lines and keeps their bytes, line ends with them: all that it returns, put together, is all that it was given.
 * Of a line that is too long it returns the pieces as they come.
 */
export class RawLines {
  private readonly pending: ByteBuffer;
  private isTooLong = false;

  constructor(private readonly limits: Pick<Limits, 'message' | 'evidence'>) {
    this.pending = new ByteBuffer(limits.message + 2);
  }

  /** Takes the next chunk; returns what it completes. */
  push(chunk: Uint8Array): RawLine[] {
    const lines: RawLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      this.take(chunk.subarray(from, at + 1), lines);
      if (this.pending.length > 0) lines.push(this.line());
      this.isTooLong = false;
      from = at + 1;
    }
    this.take(chunk.subarray(from), lines);
    return lines;
  }

  /** There is no more; returns what stands after the last line end. */
  end(): RawLine[] {
    return this.pending.length > 0 ? [this.line()] : [];
  }

  private take(bytes: Uint8Array, lines: RawLine[]): void {
    if (bytes.length === 0) return;
    if (this.isTooLong) lines.push({ raw: bytes });
    // Its line end may stand there too.
    else if (this.pending.length + bytes.length > this.limits.message + 2) {
      const carried = carryTooLong('a line', this.pending.view(), bytes, this.limits);
      lines.push({ raw: Buffer.concat([this.pending.view(), bytes]), carried });
      this.pending.clear();
      this.isTooLong = true;
    } else this.pending.append(bytes);
  }

  private line(): RawLine {
    const raw = Buffer.from(this.pending.view());
    this.pending.clear();
    const withoutLf = raw.at(-1) === LF ? raw.subarray(0, -1) : raw;
    const line = withoutLf.at(-1) === CR ? withoutLf.subarray(0, -1) : withoutLf;
    if (line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)) return { raw };
    return { raw, carried: carryBytes(line, this.limits) };
  }
}
