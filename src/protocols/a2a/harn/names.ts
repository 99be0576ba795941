import type { Headers } from '../../../wire/carried.js';

/** What an older name stands for. */
interface Successor {
  method: string;
  /** What the older one says about waiting by its name. */
  waits?: boolean;
}

/** Older names of methods (Harn guide, Task submission). */
const OLDER: { readonly [method: string]: Successor } = {
  'a2a.SendMessage': { method: 'message/send' },
  'tasks/send': { method: 'message/send', waits: false },
  'tasks/send_and_wait': { method: 'message/send', waits: true },
  'a2a.SendStreamingMessage': { method: 'message/stream' },
  'tasks/sendSubscribe': { method: 'message/stream' },
  'a2a.GetTask': { method: 'tasks/get' },
  'a2a.CancelTask': { method: 'tasks/cancel' },
  'a2a.ResubscribeTask': { method: 'tasks/resubscribe' },
  'a2a.ListTasks': { method: 'tasks/list' },
  CreateTaskPushNotificationConfig: { method: 'tasks/pushNotificationConfig/set' },
};

/** Older paths of REST, all by POST, the method that each asks for, and the path that took its place (Harn guide, REST binding). */
const OLDER_PATHS: { readonly [path: string]: { method: string; successor: string } } = {
  '/message/send': { method: 'message/send', successor: '/v1/message:send' },
  '/message/stream': { method: 'message/stream', successor: '/v1/message:stream' },
  '/tasks/send': { method: 'tasks/send', successor: '/v1/message:send' },
  '/tasks/send_and_wait': { method: 'tasks/send_and_wait', successor: '/v1/message:send' },
  '/tasks/cancel': { method: 'tasks/cancel', successor: '/v1/tasks/{id}:cancel' },
  '/tasks/resubscribe': { method: 'tasks/resubscribe', successor: '/v1/tasks/{id}:subscribe' },
};

const pageOf = (path: string): string => path.split('?')[0]!;

/** What a method is called at present. */
export const successorOf = (method: string): Successor => (Object.hasOwn(OLDER, method) ? OLDER[method]! : { method });

/** The method of a request at an older path; undefined where the path is none. */
export function olderRoute(verb: string, path: string): string | undefined {
  const page = pageOf(path);
  return verb === 'POST' && Object.hasOwn(OLDER_PATHS, page) ? OLDER_PATHS[page]!.method : undefined;
}

/** Headers of a reply that tell its reader to use another path or method; none where there is nothing to tell. */
export function adviceOn(method: string, path: string): Headers {
  const page = pageOf(path);
  const better = Object.hasOwn(OLDER_PATHS, page) ? OLDER_PATHS[page]!.successor : betterMethod(method);
  return better === undefined ? {} : { deprecation: 'true', warning: `299 harn "Use ${better}"` };
}

/** `tasks/list` is older than A2A 0.3.0 and has no successor in it. */
function betterMethod(method: string): string | undefined {
  if (Object.hasOwn(OLDER, method)) return OLDER[method]!.method;
  return method === 'tasks/list' ? 'tasks/get' : undefined;
}
