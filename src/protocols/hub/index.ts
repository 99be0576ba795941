import type { ProtocolRoles } from '../../conversation/role-entry.js';

const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of Harn's retained ACP hub. */
export const roles: ProtocolRoles = {
  client: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.client,
    entry: async () => (await import('./roles.js')).client,
    recorded: async () => (await import('./recorded.js')).clientScript,
    reference: async () => (await import('./client/start.js')).startClient,
  },
  server: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.server,
    entry: async () => (await import('./roles.js')).server,
    recorded: async () => (await import('./recorded.js')).serverScript,
    reference: async () => (await import('./server/start.js')).startHub,
  },
};
