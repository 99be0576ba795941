import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { durableStore } from './durable.js';
import { openLmdbStore } from './lmdb-store.js';
import { type KeptTask, memoryStore, type TaskStore } from './store.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'proctor-tasks-'));
  folders.push(made);
  return made;
}

const kept = (id: string, state: KeptTask['task']['status']['state'], owner?: string): KeptTask => ({
  task: { kind: 'task', id, contextId: 'c', status: { state } },
  owner,
});

describe.each<[string, () => TaskStore | Promise<TaskStore>]>([
  ['in memory', () => memoryStore()],
  ['in LMDB', () => openLmdbStore(folder())],
  ['in LMDB, with what can not be kept in memory', () => durableStore(folder(), { now: 0, warn: () => undefined })],
])('a store of tasks %s', (_, make) => {
  it('gives back the last state of each task, and the tasks oldest first', async () => {
    const store = await make();
    expect(store.get('b')).toBeUndefined();
    const odd = 'größer 😀 /\0'.repeat(300);
    for (const id of ['b', 'a', odd]) store.put(kept(id, 'working', 'me'));
    store.put(kept('b', 'completed', 'me'));
    expect(store.get('b')).toEqual(kept('b', 'completed', 'me'));
    expect(store.get(odd)).toEqual(kept(odd, 'working', 'me'));
    expect([...store.all()].map(({ task }) => [task.id, task.status.state])).toEqual([
      ['b', 'completed'],
      ['a', 'working'],
      [odd, 'working'],
    ]);
    await store.close?.();
  });

  it('tells a task without an owner from one with', async () => {
    const store = await make();
    store.put(kept('a', 'completed'));
    store.put(kept('b', 'completed', ''));
    expect([store.get('a')?.owner, store.get('b')?.owner]).toEqual([undefined, '']);
    await store.close?.();
  });
});
