import { ByteBuffer } from '../wire/byte-buffer.js';
import type { Carried } from '../wire/carried.js';
import { SseDecoder } from '../wire/http/sse.js';
import type { Limits } from '../wire/limits.js';

const LF = 0x0a;
const CR = 0x0d;

/** An event as it came, its blank line with it, and what it is if it is more than a comment. */
export interface RawEvent {
  raw: Uint8Array;
  carried?: Carried;
}

/**
 * Cuts an event stream that comes in pieces into events and keeps their bytes: all that it returns, put together, is all that it was given. Of an
 * event that is too long it returns the pieces as they come.
 */
export class RawEvents {
  private readonly pending: ByteBuffer;
  private isLineEmpty = true;
  private last = 0;

  constructor(private readonly limits: Pick<Limits, 'message' | 'evidence'>) {
    this.pending = new ByteBuffer(limits.message);
  }

  push(chunk: Uint8Array): RawEvent[] {
    const events: RawEvent[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      const isSecond = byte === LF && this.last === CR;
      this.last = byte;
      if (isSecond) continue;
      if (byte !== LF && byte !== CR) {
        this.isLineEmpty = false;
        continue;
      }
      if (this.isLineEmpty) {
        // Of CR LF the second comes with it if it is here; alone it begins the next event, and says nothing there.
        const end = byte === CR && chunk[at + 1] === LF ? at + 2 : at + 1;
        this.append(chunk.subarray(from, end), events);
        events.push(...this.event());
        from = end;
      }
      this.isLineEmpty = true;
    }
    this.append(chunk.subarray(from), events);
    return events;
  }

  end(): RawEvent[] {
    const raw = Buffer.from(this.pending.view());
    this.pending.clear();
    return raw.length > 0 ? [{ raw }] : [];
  }

  private append(bytes: Uint8Array, events: RawEvent[]): void {
    if (this.pending.length + bytes.length <= this.limits.message) {
      this.pending.append(bytes);
      return;
    }
    events.push(...this.end(), { raw: bytes });
  }

  private event(): RawEvent[] {
    const raw = Buffer.from(this.pending.view());
    this.pending.clear();
    if (raw.length === 0) return [];
    const [carried] = new SseDecoder(this.limits).push(raw);
    return [carried === undefined ? { raw } : { raw, carried }];
  }
}
