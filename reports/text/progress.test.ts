import { expect, it } from 'vitest';
import { memoryOut } from '../testing/memory.js';
import { ProgressLine } from './progress.js';

const standing = (done: number, red = 0) => ({ done, planned: 1_200, red, id: 'demo.a' });

/** A clock that a test moves. */
class HandClock {
  private time = 0;
  private readonly timers = new Set<{ at: number; fire: () => void }>();

  now = () => this.time;

  after = (ms: number, fire: () => void) => {
    const timer = { at: this.time + ms, fire };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  };

  move(ms: number): void {
    for (const end = this.time + ms; ; ) {
      const [next] = [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      this.time = next?.at ?? end;
      if (next === undefined) return;
      this.timers.delete(next);
      next.fire();
    }
  }
}

it('says on a terminal how many have ended and failed so far, and guesses nothing', () => {
  const clock = new HandClock();
  const out = memoryOut({ isTTY: true, columns: 80, log: memoryOut() });
  const line = new ProgressLine(out, clock);
  line.begin();
  line.show(standing(0));
  clock.move(6_000);
  line.show(standing(300, 2));
  clock.move(60_000);
  expect(out.text().split('\r\u001b[2K').slice(1)).toEqual([
    '  0 of 1 200 cases · demo.a',
    '  300 of 1 200 cases · 2 red · demo.a',
  ]);
  expect((out.log as ReturnType<typeof memoryOut>).text()).toBe('');
});

it('says it in a log every half a minute, beside the report, with what became red since', () => {
  const clock = new HandClock();
  const log = memoryOut();
  const out = memoryOut({ log });
  const line = new ProgressLine(out, clock);
  line.begin();
  clock.move(31_000);
  line.show(standing(310, 1));
  line.keep('  ✗ demo.a · no reply');
  clock.move(28_000);
  expect(log.text()).toBe('  … nothing has ended yet · 30.0 s so far\n');
  clock.move(1_000);
  // It does not take an event to write a line: a case that hangs brings none.
  for (let number = 0; number < 22; number++) line.keep(`  ✗ demo.b${number}`);
  clock.move(30_000);
  line.end();
  clock.move(300_000);
  const lines = log.text().split('\n');
  expect(lines.slice(1, 5)).toEqual([
    '  … 310 of 1 200 cases · 1 red · 1 min 0 s so far',
    '  ✗ demo.a · no reply',
    '  … 310 of 1 200 cases · 1 red · 1 min 30 s so far',
    '  ✗ demo.b0',
  ]);
  expect(lines.slice(-3)).toEqual(['  ✗ demo.b19', '  and 2 more', '']);
  expect(out.text()).toBe('');
});

it('writes nothing into a file', () => {
  const clock = new HandClock();
  const out = memoryOut();
  const line = new ProgressLine(out, clock);
  line.begin();
  line.show(standing(1));
  clock.move(100_000);
  expect(out.text()).toBe('');
});
