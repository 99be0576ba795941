import type { ProtocolRoles } from '../../conversation/role-entry.js';

const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of truST's Agent API. */
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
    explorer: async () => (await import('./server/explore.js')).explore,
    surveyor: async () => (await import('./server/explore.js')).survey,
    recorded: async () => (await import('./recorded.js')).serverScript,
    reference: async () => (await import('./server/start.js')).startServer,
  },
};
