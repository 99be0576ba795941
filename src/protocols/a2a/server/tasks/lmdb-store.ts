import { open } from 'lmdb';
import type { KeptTask, TaskStore } from './store.js';

/**
 * A store in an LMDB environment: keys are the ids of tasks, values when each was begun, and it as JSON. Each change is a transaction that
 * is written before it returns and left to the machine to flush (`noSync`), so it outlives this process, not a loss of power.
 *
 * @param path the folder of the environment; made where it is missing
 */
export function openLmdbStore(path: string): TaskStore {
  const root = open({ path, noSync: true });
  const tasks = root.openDB<[begun: number, text: string], string>({ name: 'tasks' });
  let begun = 0;
  for (const { value } of tasks.getRange({})) begun = Math.max(begun, value[0]);
  const kept = ([, text]: [number, string]) => JSON.parse(text) as KeptTask;
  return {
    get: (id) => {
      const found = tasks.get(id);
      return found && kept(found);
    },
    put: (one) => {
      const { id } = one.task;
      tasks.putSync(id, [tasks.get(id)?.[0] ?? ++begun, JSON.stringify(one)]);
    },
    *all() {
      const all = [...tasks.getRange({})].map(({ value }) => value);
      for (const value of all.sort(([a], [b]) => a - b)) yield kept(value);
    },
    close: () => root.close(),
  };
}
