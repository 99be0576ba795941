import { expect, it } from 'vitest';
import { TestClock } from '../../jsonrpc/fixtures/wired.js';
import { Channel, Transcript } from '../channel.js';
import type { Stage } from '../stage.js';
import { until } from './until.js';

/** A stage whose target has gone, and with it the clock that the kit moves. */
function abandoned(clock: TestClock) {
  const transcript = new Transcript(
    () => clock.now(),
    () => undefined,
  );
  const time = {
    exact: true,
    exitsOnTime: true,
    gone: () => true,
    exiting: async () => undefined,
    drive: () => new Promise<never>(() => undefined),
  };
  const stage = { transcript, time, signal: new AbortController().signal } as unknown as Stage;
  const exits = () =>
    transcript.add('target', [new Channel('main')], { kind: 'exit', exit: { code: 0, signal: null } });
  return { stage, exits, probe: () => (transcript.exited ? 'exited' : undefined) };
}

it('waits for the exit of a target that has gone for as long as a busy machine takes to tell of it', async () => {
  const clock = new TestClock();
  const { stage, exits, probe } = abandoned(clock);
  const waiting = until(stage, clock, probe, 3_000, true);
  clock.advance(30_000);
  exits();
  expect(await waiting).toBe('exited');
});

it('waits for nothing else of a target that has gone', async () => {
  const clock = new TestClock();
  const { stage, probe } = abandoned(clock);
  const waiting = until(stage, clock, probe, 3_000);
  clock.advance(3_000);
  expect(await waiting).toBe('time');
});
