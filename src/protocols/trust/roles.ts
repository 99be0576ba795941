import type { RoleEntry } from '../../conversation/role-entry.js';
import { quietClient } from './client/peer-reference.js';
import { PERMISSIVE } from './client/permissive.js';
import { SWITCHES } from './client/start.js';
import { referenceServer } from './server/peer-reference.js';
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

/** trust/client: the agent starts the kit as its server, and the kit has a client of its own. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'trust',
  version: VERSION,
  versions: [VERSION],
  opens: 'target',
  bindings: { stdio: {} },
  peerReference: referenceServer,
  switches: SWITCHES,
  permissive: PERMISSIVE,
};
