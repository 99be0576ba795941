import { expect, it } from 'vitest';
import { ByteBuffer } from './byte-buffer.js';

it('collects what comes byte by byte in time that grows with the bytes alone', () => {
  const buffer = new ByteBuffer(1_000_000);
  let copied = 0;
  let before = buffer.view().buffer;
  for (let at = 0; at < 300_000; at++) {
    buffer.append(Uint8Array.of(at % 256));
    const { buffer: now } = buffer.view();
    if (now !== before) copied += at;
    before = now;
  }
  expect(buffer.length).toBe(300_000);
  expect(buffer.view().every((byte, at) => byte === at % 256)).toBe(true);
  // Doubling copies each byte twice at most.
  expect(copied).toBeLessThan(600_000);
});

it('keeps no large buffer once it is cleared', () => {
  const buffer = new ByteBuffer(10_000_000);
  buffer.append(new Uint8Array(2_000_000));
  buffer.clear();
  expect(buffer.view().buffer.byteLength).toBeLessThan(100_000);
});
