import type { ProtocolRoles } from '../../conversation/role-entry.js';

/** The roles of truST's Agent API. */
export const roles: ProtocolRoles = {
  server: {
    entry: async () => (await import('./roles.js')).server,
    reference: async () => (await import('./server/start.js')).startServer,
  },
};
