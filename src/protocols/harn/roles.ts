import type { RoleEntry } from '../../conversation/role-entry.js';
import { agent as acpAgent } from '../acp/roles.js';
import { DEFECTS } from './agent/defects.js';
import { VERSION } from './version.js';

/** harn/agent: an agent of ACP with Harn's extensions. What it has made up is judged by both. */
export const agent: Omit<RoleEntry, 'mock'> = {
  protocol: 'harn',
  version: VERSION,
  versions: [VERSION],
  opens: 'kit',
  bindings: { stdio: {} },
  peerReference: acpAgent.peerReference,
  ...(acpAgent.undeclared && { undeclared: acpAgent.undeclared }),
  switches: DEFECTS,
};
