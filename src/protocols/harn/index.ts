import type { ProtocolRoles } from '../../conversation/role-entry.js';

/** The roles of Harn's extensions of the Agent Client Protocol. */
export const roles: ProtocolRoles = {
  agent: {
    entry: async () => (await import('./roles.js')).agent,
    reference: async () => (await import('./agent/start.js')).startHarnAgent,
  },
  client: {
    entry: async () => (await import('./roles.js')).client,
    reference: async () => (await import('./client/start.js')).startHarnClient,
  },
};
