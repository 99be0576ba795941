import type { CallToolResult, ClientCapabilities } from '../../../../../generated/types/mcp-2025-11-25.js';
import type {
  CancelTaskResult,
  CreateTaskResult,
  GetTaskResult,
  UpdateTaskResult,
} from '../../../../../generated/types/mcp-2026-07-28.js';
import type { JsonObject } from '../../../../../json/json.js';
import { asObject, isObject } from '../../../../../json/json.js';
import type { ClientAnswer, ServerRequests } from '../../../methods.js';
import { TASKS } from '../../../per-request.js';
import type { Call } from '../../state/call.js';
import { type Tool, taskSupportOf } from '../../state/tool.js';
import { checked } from '../input.js';
import type { PerRequestTask, PerRequestTasks } from './tasks.js';

/** What a client has to declare that a request about tasks comes from. */
export const NEEDED = { extensions: { [TASKS]: {} } } as ClientCapabilities;

/** Whether a client declared that it knows tasks. */
export function knowsTasks(capabilities: ClientCapabilities): boolean {
  const { extensions } = asObject(capabilities);
  return isObject(extensions) && isObject(extensions[TASKS]);
}

type Run = (call: Call) => CallToolResult | Promise<CallToolResult>;

/**
 * Answers a call of a tool with a task, where the tool can run as one and the client knows tasks; undefined elsewhere (Tasks
 * extension, Task Creation). `lacking` throws what answers a call that can be nothing but a task.
 */
export function answerWithTask(
  tasks: PerRequestTasks,
  tool: Tool,
  call: Call,
  run: Run,
  { isKnown, lacking }: { isKnown: boolean; lacking: () => CallToolResult },
): CallToolResult | CreateTaskResult | Promise<CallToolResult | CreateTaskResult> | undefined {
  const support = taskSupportOf(tool);
  if (support === 'forbidden') return undefined;
  if (!isKnown) return support === 'required' ? lacking() : undefined;
  return tool.asksFirst ? detached(tasks, call, run) : created(tasks.start((task) => run(callOf(task, call))));
}

const created = (task: PerRequestTask): CreateTaskResult => ({ ...task.created, resultType: 'task' });

/** Runs a tool that asks before it goes on as a task: until then its questions are those of the call. */
function detached(tasks: PerRequestTasks, call: Call, run: Run): Promise<CallToolResult | CreateTaskResult> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    let own: Call | undefined;
    const stopWith = () => {
      if (!own) stop.abort();
    };
    call.signal.addEventListener('abort', stopWith, { once: true });
    const work = Promise.resolve(
      run({
        ...call,
        signal: stop.signal,
        notify: (method, ...params) => (own ?? call).notify(method, ...params),
        request: (method, ...params) => (own ?? call).request(method, ...params),
        requestAll: (questions) => (own ?? call).requestAll(questions),
        detach: () => {
          const task = tasks.start(() => work);
          task.stopped.signal.addEventListener('abort', () => stop.abort(), { once: true });
          own = callOf(task, call);
          resolve(created(task));
        },
      }),
    );
    work.then(resolve, reject);
  });
}

/** What the work of a task may do: it asks the client by its status, and tells nothing else (Tasks extension, Task Status Notifications). */
function callOf(task: PerRequestTask, { about }: Call): Call {
  return {
    about,
    signal: task.stopped.signal,
    notify: () => undefined,
    request: async <M extends keyof ServerRequests>(
      method: M,
      ...[params]: [params?: ServerRequests[M]['params']]
    ): Promise<ClientAnswer<M>> => {
      const { elicitationId: _, ...asked } = asObject(params ?? {});
      const [answer] = await task.ask([{ method, ...(params !== undefined && { params: asked }) }]);
      return (await checked(method, answer!)) as unknown as ClientAnswer<M>;
    },
    requestAll: async (questions) => {
      const answers = await task.ask(questions);
      return Promise.all(questions.map(({ method }, index) => checked(method, answers[index]!)));
    },
    detach: () => undefined,
    hangUp: () => undefined,
  };
}

/** The requests about tasks, by method. `admit` throws what answers a client that does not know tasks. */
export function taskMethods(
  tasks: PerRequestTasks,
  admit: () => void,
): { [method: string]: (params: JsonObject) => object } {
  const found = (params: JsonObject) => {
    admit();
    return tasks.find(String(params.taskId));
  };
  return {
    'tasks/get': (params): GetTaskResult => ({ ...found(params).detailed, resultType: 'complete' }) as GetTaskResult,
    'tasks/update': (params): UpdateTaskResult => {
      found(params).update(asObject(params.inputResponses as object));
      return { resultType: 'complete' };
    },
    'tasks/cancel': (params): CancelTaskResult => {
      found(params).cancel();
      return { resultType: 'complete' };
    },
  };
}
