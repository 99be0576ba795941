import type { RoleEntry } from '../../conversation/role-entry.js';
import { SWITCHES as CLIENT_SWITCHES } from './client/defects/defects.js';
import { quietHub } from './client/hub-side.js';
import { quietClient } from './client/peer-reference.js';
import { PERMISSIVE } from './client/permissive/variants.js';
import { SWITCHES } from './server/defects/defects.js';
import { PERMISSIVE as PERMISSIVE_HUBS } from './server/permissive/variants.js';
import { VERSION } from './version.js';

/** hub/server: the kit plays the clients against it, and has a hub of its own. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: 'hub',
  version: VERSION,
  versions: [VERSION],
  opens: 'kit',
  bindings: { ws: {} },
  peerReference: quietClient,
  switches: SWITCHES,
  permissive: PERMISSIVE_HUBS,
};

/** hub/client: the client connects to the kit as its hub, and the kit has a client of its own. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'hub',
  version: VERSION,
  versions: [VERSION],
  opens: 'target',
  bindings: { ws: {} },
  peerReference: quietHub,
  switches: CLIENT_SWITCHES,
  permissive: PERMISSIVE,
};
