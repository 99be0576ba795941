import { expect, it } from 'vitest';
import { memoryOut } from '../testing/memory.js';
import { ProgressLine } from './progress.js';

const standing = (done: number, red = 0) => ({ done, planned: 1_200, red, id: 'demo.a' });

it('tells on a terminal how many failed so far and about how long the rest takes', () => {
  let time = 0;
  const out = memoryOut({ isTTY: true, columns: 80 });
  const line = new ProgressLine(out, () => time);
  line.show(standing(0));
  time = 6_000;
  line.show(standing(300, 2));
  time = 12_000;
  line.show(standing(100));
  expect(out.text().split('\r\u001b[2K').slice(1)).toEqual([
    '  0 of 1 200 cases · demo.a',
    '  300 of 1 200 cases · 2 red · about 18.0 s left · demo.a',
    '  100 of 1 200 cases · about 2 min 10 s left · demo.a',
  ]);
});

it('tells it in a log every half a minute', () => {
  let time = 0;
  const out = memoryOut();
  const line = new ProgressLine(out, () => time);
  for (const seconds of [1, 29, 31, 45, 70]) {
    time = seconds * 1_000;
    line.show(standing(seconds * 10, 1));
  }
  expect(out.text()).toBe(
    '  … 310 of 1 200 cases · 1 red · about 1 min 30 s left · 31.0 s so far\n' +
      '  … 700 of 1 200 cases · 1 red · about 50.0 s left · 1 min 10 s so far\n',
  );
});
