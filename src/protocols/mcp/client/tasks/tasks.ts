import type {
  CancelTaskResult,
  CreateTaskResult,
  GetTaskPayloadResult,
  GetTaskResult,
  ListTasksResult,
  Task,
} from '../../../../generated/types/mcp-2025-11-25.js';
import { randomBytes } from '../../../../json/crypto.js';
import { asObject, isObject, type JsonObject } from '../../../../json/json.js';
import type { RequestHandlers } from '../../../../jsonrpc/typed.js';
import { type Clock, unlessAborted } from '../../../../wire/clock/clock.js';
import { invalidParams } from '../../errors.js';
import type { ServerRequests } from '../../methods.js';
import { withRelatedTask } from '../../tasks/related-task.js';
import { Tasks } from '../../tasks/tasks.js';
import { uuid } from '../../uuid.js';
import type { Asked } from '../answers.js';
import type { ClientScript } from '../script.js';

/** What the server can ask for as a task, by the path of its capability (MCP 2025-11-25, Tasks, Capabilities). */
const METHODS = ['sampling/createMessage', 'elicitation/create'];

/** Says something to the server. */
type Tell = (method: string, params: JsonObject) => void;

/** Samplings and elicitations that run as tasks (MCP 2025-11-25, Tasks). */
export class ClientTasks {
  /** What answers the requests about them. */
  readonly answers: RequestHandlers<ServerRequests, Asked>;
  readonly #tasks: Tasks<object>;

  constructor(
    private readonly script: ClientScript,
    clock: Clock,
    private readonly tell: Tell,
  ) {
    const changed = (task: Task) => tell('notifications/tasks/status', asObject(task));
    const tasks = new Tasks<object>({ clock, newId: () => uuid(randomBytes(16)), changed });
    this.#tasks = tasks;
    this.answers = {
      'tasks/get': ({ taskId }): GetTaskResult => ({ ...tasks.find(taskId).task }),
      'tasks/result': async ({ taskId }, { signal }): Promise<GetTaskPayloadResult> => {
        const entry = tasks.find(taskId);
        await unlessAborted(entry.over, signal);
        return withRelatedTask(asObject(entry.result()), taskId);
      },
      'tasks/list': ({ cursor }): ListTasksResult => {
        // All are on one page.
        if (cursor !== undefined) throw invalidParams('Unknown cursor');
        return { tasks: tasks.list().map(({ task }) => ({ ...task })) };
      },
      'tasks/cancel': ({ taskId }): CancelTaskResult => {
        const entry = tasks.find(taskId);
        entry.cancel();
        return { ...entry.task };
      },
    };
  }

  /** Accepts a request as a task, and has it answered by `answer`. Undefined where it does not ask for one, or can't have one. */
  start(
    method: string,
    params: JsonObject,
    answer: (asked: Asked) => object | Promise<object>,
  ): CreateTaskResult | undefined {
    if (!METHODS.includes(method) || !isObject(params.task)) return undefined;
    const { ttl } = params.task;
    const token = isObject(params._meta) ? params._meta.progressToken : undefined;
    const entry = this.#tasks.start(typeof ttl === 'number' ? ttl : undefined, ({ task, stopped }) =>
      answer({
        signal: stopped.signal,
        report: (progress, total) => {
          if (!this.script.progress || token === undefined) return;
          const said = { progressToken: token, progress, total };
          this.tell('notifications/progress', withRelatedTask(said, task.taskId));
        },
      }),
    );
    return { task: { ...entry.task } };
  }

  /** Stops what still runs. */
  stop(): void {
    this.#tasks.stop();
  }
}
