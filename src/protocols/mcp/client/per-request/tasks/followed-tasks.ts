import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { FollowedTask, type FollowOptions } from './followed-task.js';

/** The calls of a client that go on as tasks (Tasks extension). */
export class FollowedTasks {
  readonly #tasks = new Set<FollowedTask>();

  constructor(private readonly options: FollowOptions) {}

  /**
   * Follows the task that a call was answered with to its end, and resolves with what the call would have been answered with. Rejects
   * with the error of a failed task, with the reason of `signal`, where the user takes the call back, and where the server can't be
   * understood.
   */
  async follow(made: JsonObject, how: { signal: AbortSignal; listens: boolean }): Promise<JsonObject> {
    const task = new FollowedTask(made, this.options);
    const takeBack = () => task.giveUp(how.signal.reason);
    this.#tasks.add(task);
    try {
      if (how.signal.aborted) takeBack();
      how.signal.addEventListener('abort', takeBack, { once: true });
      task.start(how.listens);
      return await task.result;
    } finally {
      how.signal.removeEventListener('abort', takeBack);
      this.#tasks.delete(task);
    }
  }

  /** Takes note of a notification of the server. */
  hear(method: string, params: Json | undefined): void {
    if (!isObject(params)) return;
    for (const task of this.#tasks) {
      if (method === 'notifications/subscriptions/acknowledged') task.acknowledged(params);
      if (method === 'notifications/tasks' && params.taskId === task.id) task.take(params);
    }
  }
}
