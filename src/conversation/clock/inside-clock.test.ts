import { expect, test } from 'vitest';
import { Turns } from '../../jsonrpc/turns.js';
import { realClock } from '../../wire/clock/clock.js';
import { MovedClock } from '../../wire/clock/moved-clock.js';
import { InsideClock } from './inside-clock.js';

test('each message that a reference works off is progress, though its clock takes no turn', async () => {
  const moved = new MovedClock({ heard: () => 0, said: () => 0 });
  const { progress } = new InsideClock(moved, realClock).timeOf({ sent: () => 0, received: () => 0 });
  const turns = new Turns(moved);
  const seen: number[] = [];
  await new Promise<void>((resolve) => {
    for (let nth = 1; nth <= 5; nth++)
      turns.add(() => {
        seen.push(progress!());
        if (nth === 5) resolve();
      });
  });
  expect(new Set(seen).size).toBe(5);
});
