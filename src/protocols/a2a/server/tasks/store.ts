import type { Task } from '../../../../generated/types/a2a-0.3.0.js';

/** A task as the server keeps it. */
export interface KeptTask {
  task: Task;
  /** Who sent its first message, where callers are told apart. */
  owner: string | undefined;
}

/** Where tasks are kept. What is read and written is never changed afterwards. */
export interface TaskStore {
  get(id: string): KeptTask | undefined;
  put(kept: KeptTask): void;
  /** Every task, oldest first. */
  all(): Iterable<KeptTask>;
  /** Lets go of what it is kept in. Nothing is read or written afterwards. */
  close?(): Promise<void>;
}

/** Keeps the latest `most` tasks in memory. `forgot` is told the ids of others. */
export function memoryStore(forgot: (id: string) => void = () => undefined, most = 10_000): TaskStore {
  const kept = new Map<string, KeptTask>();
  return {
    get: (id) => kept.get(id),
    put: (one) => {
      kept.set(one.task.id, one);
      for (const id of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(id);
        forgot(id);
      }
    },
    all: () => kept.values(),
  };
}
