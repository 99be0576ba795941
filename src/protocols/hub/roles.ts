import type { RoleEntry } from '../../conversation/role-entry.js';
import { quietClient } from './client/peer-reference.js';
import { SWITCHES } from './server/start.js';
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
};
