import { expect, test } from 'vitest';
import { MovedClock } from './clock/moved-clock.js';
import { lastAnswers } from './last-answers.js';

const never = new Promise<void>(() => undefined);

function moved(): MovedClock {
  const clock = new MovedClock({ heard: () => 0, said: () => 0 });
  clock.start();
  return clock;
}

/** A wait for the last answers of a program; `isOver` looks once all that is due has happened. */
function waiting(settled: Promise<void>) {
  const [clock, real] = [moved(), moved()];
  let over = false;
  void lastAnswers(settled, clock, real).then(() => {
    over = true;
  });
  const isOver = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return over;
  };
  return { clock, real, isOver };
}

test.each(['clock', 'real'] as const)('what still runs has 250 ms, by the clock that is first (%s)', async (which) => {
  const wait = waiting(never);
  await wait[which].take({ heard: 0, to: 249 });
  expect(await wait.isOver()).toBe(false);
  await wait[which].take({ heard: 0, to: 250 });
  expect(await wait.isOver()).toBe(true);
});

test('the last answer ends it at once', async () => {
  expect(await waiting(Promise.resolve()).isOver()).toBe(true);
});
