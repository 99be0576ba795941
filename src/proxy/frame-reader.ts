import { constants, inflateRawSync } from 'node:zlib';
import type { Carried, FrameInfo } from '../wire/carried.js';
import { carryBytes, carryTooLong } from '../wire/carry.js';
import type { Limits } from '../wire/limits.js';
import type { RawFrame } from './raw-frames.js';

/** How far back a compressed message may point (RFC 7692). */
const WINDOW = 32 * 1024;
/** What a sender leaves out at the end of each message. */
const TAIL = Uint8Array.of(0, 0, 0xff, 0xff);

/** What the frames of one direction are: messages, put together and decompressed, and frames beside them. */
export class MessageReader {
  /** The code of the close frame, once there was one; 1005 for one without. */
  code: number | undefined;
  private fragments: Uint8Array[] = [];
  private size = 0;
  private first: FrameInfo | undefined;
  private isCompressed = false;
  private window: Uint8Array = new Uint8Array();

  constructor(private readonly limits: Limits) {}

  read({ raw, frame, isTooLong }: RawFrame): Carried[] {
    if (isTooLong) return [carryTooLong('a frame', raw.subarray(0, 0), raw, this.limits)];
    if (frame === undefined) return [];
    const { opcode, fin, payload } = frame;
    if (opcode === 'close' || opcode === 'ping' || opcode === 'pong') {
      const code = opcode === 'close' && payload.length >= 2 ? payload[0]! * 256 + payload[1]! : undefined;
      if (opcode === 'close') this.code = code ?? 1005;
      return [{ kind: 'frame', frame: { opcode, fin, ...(code === undefined ? {} : { code }) }, bytes: payload }];
    }
    const items: Carried[] = [];
    if (opcode !== 'continuation') {
      this.fragments = [];
      this.size = 0;
      this.first = { opcode, fin: true };
      this.isCompressed = frame.isCompressed;
    }
    if (!fin || opcode === 'continuation') items.push({ kind: 'frame', frame: { opcode, fin } });
    this.size += payload.length;
    if (this.size <= this.limits.message) this.fragments.push(payload);
    if (fin && this.first) items.push({ ...this.message(), frame: this.first });
    return items;
  }

  private message(): Carried {
    if (this.size > this.limits.message) return carryTooLong('a message', this.fragments[0]!, TAIL, this.limits);
    const whole = Buffer.concat(this.fragments);
    this.fragments = [];
    if (!this.isCompressed) return carryBytes(whole, this.limits);
    try {
      const inflated = inflateRawSync(Buffer.concat([whole, TAIL]), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: this.limits.message,
        ...(this.window.length > 0 ? { dictionary: this.window } : {}),
      });
      this.window = Buffer.concat([this.window, inflated]).subarray(-WINDOW);
      return carryBytes(inflated, this.limits);
    } catch (error) {
      const problem = `the compressed message can't be read: ${(error as Error).message}`;
      return { kind: 'bytes', bytes: whole.subarray(0, this.limits.evidence), problem, beyondLimit: true };
    }
  }
}
