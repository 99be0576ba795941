import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { isObject, type JsonObject, parseJson } from '../../../json/json.js';
import type { Border } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { startHub } from '../server/start.js';
import { type HubClientOptions, startClient } from './start.js';

/** The pauses before a client comes back are over at once; its patience with the machine is not. */
const hurried: Clock = {
  ...realClock,
  after: (ms, fire) => {
    if (ms > 1000) return realClock.after(ms, fire);
    const turn = setImmediate(fire);
    return () => clearImmediate(turn);
  },
};

let folder: string;
let hub: RunningMock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proctor-hub-client-'));
  hub = await startHub({ cwd: folder, script: {} });
});

afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true });
});

/** Starts a client of the hub. @param outcome resolves with what it printed */
async function client(options: HubClientOptions) {
  let print: (line: string) => void = () => undefined;
  const outcome = new Promise<JsonObject>((resolve) => {
    print = (line) => resolve(parseJson(line) as JsonObject);
  });
  const running = await startClient({ url: hub.url!, cwd: folder, clock: hurried, print, ...options });
  return { running, outcome };
}

/** A border that acts once, in place of what is heard of this method. */
function once(method: string, act: (deliver: Parameters<Border['hears']>[1]) => void): Border {
  let acted = false;
  return {
    sends: (carried, emit) => emit(carried),
    hears: (carried, deliver) => {
      if (acted || !isObject(carried.message ?? null) || (carried.message as JsonObject).method !== method)
        deliver(carried);
      else {
        acted = true;
        act(deliver);
      }
    },
  };
}

it('has a prompt answered', async () => {
  const { outcome } = await client({ script: { prompt: 'hi' } });
  expect(await outcome).toMatchObject({
    ok: true,
    value: { text: 'You said: hi', answer: { stopReason: 'end_turn' } },
  });
});

it('comes back where its connection is lost and answers what was asked meanwhile', async () => {
  const border = once('host/call', (deliver) => deliver({ kind: 'closed', closed: { how: 'reset' } }));
  const { outcome } = await client({ border, script: { prompt: 'host hi' } });
  expect(await outcome).toMatchObject({ ok: true, value: { text: 'The host says {"text":"hi"}' } });
});

it('goes on where it was killed, by its journal', async () => {
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const script = { prompt: 'host hi', journal: 'journal.jsonl' };
  const first = await client({ border: once('host/call', () => asked()), script });
  await isAsked;
  await first.running.close();
  expect(await first.outcome).toMatchObject({ ok: false });
  // A line that the death of the process has cut off was not kept.
  await appendFile(join(folder, 'journal.jsonl'), '\n{"eventId":1');
  const { outcome } = await client({ script });
  expect(await outcome).toMatchObject({ ok: true, value: { text: 'The host says {"text":"hi"}' } });
  expect((await readFile(join(folder, 'journal.jsonl'), 'utf8')).match(/"asked"/g)).toHaveLength(1);
});

it.each([
  ['a link out of the folder', () => symlink('/etc/hostname', join(folder, 'j')), /^journal: j leads by a link to /],
  ['a device', () => symlink('/dev/zero', join(folder, 'j')), /^journal: j leads by a link to /],
  ['a folder', () => mkdir(join(folder, 'j')), /^journal: .*j is a directory, not a file$/],
  ['too large', () => writeFile(join(folder, 'j'), '').then(() => truncate(join(folder, 'j'), 2 ** 40)), /64 MiB/],
])('takes no journal that is %s', async (_what, make, says) => {
  await make();
  const starting = startClient({ url: hub.url!, cwd: folder, script: { journal: 'j' } });
  await expect(starting).rejects.toThrow(says);
  await expect(starting).rejects.toThrow(ScriptError);
});

it('says that it was not let in', async () => {
  await hub.close();
  hub = await startHub({ cwd: folder, script: { keys: ['right'] } });
  const { running, outcome } = await client({ script: { key: 'wrong' } });
  expect(await outcome).toMatchObject({ ok: false, error: 'the server answered 401 instead of upgrading' });
  expect(running.exitCode?.()).toBe(1);
});
