import { resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { AcquireOptions } from '../../src/conversation/target.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { Launcher } from './launcher.js';
import type { LaunchSpec } from './spec.js';

let launcher: Launcher;
afterEach(() => launcher.close());

function launching(isolation: LaunchSpec['isolation'], other: Partial<LaunchSpec> = {}) {
  launcher = new Launcher(
    {
      transport: 'http',
      command: ['${node}', resolve('test/peers/http-server.mjs')],
      ready: { stdout: 'listening on (.+)' },
      grace: { eof: 2_000, term: 2_000 },
      isolation,
      clock: false,
      ...other,
    },
    { node: process.execPath },
    realClock,
    defaultLimits,
  );
  const acquire = (group: string, more: Partial<AcquireOptions> = {}) =>
    launcher.acquire({ name: group, why: '', pool: '', group, own: false, args: [], env: {}, dir: () => '.', ...more });
  return acquire;
}

it('the process of a group lives until its last expected case is over, whoever uses it in between', async () => {
  const acquire = launching('group');
  launcher.expect('a', 2);
  launcher.expect('b', 1);
  const [first, other] = await Promise.all([acquire('a'), acquire('b')]);
  expect(other.url).not.toBe(first.url);
  await first.release();
  launcher.over('a');
  const second = await acquire('a');
  expect(second.exited).toBe(first.exited);
  launcher.over('a');
  let gone = false;
  void first.exited!.then(() => {
    gone = true;
  });
  await new Promise(setImmediate);
  expect(gone).toBe(false);
  await second.release();
  expect((await first.exited!).code).toBe(0);
  const late = await acquire('a');
  expect(late.exited).not.toBe(first.exited);
  await late.release();
  await late.exited;
});

it('the process of a run outlives its cases, and what the case must have for itself is another', async () => {
  const acquire = launching('run');
  launcher.expect('a', 1);
  const first = await acquire('a');
  const own = await acquire('b', { own: true });
  expect(own.url).not.toBe(first.url);
  let cleaned = false;
  await own.release(async () => {
    cleaned = true;
  });
  await first.release();
  launcher.over('a');
  expect((await acquire('c')).url).toBe(first.url);
  await own.exited;
  await launcher.close();
  expect(cleaned).toBe(true);
});

it('an expression for the line that says the target is ready, which takes too long on it, is refused', async () => {
  const print = `process.stdout.write('${'a'.repeat(50)}!'); setInterval(() => {}, 1000)`;
  const acquire = launching('group', { command: ['${node}', '-e', print], ready: { stdout: '^(a+)+$' } });
  await expect(acquire('a')).rejects.toThrow(/^`ready.stdout` was refused \(slow\): .* ms of CPU$/);
});

it('a process that a case abandons serves no other, and ends with the last that uses it', async () => {
  const acquire = launching('shared');
  const [first, beside] = await Promise.all([acquire('a'), acquire('b')]);
  expect([first.company!.before, beside.company!.before]).toEqual([[], ['a']]);
  first.company!.abandon();
  const next = await acquire('c');
  expect([next.url === first.url, next.company!.before]).toEqual([false, []]);
  let gone = false;
  void first.exited!.then(() => {
    gone = true;
  });
  await first.release();
  await new Promise(setImmediate);
  expect(gone).toBe(false);
  await beside.release();
  await first.exited;
  await next.release();
});

it('a process of the whole run is not replaced', async () => {
  const acquire = launching('run');
  const first = await acquire('a');
  first.company!.abandon();
  expect((await acquire('b')).url).toBe(first.url);
});
