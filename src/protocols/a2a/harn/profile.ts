import type { Codec } from '../../../conversation/codec/codec.js';
import type { SendParams } from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, type Json, type JsonObject } from '../../../json/json.js';
import { paramsChecker } from '../../../schemas/index.js';
import type { Headers } from '../../../wire/carried.js';
import { rest } from '../bindings/rest.js';
import { isStreaming } from '../bindings/streaming.js';
import type { Profile } from '../server/profile.js';
import type { Caller, Server } from '../server/server.js';
import { HARN } from '../version.js';
import { adviceOn, olderRoute, successorOf } from './names.js';
import type { HarnWording } from './permissive.js';
import { sendParams, taskParams } from './reading.js';
import { type Workflows, workflowHandlers } from './workflows.js';
import { withCode, written } from './writing.js';

export interface HarnProfileOptions {
  server: Server;
  workflows: Workflows;
  wordings: ReadonlySet<HarnWording>;
  newId(): string;
  /** Whether a call that is denied runs all the same. */
  runsDenied: boolean;
  /** Wall time, ms since the epoch. */
  date(): number;
}

/** REST whose results stand in the body as they are, whatever they are. */
const bare: Codec = {
  ...rest,
  write: (message, asked) => {
    const part = rest.write(message, asked);
    return asked && 'result' in message && message.result !== null ? { ...part, body: message.result! } : part;
  },
};

const checked = paramsChecker('a2a', HARN);

/** Methods about one task, whose id older callers name otherwise. */
const ABOUT_A_TASK = ['tasks/get', 'tasks/cancel', 'tasks/resubscribe'];

/** What Harn's guide adds to A2A 0.3.0, and how it departs from it. */
export function harnProfile(options: HarnProfileOptions): Profile {
  const { server, workflows, wordings, newId, date, runsDenied } = options;
  const profile: Profile = {
    codec: wordings.has('wrapped') ? rest : bare,
    route: olderRoute,
    headers: (method, path) => {
      const advice = adviceOn(method, path);
      const isOfMethod = path === '/' && advice.deprecation !== undefined;
      return wordings.has('dated-advice') && isOfMethod ? datedAdvice(date()) : advice;
    },
    read: async (name, params) => {
      const { method, waits } = successorOf(name);
      const given = ABOUT_A_TASK.includes(method) && params !== undefined ? taskParams(params as JsonObject) : params;
      const fitting = await checked(method, given);
      const isSent = method === 'message/send' || isStreaming(method);
      if (!isSent || method === 'tasks/resubscribe') return { method, params: fitting };
      const isHeldUp = wordings.has('older-waits') && name === 'tasks/send';
      const { message, ...sent } = sendParams(fitting as unknown as SendParams, newId, isHeldUp || waits);
      const { taskId, ...call } = message;
      // Of whoever answers a human elsewhere each message is a new call.
      const heard = taskId === undefined || wordings.has('answers-elsewhere') ? call : message;
      return { method, params: asObject({ ...sent, message: heard }) };
    },
    handlers: {
      ...workflowHandlers(workflows),
      'tasks/list': (_: JsonObject, caller: Caller) => ({
        tasks: server
          .list(caller)
          .map(({ id, contextId, status }) => written({ kind: 'task', id, contextId, status: asObject(status) })),
      }),
    },
    written,
    refused: withCode,
    denied: (name, params) => {
      if (successorOf(name).method !== 'message/send') return undefined;
      if (runsDenied)
        void profile
          .read(name, params)
          .then((read) => server.handlers['message/send']?.(read.params as never, { name: undefined }));
      return wordings.has('rejects-tasks') ? rejected(newId) : undefined;
    },
  };
  return profile;
}

/** Since when something is not used any more, in the form of RFC 9745. */
const datedAdvice = (now: number): Headers => ({ deprecation: `@${Math.floor(now / 1000)}` });

/** A task that was refused before it began, and that nobody keeps. */
const rejected = (newId: () => string): Json => ({
  kind: 'task',
  id: newId(),
  contextId: newId(),
  status: { state: 'rejected' },
});
