import { asScriptError } from '../../../../conversation/script-error.js';
import type { OpenStoreOptions } from '../../../../workspace/store/open-store.js';
import { StoreError } from '../../../../workspace/store/store-error.js';
import { isTerminal } from './states.js';
import type { KeptTask, TaskStore } from './store.js';

/** Tasks whose later states are held in memory if they can't be kept, the latest. */
const HELD = 1000;

export interface DurableOptions extends OpenStoreOptions {
  /** Wall time, ms since the epoch. */
  now: number;
  /** Says to people that something could not be kept, once. */
  warn(text: string): void;
}

/**
 * A store in this folder, in which no task works any more: what worked on those that had not ended is gone with its process. A new task that can't
 * be kept is a StoreError; what becomes of a known one is held in memory then, and gone with the process. Rejects with a ScriptError
 * if the folder can't be used or the package that keeps it is not there.
 */
export async function durableStore(folder: string, { now, warn, ...options }: DurableOptions): Promise<TaskStore> {
  const { openLmdbStore } = await import('./lmdb-store.js');
  const store = holding(await asScriptError(openLmdbStore(folder, options)), warn);
  const timestamp = new Date(now).toISOString();
  for (const { task, owner } of store.all())
    if (!isTerminal(task.status.state)) store.put({ owner, task: { ...task, status: { state: 'failed', timestamp } } });
  return store;
}

function holding(store: TaskStore, warn: DurableOptions['warn']): TaskStore {
  const held = new Map<string, KeptTask>();
  let hasWarned = false;
  const get = (id: string) => held.get(id) ?? store.get(id);
  const put = (one: KeptTask) => {
    const { id } = one.task;
    try {
      store.put(one);
      held.delete(id);
    } catch (error) {
      if (!(error instanceof StoreError) || get(id) === undefined) throw error;
      held.delete(id);
      held.set(id, one);
      for (const oldest of held.keys()) if (held.size > HELD) held.delete(oldest);
      if (!hasWarned) warn(`tasks: ${error.message}; what becomes of known tasks is held in memory\n`);
      hasWarned = true;
    }
  };
  return {
    ...store,
    get,
    put,
    *all() {
      for (const one of store.all()) yield held.get(one.task.id) ?? one;
    },
  };
}
