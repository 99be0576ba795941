import { Tasks } from '../../tasks/tasks.js';
import type { ServerParts } from '../parts.js';

/** All sessions of a server have the tasks of the first one, whose ids count up. */
export function sharedTasks(): ServerParts['tasks'] {
  let count = 0;
  let shared: ReturnType<ServerParts['tasks']> | undefined;
  return (options) => {
    shared ??= new Tasks({ ...options, newId: () => `task-${++count}` });
    return shared;
  };
}
