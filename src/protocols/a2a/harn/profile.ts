import type { SendParams } from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { paramsChecker } from '../../../schemas/index.js';
import { isStreaming } from '../bindings/streaming.js';
import type { Profile } from '../server/profile.js';
import type { Caller, Server } from '../server/server.js';
import { HARN } from '../version.js';
import { adviceOn, olderRoute, successorOf } from './names.js';
import { sendParams, taskParams } from './reading.js';
import { bare } from './rest.js';
import { type Workflows, workflowHandlers } from './workflows.js';
import { withCode, written } from './writing.js';

export interface HarnProfileOptions {
  server: Server;
  workflows: Workflows;
  newId(): string;
}

const checked = paramsChecker('a2a', HARN);

/** Methods about one task, whose id older callers name otherwise. */
const ABOUT_A_TASK = ['tasks/get', 'tasks/cancel', 'tasks/resubscribe'];

/** What Harn's guide adds to A2A 0.3.0, and how it departs from it. */
export function harnProfile({ server, workflows, newId }: HarnProfileOptions): Profile {
  return {
    codec: bare,
    route: olderRoute,
    headers: adviceOn,
    read: async (name, params) => {
      const { method, waits } = successorOf(name);
      const given = ABOUT_A_TASK.includes(method) && params !== undefined ? taskParams(params as JsonObject) : params;
      const fitting = await checked(method, given);
      const isSent = method === 'message/send' || isStreaming(method);
      if (!isSent || method === 'tasks/resubscribe') return { method, params: fitting };
      return { method, params: asObject(sendParams(fitting as unknown as SendParams, newId, waits)) };
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
    denied: () => undefined,
  };
}
