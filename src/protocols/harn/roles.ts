import type { RoleEntry } from '../../conversation/role-entry.js';
import { agent as acpAgent, client as acpClient } from '../acp/roles.js';
import { SWITCHES } from './agent/defects/defects.js';
import { PERMISSIVE as AGENT_PERMISSIVE } from './agent/permissive/variants.js';
import { quietHarnAgent } from './client/agent-side.js';
import { PERMISSIVE } from './client/permissive/variants.js';
import { VERSION } from './version.js';

/** harn/agent: an agent of ACP with Harn's extensions. What it has made up is judged by both. */
export const agent: Omit<RoleEntry, 'mock'> = {
  protocol: 'harn',
  version: VERSION,
  versions: [VERSION],
  opens: 'kit',
  bindings: { stdio: {}, ws: {} },
  peerReference: acpAgent.peerReference,
  ...(acpAgent.undeclared && { undeclared: acpAgent.undeclared }),
  switches: [...acpAgent.switches, ...SWITCHES],
  permissive: AGENT_PERMISSIVE,
};

/** harn/client: a client of ACP that knows Harn's extensions. The kit is the agent that it starts. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'harn',
  version: VERSION,
  versions: [VERSION],
  opens: 'target',
  bindings: { stdio: {} },
  peerReference: quietHarnAgent,
  ...(acpClient.undeclared && { undeclared: acpClient.undeclared }),
  switches: [],
  permissive: PERMISSIVE,
};
