import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { durableStore } from './durable.js';

const folder = mkdtempSync(join(tmpdir(), 'proctor-a2a-'));
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The reference as a process that keeps its tasks in the folder. */
async function started(): Promise<{ url: string; kill(): Promise<unknown> }> {
  const script = join(folder, 'agent.json');
  writeFileSync(script, JSON.stringify({ state: join(folder, 'state') }));
  const argv = ['mock', 'a2a/server', '--transport', 'http', '--script', script];
  const child = spawn(process.execPath, [resolve('dist/bin/proctor.mjs'), ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const gone = once(child, 'exit').then(() => running.delete(child));
  const [line] = await once(child.stdout!, 'data');
  const url = /listening on (\S+)/.exec(String(line))![1]!;
  const kill = () => {
    child.kill('SIGKILL');
    return gone;
  };
  return { url, kill };
}

async function asked(url: string, method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await response.json()) as { result: { id: string; status: { state: string } }; error?: { code: number } };
}

const sent = (url: string, text: string) =>
  asked(url, 'message/send', {
    message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text }] },
    configuration: { blocking: text.startsWith('say') },
  });

describe('a store of tasks on disk', () => {
  it('has every task that was answered when its process was killed', async () => {
    const first = await started();
    const ended = await Promise.all(Array.from({ length: 50 }, (_, index) => sent(first.url, `say ${index}`)));
    const live = await sent(first.url, 'wait');
    await first.kill();

    const second = await started();
    for (const { result } of ended)
      expect((await asked(second.url, 'tasks/get', { id: result.id })).result).toEqual(result);
    const lost = await asked(second.url, 'tasks/get', { id: live.result.id });
    expect(lost.result.status.state).toBe('failed');
    expect((await asked(second.url, 'tasks/cancel', { id: live.result.id })).error?.code).toBe(-32002);
    await second.kill();

    const store = await durableStore(join(folder, 'state'), { now: 0, warn: () => undefined });
    expect([...store.all()].map(({ task }) => task.id).at(-1)).toBe(live.result.id);
    expect([...store.all()]).toHaveLength(51);
    await store.close?.();
  });
});
