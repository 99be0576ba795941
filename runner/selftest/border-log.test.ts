import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Carried, openBorder } from '../../src/wire/carried.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import { BorderLog, loggedBorder } from './border-log.js';

const folder = mkdtempSync(join(tmpdir(), 'border-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what crosses the border is read back as it was, each time only what is new', () => {
  let time = 0;
  const clock: Clock = { now: () => time, date: () => 0, after: () => () => undefined };
  const file = join(folder, 'log');
  const border = loggedBorder(openBorder, clock, file);
  const log = new BorderLog(file);
  const request: Carried = { kind: 'message', message: { id: 2n ** 60n, method: 'a' }, stream: 's' };
  const noise: Carried = { kind: 'bytes', bytes: new Uint8Array([0, 255, 10]) };
  const seen: Carried[] = [];
  border.hears(request, (carried) => seen.push(carried));
  time = 5;
  border.sends(noise, (carried) => seen.push(carried));
  expect(seen).toEqual([request, noise]);
  const [first] = log.take();
  expect(first).toEqual([
    { direction: 'hears', time: 0, carried: request },
    { direction: 'sends', time: 5, carried: { kind: 'bytes', bytes: Buffer.from([0, 255, 10]) } },
  ]);
  expect(log.take()).toEqual([]);
  border.sends({ kind: 'closed', closed: { how: 'end' } }, () => undefined);
  expect(log.take()).toEqual([[{ direction: 'sends', time: 5, carried: { kind: 'closed', closed: { how: 'end' } } }]]);
});

test('a log that nobody has begun is empty', () => {
  expect(new BorderLog(join(folder, 'none')).take()).toEqual([]);
});
