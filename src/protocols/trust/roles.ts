import type { RoleEntry } from '../../conversation/role-entry.js';
import { quietClient } from './client/peer-reference.js';
import { VERSION, VERSIONS } from './version.js';

/** trust/server: the kit plays the agent against it, and has a server of its own. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: 'trust',
  version: VERSION,
  versions: VERSIONS,
  opens: 'kit',
  bindings: { stdio: {} },
  peerReference: quietClient,
  switches: [],
};
