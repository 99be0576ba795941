import type {
  CallToolRequestParams,
  CallToolResult,
  CancelTaskResult,
  CreateTaskResult,
  GetTaskPayloadResult,
  GetTaskResult,
  ListTasksResult,
} from '../../../../generated/types/mcp-2025-11-25.js';
import { asObject } from '../../../../json/json.js';
import { unlessAborted } from '../../../../wire/clock/clock.js';
import { withRelatedTask } from '../../tasks/related-task.js';
import type { TaskEntry } from '../../tasks/tasks.js';
import type { Call, Handlers } from '../state/call.js';
import { callThrough } from '../state/calling.js';
import type { SessionState } from '../state/session-state.js';

/** The requests about tasks (MCP 2025-11-25, Tasks). */
export function taskHandlers({ tasks, pager }: SessionState): Handlers {
  return {
    'tasks/get': ({ taskId }): GetTaskResult => ({ ...tasks.find(taskId).task }),
    'tasks/result': async ({ taskId }, call): Promise<GetTaskPayloadResult> => {
      const entry = tasks.find(taskId);
      const done = entry.listen(call.about);
      try {
        await unlessAborted(entry.over, call.signal);
      } finally {
        done();
      }
      return withRelatedTask(asObject(entry.result()), taskId);
    },
    'tasks/list': ({ cursor }): ListTasksResult => {
      const all = tasks.list().map(({ task }) => ({ ...task }));
      const { entries, ...next } = pager.page('tasks', all, ({ taskId }) => taskId, cursor);
      return { tasks: entries, ...next };
    },
    'tasks/cancel': ({ taskId }): CancelTaskResult => {
      const entry = tasks.find(taskId);
      entry.cancel();
      return { ...entry.task };
    },
  };
}

/** Accepts a call as a task, and has it run. */
export function startTask(
  state: SessionState,
  { task }: Pick<CallToolRequestParams, 'task'>,
  call: Call,
  run: (call: Call) => CallToolResult | Promise<CallToolResult>,
): CreateTaskResult {
  const entry = state.tasks.start(task?.ttl, (running) => run(callOf(state, running, call)));
  return { task: { ...entry.task } };
}

/** What the work of a task may do. What it says names the task, and travels on the stream of a request for the result. */
function callOf(state: SessionState, entry: TaskEntry<CallToolResult>, { about: origin }: Call): Call {
  const { signal } = entry.stopped;
  const { taskId } = entry.task;
  const about = () => entry.listeners.at(-1) ?? origin;
  return callThrough(state, {
    about: origin,
    signal,
    notify: (method, params) => state.peer.notify(method, withRelatedTask(params ?? {}, taskId), about()),
    request: (method, params, options) =>
      entry.asking(async () => {
        if (!state.peer.hears(about())) await entry.nextListener();
        return state.peer.request(method, withRelatedTask(params ?? {}, taskId), { ...options, about: about() });
      }),
    // The connection of a task is that of nobody.
    hangUp: () => {},
  });
}
