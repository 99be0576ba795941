import type { ProtocolRoles } from '../../conversation/role-entry.js';

/** The roles of truST's Agent API. */
export const roles: ProtocolRoles = {
  client: {
    entry: async () => (await import('./roles.js')).client,
    reference: async () => (await import('./client/start.js')).startClient,
  },
  server: {
    entry: async () => (await import('./roles.js')).server,
    explorer: async () => (await import('./server/explore.js')).explore,
    reference: async () => (await import('./server/start.js')).startServer,
  },
};
