import { expect, it } from 'vitest';
import type { Driven } from '../../../src/conversation/case/drive.js';
import { slowness } from './slowness.js';

/** A handshake whose first reply came after so many ms, for which the server lacked a core for a part. */
const handshake = (ms: number, lackedMs?: number) =>
  ({
    records: [
      { time: 0, kind: 'message', from: 'kit', message: { id: 1, method: 'initialize' } },
      { time: ms, kind: 'message', from: 'target', message: { id: 1, result: {} } },
    ],
    ...(lackedMs === undefined ? {} : { lackedMs }),
  }) as unknown as Driven;

it('a handshake that takes longer than a wait, twice, is slow', () => {
  expect(slowness(handshake(7_000), handshake(6_000), 5_000)).toBe(7_000);
  expect(slowness(handshake(7_000), handshake(4_000), 5_000)).toBeUndefined();
  expect(slowness(handshake(4_000), handshake(7_000), 5_000)).toBeUndefined();
});

it('the time for which the server lacked a core is not its own', () => {
  expect(slowness(handshake(7_000, 3_000), handshake(7_000, 3_000), 5_000)).toBeUndefined();
  expect(slowness(handshake(7_000, 1_000), handshake(7_000, 1_000), 5_000)).toBe(7_000);
});
