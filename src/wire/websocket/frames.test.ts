import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrameInfo } from '../carried.js';
import { closePayload, encodeFrame, FrameReader } from './frames.js';

const data = fc.record({
  opcode: fc.constantFrom<FrameInfo['opcode']>('continuation', 'text', 'binary'),
  fin: fc.boolean(),
  size: fc.constantFrom(0, 1, 125, 126, 127, 65_535, 65_536, 70_000),
});
const control = fc.record({
  opcode: fc.constantFrom<FrameInfo['opcode']>('ping', 'pong'),
  fin: fc.constant(true),
  size: fc.nat(125),
});

describe('FrameReader', () => {
  it('finds every frame, however long, masked and cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(data, control), { maxLength: 6 }),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 8 }),
        (frames, masked, cuts) => {
          const bytes = Buffer.concat(
            frames.map(({ opcode, fin, size }) => encodeFrame({ opcode, fin }, Buffer.alloc(size, 'x'), masked)),
          );
          const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
          const reader = new FrameReader();
          const found = places.slice(1).flatMap((place, index) => reader.push(bytes.subarray(places[index], place)));
          expect(found.map(({ opcode, fin, payload }) => [opcode, fin, payload.length])).toEqual(
            frames.map(({ opcode, fin, size }) => [opcode, fin, opcode === 'ping' || opcode === 'pong' ? size : 0]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('unmasks the payload of control frames and reads the code of a close', () => {
    const reader = new FrameReader();
    expect(reader.push(encodeFrame({ opcode: 'close', fin: true }, closePayload(4001, 'why'), false))).toMatchObject([
      { opcode: 'close', code: 4001 },
    ]);
    expect(reader.push(Buffer.from([0x89, 0x82, 1, 2, 3, 4, 0x61 ^ 1, 0x62 ^ 2]))).toEqual([
      { opcode: 'ping', fin: true, payload: new Uint8Array(Buffer.from('ab')) },
    ]);
    expect(
      reader.push(encodeFrame({ opcode: 'close', fin: true }, closePayload(undefined), true))[0],
    ).not.toHaveProperty('code');
  });

  it('stops at what is not a frame', () => {
    for (const bytes of [
      [0x83, 0],
      [0x89, 126, 1, 0],
    ]) {
      const reader = new FrameReader();
      expect(reader.push(Uint8Array.from([...bytes, ...new Uint8Array(100)]))).toEqual([]);
      expect(reader.push(Buffer.from([0x81, 0]))).toEqual([]);
    }
  });
});
