import type { ProtocolRoles } from '../../conversation/role-entry.js';

const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of the Agent2Agent protocol. */
export const roles: ProtocolRoles = {
  server: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.server,
    entry: async () => (await import('./roles.js')).server,
    traces: { packages: ['@a2a-js/sdk', 'a2a-sdk'], configs: [] },
    recorded: async () => (await import('./recorded.js')).serverScript,
    reference: async () => (await import('./server/start.js')).startServer,
    explorer: async () => (await import('./server/explore/explore.js')).explore,
    surveyor: async () => (await import('./server/explore/surface.js')).survey,
  },
  client: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.client,
    entry: async () => (await import('./roles.js')).client,
    recorded: async () => (await import('./recorded.js')).clientScript,
    reference: async () => (await import('./client/start.js')).startClient,
  },
};
