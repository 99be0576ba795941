import type { ProtocolRoles } from '../../conversation/role-entry.js';

const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of Harn's extensions of the Agent Client Protocol. */
export const roles: ProtocolRoles = {
  agent: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.agent,
    entry: async () => (await import('./roles.js')).agent,
    // It is an agent of ACP: what it shows of that is found out in the same way.
    explorer: async () => (await import('../acp/agent/explore/explore.js')).explore,
    surveyor: async () => (await import('../acp/agent/explore/surface.js')).survey,
    recorded: async () => (await import('../acp/recorded.js')).agentScript,
    reference: async () => (await import('./agent/start.js')).startHarnAgent,
  },
  client: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.client,
    entry: async () => (await import('./roles.js')).client,
    recorded: async () => (await import('../acp/recorded.js')).clientScript,
    reference: async () => (await import('./client/start.js')).startHarnClient,
  },
};
