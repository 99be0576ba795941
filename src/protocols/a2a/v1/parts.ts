import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import { asObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES } from '../errors.js';
import { AGENT } from '../server/agent/skills.js';
import type { ServerParts } from '../server/parts.js';
import type { HooksOptions } from '../server/push/hooks.js';
import type { Caller } from '../server/server.js';
import { isTerminal } from '../server/tasks/states.js';
import { resultFromCore } from './from-core.js';
import { v1Profile } from './profile.js';

/** How a server of A2A 1.0 keeps webhooks: an unknown one is not found (3.1.8), and to delete one twice is no error (3.1.10). */
export const V1_HOOKS: HooksOptions = {
  missing: (reason) => new RpcError(CODES.taskNotFound, `Not found: ${reason}`),
  deletesOnce: false,
};

/** The parts of a server of A2A 1.0. A stream goes on while its task waits for its client: 1.0 ends it with the task (1.0.1, 3.1.2). */
export const v1Parts = (parts: ServerParts, tasksOf: (caller: Caller) => Task[]): ServerParts => ({
  ...parts,
  server: { ...parts.server, refusesEnded: true, agent: { ...(parts.server.agent ?? AGENT), endsStream: isTerminal } },
  endpoint: { ...parts.endpoint, profile: v1Profile(tasksOf) },
  posted: (task) => asObject(resultFromCore('message/send', asObject(task)) as object),
});
