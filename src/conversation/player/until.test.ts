import { expect, test } from 'vitest';
import { MovedClock } from '../../wire/clock/moved-clock.js';
import { Channel, Transcript } from '../channel.js';
import type { Stage, TargetTime } from '../stage.js';
import { until } from './until.js';

/** A wait of one second for a target that hangs: its clock takes no turn. The real time is moved by hand. */
async function waiting(time: Partial<TargetTime> = {}, exit = false) {
  const clock = new MovedClock({ heard: () => 0, said: () => 0 });
  clock.start();
  const main = new Channel('main');
  const transcript = new Transcript(
    () => 0,
    () => undefined,
  );
  const hanging = {
    exact: true,
    silence: () => 'unanswered',
    drive: () => new Promise<never>(() => undefined),
    ...time,
  };
  const stage = { transcript, time: hanging, signal: new AbortController().signal } as unknown as Stage;
  let outcome: string | undefined;
  void until(stage, clock, () => (transcript.exited ? 'exited' : undefined), 1_000, exit).then((value) => {
    outcome = value;
  });
  return {
    exits: () => transcript.add('target', [main], { kind: 'exit', exit: { code: 0, signal: null } }),
    says: () => transcript.add('target', [main], { kind: 'message', message: {} }),
    async outcomeAt(ms: number) {
      await clock.take({ heard: 0, to: ms });
      return outcome;
    },
  };
}

test('a target whose clock keeps silent is waited for as long as it says something', async () => {
  const wait = await waiting();
  expect(await wait.outcomeAt(59_000)).toBeUndefined();
  wait.says();
  expect(await wait.outcomeAt(60_000)).toBeUndefined();
  expect(await wait.outcomeAt(119_000)).toBeUndefined();
  expect(await wait.outcomeAt(120_000)).toBe('silence');
});

test('a target that has gone is waited for no longer than one that lives in real time', async () => {
  const wait = await waiting({ gone: () => true, silence: () => undefined });
  expect(await wait.outcomeAt(999)).toBeUndefined();
  expect(await wait.outcomeAt(1_000)).toBe('time');
});

test('the exit of a target that has gone is waited for as long as a busy machine takes to tell of it', async () => {
  const wait = await waiting({ gone: () => true, silence: () => undefined, exitsOnTime: true }, true);
  expect(await wait.outcomeAt(30_000)).toBeUndefined();
  wait.exits();
  expect(await wait.outcomeAt(30_001)).toBe('exited');
});

test('a target whose clock takes its turns is waited for, however slowly they go', async () => {
  let turns = 0;
  const wait = await waiting({ progress: () => turns });
  turns++;
  expect(await wait.outcomeAt(60_000)).toBeUndefined();
  expect(await wait.outcomeAt(120_000)).toBe('silence');
});
