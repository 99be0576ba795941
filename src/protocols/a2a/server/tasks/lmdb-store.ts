import { type OpenStoreOptions, openStore } from '../../../../workspace/store/open-store.js';
import { StoreError } from '../../../../workspace/store/store-error.js';
import { storeKey } from '../../../../workspace/store/store-key.js';
import type { KeptTask, TaskStore } from './store.js';

/**
 * A store in an LMDB environment: keys are the ids of tasks, values when each was begun, and it as JSON. Each change is a transaction that
 * is written before it returns and, without `sync`, left to the machine to flush, so it outlives this process, not a loss of power.
 * Rejects with StoreError if the folder can't be used.
 *
 * @param path the folder of the environment; made if it is missing
 */
export async function openLmdbStore(path: string, options: OpenStoreOptions = {}): Promise<TaskStore> {
  const { root, close, keep } = await openStore(path, options);
  const tasks = root.openDB<[begun: number, text: string], string>({ name: 'tasks' });
  let begun = 0;
  const kept = ([, text]: [number, string]) => JSON.parse(text) as KeptTask;
  try {
    for (const { value } of tasks.getRange({})) {
      begun = Math.max(begun, value[0]);
      kept(value);
    }
  } catch {
    await close();
    throw new StoreError(`${path} holds something else than tasks: name another folder`);
  }
  return {
    get: (id) => {
      const found = tasks.get(storeKey(id));
      return found && kept(found);
    },
    put: (one) => {
      const key = storeKey(one.task.id);
      const text = JSON.stringify(one);
      keep(text.length, () => tasks.putSync(key, [tasks.get(key)?.[0] ?? ++begun, text]));
    },
    *all() {
      const all = [...tasks.getRange({})].map(({ value }) => value);
      for (const value of all.sort(([a], [b]) => a - b)) yield kept(value);
    },
    close,
  };
}
