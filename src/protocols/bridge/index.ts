import type { ProtocolRoles } from '../../conversation/role-entry.js';

/** The roles of the Harn bridge. */
export const roles: ProtocolRoles = {
  host: {
    entry: async () => (await import('./roles.js')).host,
    reference: async () => (await import('./host/start.js')).startHost,
  },
  runtime: {
    entry: async () => (await import('./roles.js')).runtime,
    reference: async () => (await import('./runtime/start.js')).startBridgeRuntime,
  },
};
