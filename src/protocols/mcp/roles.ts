import type { RoleEntry } from '../../conversation/role-entry.js';
import { StreamableHttpCarrier } from './client/http-carrier.js';
import { referenceClient } from './client/reference.js';
import { sessionsApart } from './client/sessions.js';
import { REVISION } from './revision.js';
import { PERMISSIVE } from './server/permissive/variants.js';
import { SWITCH_NAMES } from './server/switches.js';

/** mcp/server: the kit plays the client against it, and has a server of its own. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: 'mcp',
  version: REVISION,
  versions: [REVISION],
  opens: 'kit',
  peerReference: referenceClient,
  bindings: { stdio: {}, http: { carrier: (url, headers) => new StreamableHttpCarrier(url, headers) } },
  sessions: sessionsApart,
  switches: SWITCH_NAMES,
  permissive: PERMISSIVE,
};
