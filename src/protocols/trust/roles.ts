import type { RoleEntry } from '../../conversation/role-entry.js';
import { SWITCHES as CLIENT_SWITCHES } from './client/defects/defects.js';
import { quietClient } from './client/peer-reference.js';
import { PERMISSIVE as CLIENT_PERMISSIVE } from './client/permissive/variants.js';
import { SWITCHES } from './server/defects/defects.js';
import { referenceServer } from './server/peer-reference.js';
import { PERMISSIVE } from './server/permissive/variants.js';
import { VERSION, VERSIONS } from './version.js';

/** trust/server: the kit plays the agent against it, and has a server of its own. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: 'trust',
  version: VERSION,
  versions: VERSIONS,
  opens: 'kit',
  bindings: { stdio: {} },
  peerReference: quietClient,
  switches: SWITCHES,
  permissive: PERMISSIVE,
};

/** trust/client: the agent starts the kit as its server, and the kit has a client of its own. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'trust',
  version: VERSION,
  versions: [VERSION],
  opens: 'target',
  bindings: { stdio: {} },
  peerReference: referenceServer,
  switches: CLIENT_SWITCHES,
  permissive: CLIENT_PERMISSIVE,
};
