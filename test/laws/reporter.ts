import fc from 'fast-check';
import { expect } from 'vitest';
import type { Out } from '../../reports/output.js';
import { events, greenEvents } from '../../reports/testing/fixture.js';
import { memoryOut } from '../../reports/testing/memory.js';
import type { Reporter, RunEvent } from '../../runner/events.js';
import { frozen } from './frozen.js';

const RUNS: readonly (readonly RunEvent[])[] = [frozen(events), frozen(greenEvents)];

/**
 * The laws of a reporter: it changes no event; what it writes depends on the events of its own run alone, though another reporter
 * of its kind is at work; it can be closed after any event, and writes nothing afterwards.
 */
export async function assertReporter(make: (out: Out) => Reporter): Promise<void> {
  for (const run of RUNS) {
    const [alone, first, second] = [memoryOut(), memoryOut(), memoryOut()];
    const [reporter, one, other] = [make(alone), make(first), make(second)];
    for (const event of run) reporter.event(event);
    await reporter.close();
    const text = alone.text();
    for (const event of run) {
      one.event(event);
      other.event(event);
    }
    await Promise.all([one.close(), other.close()]);
    expect([first.text(), second.text()]).toEqual([text, text]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(alone.text(), 'nothing comes once it is closed').toBe(text);
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...RUNS), fc.nat(), async (run, length) => {
      const reporter = make(memoryOut());
      for (const event of run.slice(0, length % (run.length + 1))) reporter.event(event);
      await reporter.close();
    }),
    { numRuns: 20 },
  );
}
