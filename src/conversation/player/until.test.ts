import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { type Clock, realClock } from '../../wire/clock/clock.js';
import { MovedClock } from '../../wire/clock/moved-clock.js';
import { Channel, Transcript } from '../channel.js';
import { realTime } from '../clock/real-time.js';
import type { Stage, TargetTime } from '../stage.js';
import { until } from './until.js';

/** A wait of one second for a target that hangs: its clock takes no turn. The real time is moved by hand. */
async function waiting(time: Partial<TargetTime> = {}, exit = false, before: 'nothing' | 'a life' = 'nothing') {
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
  if (before === 'a life') {
    transcript.add('target', [main], { kind: 'message', message: {} });
    transcript.add('target', [main], { kind: 'exit', exit: { code: 0, signal: null } });
  }
  let outcome: string | undefined;
  void until(stage, clock, () => (transcript.exited && before === 'nothing' ? 'exited' : undefined), 1_000, exit).then(
    (value) => {
      outcome = value;
    },
  );
  return {
    exits: () => transcript.add('target', [main], { kind: 'exit', exit: { code: 0, signal: null } }),
    says: () => transcript.add('target', [main], { kind: 'message', message: {} }),
    async outcomeAt(ms: number) {
      // A jump would be a machine that was busy all the while.
      while (clock.now() < ms) await clock.take({ heard: 0, to: Math.min(ms, clock.now() + 1_000) });
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

test('a minute without progress begins with the last that came, not with the next minute', async () => {
  const wait = await waiting();
  expect(await wait.outcomeAt(4_000)).toBeUndefined();
  wait.says();
  expect(await wait.outcomeAt(64_000)).toBeUndefined();
  expect(await wait.outcomeAt(65_000)).toBe('silence');
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

test('what came in time is heard, although this process was too busy to read it before the time was up', async () => {
  const main = new Channel('main');
  const transcript = new Transcript(
    () => 0,
    () => undefined,
  );
  const time = realTime(realClock);
  const stage = { transcript, time, signal: new AbortController().signal } as unknown as Stage;
  const heard = until(stage, realClock, () => (transcript.records.length > 0 ? 'heard' : undefined), 20);
  const pipe = createServer((socket) => socket.end('late')).listen(0, '127.0.0.1');
  await once(pipe, 'listening');
  const socket = connect((pipe.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', () => transcript.add('target', [main], { kind: 'message', message: {} }));
  await once(socket, 'connect');
  const busyUntil = performance.now() + 100;
  while (performance.now() < busyUntil);
  expect(await heard).toBe('heard');
  pipe.close();
});

test('a target that was started again and takes its time is waited for, whatever it said before', async () => {
  const again = await waiting({ silence: () => 'unconnected' }, false, 'a life');
  expect(await again.outcomeAt(1_000)).toBeUndefined();
  again.says();
  const first = await waiting({ silence: () => 'unconnected' });
  first.says();
  expect(await first.outcomeAt(1_000)).toBe('silence');
});

test('a target that never stops is read no further than some hundreds of records once the time is up', async () => {
  const main = new Channel('main');
  const transcript = new Transcript(
    () => 0,
    () => undefined,
  );
  const stage = { transcript, time: realTime(realClock), signal: new AbortController().signal } as unknown as Stage;
  let isOver = false;
  const flood = () => {
    for (let n = 0; n < 60; n++) transcript.add('target', [main], { kind: 'message', message: {} });
    if (!isOver) setImmediate(flood);
  };
  let timeIsUp = () => {};
  const clock: Clock = {
    ...realClock,
    after: (_, run) => {
      timeIsUp = run;
      return () => {};
    },
  };
  const waited = until(stage, clock, () => undefined, 0);
  flood();
  const before = transcript.records.length;
  timeIsUp();
  expect(await waited).toBe('time');
  isOver = true;
  expect(transcript.records.length - before).toBeGreaterThan(500);
  expect(transcript.records.length - before).toBeLessThan(700);
});
