import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Clock, during, realClock } from '../../wire/clock/clock.js';
import { VirtualClock } from '../../wire/clock/virtual-clock.js';
import { ClockServer } from './clock-server.js';
import { silenceInWords } from './silence.js';

const quiet = { sent: () => 0, received: () => 0 };
const still = { heard: () => 0, said: () => 0 };
/** Real time that stands still, so that no patience ends however busy the machine is. */
const standing: Clock = { ...realClock, now: () => 0 };

test('a wait moves the time of a target from timer to timer, also one that connects later', async () => {
  const server = await ClockServer.listen(realClock);
  const time = server.timeOf(quiet);
  const fired: number[] = [];
  const waiting = time.drive(new AbortController().signal, 60_000);
  const clock = await VirtualClock.connect(server.url, still);
  clock.after(30_000, () => {
    fired.push(clock.now());
    clock.after(500, () => fired.push(clock.now()));
  });
  clock.start();
  // It ends by itself once the target has nothing left to wait for.
  expect(await waiting).toBe('still');
  expect(fired).toEqual([30_000, 30_500]);
  expect(time.now()).toBe(30_500);
  server.close();
});

test('a wait moves the time no further than its budget, in which what others move it by does not count', async () => {
  const server = await ClockServer.listen(realClock);
  const clock = await VirtualClock.connect(server.url, still);
  clock.start();
  const { signal } = new AbortController();
  const fired: number[] = [];
  const tick = () => {
    fired.push(clock.now());
    clock.after(400, tick);
  };
  clock.after(400, tick);
  expect(await server.timeOf(quiet).drive(signal, 1_000)).toBe('time');
  expect(fired).toEqual([400, 800]);
  const other = server.timeOf(quiet).sleep(9_200, signal);
  const waiting = server.timeOf(quiet).drive(signal, 1_000);
  await other;
  const before = clock.now();
  expect(await waiting).toBe('time');
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(clock.now()).toBeGreaterThan(9_200);
  server.close();
});

test('time stands still while the peer owes an answer', async () => {
  const server = await ClockServer.listen(standing);
  const clock = await VirtualClock.connect(server.url, still);
  clock.start();
  let fired = false;
  clock.after(300_000, () => {
    fired = true;
  });
  let owes = true;
  const time = server.timeOf(quiet, () => owes);
  const waiting = time.drive(new AbortController().signal, 300_000);
  for (let round = 0; round < 200; round++) await new Promise((resolve) => setImmediate(resolve));
  expect([fired, time.now()]).toEqual([false, 0]);
  owes = false;
  await waiting;
  expect([fired, time.now()]).toEqual([true, 300_000]);
  server.close();
});

test('turns wait until the reference reads its lanes', async () => {
  const server = await ClockServer.listen(realClock);
  const clock = await VirtualClock.connect(server.url, still);
  let over = false;
  const waiting = server
    .timeOf(quiet)
    .drive(new AbortController().signal, 5_000)
    .then(() => {
      over = true;
    });
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  clock.start();
  await waiting;
  server.close();
});

test('bytes that a torn connection swallowed are waited for once', async () => {
  // Looking at the real time makes it pass, and looking at what is missing is counted: waiting is looking again and again.
  let real = 0;
  let looks = 0;
  const look = (bytes: number) => () => {
    looks++;
    return bytes;
  };
  const server = await ClockServer.listen({ ...realClock, now: () => (real += 20) });
  const clock = await VirtualClock.connect(server.url, { heard: look(0), said: () => 7 });
  clock.start();
  const time = server.timeOf({ sent: () => 5, received: look(0) });
  await time.drive(new AbortController().signal, 5_000);
  expect(looks).toBeGreaterThan(200);
  looks = 0;
  for (let round = 0; round < 20; round++) await time.drive(new AbortController().signal, 5_000);
  // With the patience of one turn each, they would be eight thousand.
  expect(looks).toBeLessThan(500);
  server.close();
});

test('a pool of connections that cases share is counted once, and every further connection too', async () => {
  let looks = 0;
  const heard = () => {
    looks++;
    return 8;
  };
  const server = await ClockServer.listen(realClock);
  const clock = await VirtualClock.connect(server.url, { heard, said: () => 7 });
  clock.start();
  const pool = { sent: () => 5, received: () => 7 };
  const further = { sent: () => 3, received: () => 0 };
  for (let each = 0; each < 3; each++) {
    const time = server.timeOf(pool, () => false, [further]);
    server.counts(further);
    looks = 0;
    await time.drive(new AbortController().signal, 5_000);
    // For bytes that never come the target would look again and again, for a second.
    expect(looks).toBeLessThan(50);
  }
  server.close();
});

test('a target that runs shows it; one that is gone does not', async () => {
  const server = await ClockServer.listen(realClock);
  const clock = await VirtualClock.connect(server.url, still);
  clock.start();
  await server.alive(new AbortController().signal);
  server.close();
  const over = new AbortController();
  let shown = false;
  const waiting = server.alive(over.signal).then(() => {
    shown = true;
  });
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
  expect(shown).toBe(false);
  over.abort();
  await waiting;
});

test('a stranger who calls the port is sent away and changes nothing', async () => {
  const server = await ClockServer.listen(realClock);
  const { port } = new URL(server.url);
  const gone = new Promise<void>((resolve) => {
    const stranger = connect(Number(port), '127.0.0.1', () => stranger.write('POST /mcp HTTP/1.1\r\n\r\n'));
    stranger.on('close', () => resolve());
    stranger.on('error', () => undefined);
  });
  await gone;
  const clock = await VirtualClock.connect(server.url, still);
  clock.start();
  await server.timeOf(quiet).sleep(100, new AbortController().signal);
  expect(clock.now()).toBe(100);
  server.close();
});

test('time stands still while the target waits for work of the machine', async () => {
  const server = await ClockServer.listen(realClock);
  const clock = await VirtualClock.connect(server.url, still);
  clock.start();
  const fired: number[] = [];
  clock.after(1_000, () => fired.push(clock.now()));
  let finish: () => void = () => {};
  const work = during(
    clock,
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  );
  const waiting = server.timeOf(quiet).drive(new AbortController().signal, 5_000);
  for (let round = 0; round < 100; round++) await new Promise((resolve) => setImmediate(resolve));
  expect(fired).toEqual([]);
  finish();
  await work;
  await waiting;
  expect(fired).toEqual([1_000]);
  server.close();
});

test('it is known whether the clock never connected, or was given a turn that it does not take', async () => {
  const server = await ClockServer.listen(standing);
  const time = server.timeOf(quiet);
  expect(time.silence?.()).toBeUndefined();
  const { signal } = new AbortController();
  const waiting = time.sleep(10, signal);
  const rounds = async () => {
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
  };
  await rounds();
  expect(time.silence?.()).toBe('unconnected');
  expect(silenceInWords(time)).toMatch(/^; its clock never connected: .* --wrap, must pass `--clock` on to it$/);
  const clock = await VirtualClock.connect(server.url, still);
  await rounds();
  // It has connected, and takes no turn before it is started.
  await expect.poll(() => time.silence?.()).toBe('unanswered');
  expect(silenceInWords(time)).toContain('keeps bytes back or changes them');
  clock.start();
  await waiting;
  expect(silenceInWords(time)).toBe('');
  server.close();
});
