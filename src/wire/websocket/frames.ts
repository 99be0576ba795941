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
  #frame: { frame: Frame; mask: number[]; payload: number[] } | undefined;
  #lost = false;

  /** Takes the next chunk; returns the frames that it completes. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.length && !this.#lost; ) {
      if (this.#frame === undefined) {
        this.#header.push(chunk[at]!);
        at += 1;
        this.#readHeader();
      } else {
        const taken = Math.min(this.#rest, chunk.length - at);
        if (this.#frame.frame.opcode in isControl) this.#frame.payload.push(...chunk.subarray(at, at + taken));
        this.#rest -= taken;
        at += taken;
      }
      if (this.#frame !== undefined && this.#rest === 0) frames.push(this.#complete());
    }
    return frames;
  }

  #readHeader(): void {
    const [first = 0, second] = this.#header;
    if (second === undefined) return;
    const short = second & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const maskBytes = second & 0x80 ? 4 : 0;
    if (this.#header.length < 2 + lengthBytes + maskBytes) return;
    const opcode = opcodes[first & 0x0f];
    if (opcode === undefined) {
      this.#lost = true;
      return;
    }
    const extended = this.#header.slice(2, 2 + lengthBytes).reduce((length, byte) => length * 256 + byte, 0);
    this.#rest = lengthBytes === 0 ? short : extended;
    // A control frame of more than 125 bytes is an offence; its payload must not be collected.
    if (opcode in isControl && this.#rest > 125) this.#lost = true;
    this.#frame = {
      frame: { opcode, fin: (first & 0x80) !== 0, payload: new Uint8Array() },
      mask: this.#header.slice(2 + lengthBytes),
      payload: [],
    };
    this.#header = [];
  }

  #complete(): Frame {
    const { frame, mask, payload } = this.#frame!;
    this.#frame = undefined;
    frame.payload = Uint8Array.from(payload, (byte, index) => (mask.length === 4 ? byte ^ mask[index % 4]! : byte));
    if (frame.opcode === 'close' && frame.payload.length >= 2) frame.code = frame.payload[0]! * 256 + frame.payload[1]!;
    return frame;
  }
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
