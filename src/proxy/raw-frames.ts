import { ByteBuffer } from '../wire/byte-buffer.js';

const OPCODES = { 0: 'continuation', 1: 'text', 2: 'binary', 8: 'close', 9: 'ping', 10: 'pong' } as const;

/** A frame of a WebSocket as it came (RFC 6455, 5.2). */
export interface RawFrame {
  raw: Uint8Array;
  /** Unset if there is no such opcode, or the frame is too long to be kept: then `raw` is a piece of what came. */
  frame?: {
    opcode: (typeof OPCODES)[keyof typeof OPCODES];
    fin: boolean;
    /** Whether an extension has changed the payload. */
    isCompressed: boolean;
    /** Unmasked. */
    payload: Uint8Array;
  };
  isTooLong?: true;
}

/** Cuts what comes in pieces into frames and keeps their bytes: all that it returns, put together, is all that it was given. */
export class RawFrames {
  private readonly pending: ByteBuffer;
  /** Bytes of a frame that is too long which are still to come. */
  private passing = 0;
  /** Bytes of the whole frame that is pending, as far as that is known. */
  private needed = 0;
  /** What follows is no WebSocket. */
  private isLost = false;

  constructor(private readonly most: number) {
    this.pending = new ByteBuffer(most + 14);
  }

  push(chunk: Uint8Array): RawFrame[] {
    const frames: RawFrame[] = [];
    let rest = chunk;
    if (this.passing > 0) {
      const piece = rest.subarray(0, this.passing);
      this.passing -= piece.length;
      rest = rest.subarray(piece.length);
      if (piece.length > 0) frames.push({ raw: piece });
    }
    if (rest.length === 0) return frames;
    if (this.isLost) return [...frames, { raw: rest }];
    this.pending.append(rest);
    if (this.pending.length < this.needed) return frames;
    let bytes: Uint8Array = Buffer.from(this.pending.view());
    this.pending.clear();
    this.needed = 0;
    for (let head = headOf(bytes); head !== undefined; head = headOf(bytes)) {
      const { opcode, size, at } = head;
      if (opcode === undefined) {
        this.isLost = true;
        return [...frames, { raw: bytes }];
      }
      const isTooLong = size > this.most;
      if (bytes.length < at + size && !isTooLong) {
        this.needed = at + size;
        break;
      }
      const raw = bytes.subarray(0, at + size);
      this.passing = at + size - raw.length;
      frames.push(isTooLong ? { raw, isTooLong } : { raw, frame: frameOf(bytes, head, opcode) });
      bytes = bytes.subarray(raw.length);
    }
    if (bytes.length > 0) this.pending.append(bytes);
    return frames;
  }

  /** There is no more; returns what is no whole frame. */
  end(): RawFrame[] {
    const raw = Buffer.from(this.pending.view());
    this.pending.clear();
    return raw.length > 0 ? [{ raw }] : [];
  }
}

interface Head {
  opcode: (typeof OPCODES)[keyof typeof OPCODES] | undefined;
  size: number;
  /** Where the payload begins. */
  at: number;
  mask: Uint8Array | undefined;
}

/** The head of the frame that bytes begin with; undefined as long as it is not whole. */
function headOf(bytes: Uint8Array): Head | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const short = second & 0x7f;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const isMasked = (second & 0x80) !== 0;
  const at = 2 + extended + (isMasked ? 4 : 0);
  if (bytes.length < at) return undefined;
  const size = extended === 0 ? short : bytes.subarray(2, 2 + extended).reduce((sum, byte) => sum * 256 + byte, 0);
  const opcode = (OPCODES as { [code: number]: Head['opcode'] })[first & 0x0f];
  return { opcode, size, at, mask: isMasked ? bytes.subarray(at - 4, at) : undefined };
}

function frameOf(bytes: Uint8Array, { size, at, mask }: Head, opcode: NonNullable<Head['opcode']>) {
  const payload = Buffer.from(bytes.subarray(at, at + size));
  if (mask !== undefined) for (let index = 0; index < size; index += 1) payload[index]! ^= mask[index & 3]!;
  return { opcode, fin: (bytes[0]! & 0x80) !== 0, isCompressed: (bytes[0]! & 0x40) !== 0, payload };
}
