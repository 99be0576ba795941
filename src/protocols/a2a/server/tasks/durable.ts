import { ScriptError } from '../../../../conversation/script-error.js';
import { isTerminal } from './states.js';
import type { TaskStore } from './store.js';

/**
 * A store in this folder, in which no task works any more: what worked on those that had not ended is gone with its process. Rejects with
 * a ScriptError where the package that keeps it is not there.
 *
 * @param now wall time, ms since the epoch
 */
export async function durableStore(folder: string, now: number): Promise<TaskStore> {
  const store = await openStore(folder);
  const timestamp = new Date(now).toISOString();
  for (const { task, owner } of store.all())
    if (!isTerminal(task.status.state)) store.put({ owner, task: { ...task, status: { state: 'failed', timestamp } } });
  return store;
}

async function openStore(folder: string): Promise<TaskStore> {
  try {
    return (await import('./lmdb-store.js')).openLmdbStore(folder);
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new ScriptError('what `state` names is kept by the package lmdb: npm install lmdb');
  }
}
