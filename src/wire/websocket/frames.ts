import type { FrameInfo } from '../carried.js';

/** One WebSocket frame as it stood on the wire (RFC 6455, section 5.2). The payload of data frames is not kept. */
export interface Frame extends FrameInfo {
  /** Unmasked; empty for data frames. */
  payload: Uint8Array;
}

const opcodes: Record<number, FrameInfo['opcode']> = {
  0: 'continuation',
  1: 'text',
  2: 'binary',
  8: 'close',
  9: 'ping',
  10: 'pong',
};
const numbers: Record<FrameInfo['opcode'], number> = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
};

/**
 * Reads frame headers and the payloads of control frames from chunks that are cut anywhere. It only watches: whoever judges
 * the frames reads the same bytes. At an opcode that does not exist it stops, for then the judge closes the connection.
 */
export class FrameReader {
  #header: number[] = [];
  #rest = 0;
  #frame: { frame: Frame; mask: readonly number[]; payload: number[] } | undefined;
  #lost = false;

  /** Takes the next chunk; returns the frames that it completes. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.length && !this.#lost; ) {
      if (this.#frame === undefined) at += this.#readHeader(chunk, at);
      else {
        const taken = Math.min(this.#rest, chunk.length - at);
        if (this.#frame.frame.opcode in isControl) this.#frame.payload.push(...chunk.subarray(at, at + taken));
        this.#rest -= taken;
        at += taken;
      }
      if (this.#frame !== undefined && this.#rest === 0) frames.push(this.#complete());
    }
    return frames;
  }

  /** Returns how many bytes of the chunk it has taken: a whole header, as nearly all come, or one byte of it. */
  #readHeader(chunk: Uint8Array, at: number): number {
    const whole = this.#header.length === 0 ? headerSize(chunk, at) : 0;
    if (whole > 0 && at + whole <= chunk.length) {
      this.#begin(chunk, at, whole);
      return whole;
    }
    this.#header.push(chunk[at]!);
    const size = headerSize(this.#header, 0);
    if (size > 0 && this.#header.length >= size) {
      this.#begin(this.#header, 0, size);
      this.#header = [];
    }
    return 1;
  }

  #begin(bytes: ArrayLike<number>, at: number, size: number): void {
    const [first, short] = [bytes[at]!, bytes[at + 1]! & 0x7f];
    const opcode = opcodes[first & 0x0f];
    if (opcode === undefined) {
      this.#lost = true;
      return;
    }
    const lengthBytes = lengthBytesOf(short);
    this.#rest = lengthBytes === 0 ? short : 0;
    for (let byte = 0; byte < lengthBytes; byte += 1) this.#rest = this.#rest * 256 + bytes[at + 2 + byte]!;
    const isOfControl = opcode in isControl;
    // A control frame of more than 125 bytes is an offence; its payload must not be collected.
    if (isOfControl && this.#rest > 125) this.#lost = true;
    this.#frame = {
      frame: { opcode, fin: (first & 0x80) !== 0, payload: NOTHING },
      mask: isOfControl
        ? Array.from({ length: size - 2 - lengthBytes }, (_, n) => bytes[at + 2 + lengthBytes + n]!)
        : NONE,
      payload: isOfControl ? [] : NONE,
    };
  }

  #complete(): Frame {
    const { frame, mask, payload } = this.#frame!;
    this.#frame = undefined;
    if (payload.length === 0) return frame;
    frame.payload = Uint8Array.from(payload, (byte, index) => (mask.length === 4 ? byte ^ mask[index % 4]! : byte));
    if (frame.opcode === 'close' && frame.payload.length >= 2) frame.code = frame.payload[0]! * 256 + frame.payload[1]!;
    return frame;
  }
}

const NOTHING = new Uint8Array();
/** Of a data frame nothing is collected. */
const NONE: number[] = [];

const lengthBytesOf = (short: number) => (short === 126 ? 2 : short === 127 ? 8 : 0);

/** How long the header is that begins there; 0 where its first two bytes, which say that, are not both there. */
function headerSize(bytes: ArrayLike<number>, at: number): number {
  const second = bytes[at + 1];
  return second === undefined ? 0 : 2 + lengthBytesOf(second & 0x7f) + (second & 0x80 ? 4 : 0);
}

const isControl: Partial<Record<FrameInfo['opcode'], true>> = { close: true, ping: true, pong: true };

/** Whether a frame is a control frame (RFC 6455, section 5.5). */
export function isControlFrame({ opcode }: FrameInfo): boolean {
  return opcode in isControl;
}

/** The payload of a close frame; without a code it is empty. */
export function closePayload(code: number | undefined, reason = ''): Uint8Array {
  if (code === undefined) return new Uint8Array();
  return Buffer.concat([Uint8Array.of((code >> 8) & 0xff, code & 0xff), Buffer.from(reason)]);
}

/** One frame as bytes. A client masks (RFC 6455, section 5.3); the mask is zero, which is legal and leaves the bytes readable. */
export function encodeFrame(frame: FrameInfo, payload: Uint8Array, masked: boolean): Buffer {
  const { bytes, at } = frameOf(frame, payload.length, masked);
  bytes.set(payload, at);
  return bytes;
}

/** As `encodeFrame`, of a text. */
export function encodeText(frame: FrameInfo, text: string, masked: boolean): Buffer {
  const { bytes, at } = frameOf(frame, Buffer.byteLength(text), masked);
  bytes.write(text, at);
  return bytes;
}

/** Room for a frame, its head written, and where its payload begins. */
function frameOf({ fin, opcode }: FrameInfo, size: number, masked: boolean): { bytes: Buffer; at: number } {
  const short = size < 126 ? size : size < 65_536 ? 126 : 127;
  const length = short < 126 ? 2 : short === 126 ? 4 : 10;
  const at = masked ? length + 4 : length;
  const bytes = Buffer.allocUnsafe(at + size);
  bytes[0] = (fin ? 0x80 : 0) | numbers[opcode];
  bytes[1] = (masked ? 0x80 : 0) | short;
  if (short === 126) bytes.writeUInt16BE(size, 2);
  else if (short === 127) bytes.writeBigUInt64BE(BigInt(size), 2);
  if (masked) bytes.fill(0, length, at);
  return { bytes, at };
}
