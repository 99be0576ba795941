import type { ProtocolRoles } from '../../conversation/role-entry.js';

const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of the Agent Client Protocol. */
export const roles: ProtocolRoles = {
  agent: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.agent,
    entry: async () => (await import('./roles.js')).agent,
    explorer: async () => (await import('./agent/explore/explore.js')).explore,
    surveyor: async () => (await import('./agent/explore/surface.js')).survey,
    traces: {
      packages: ['@agentclientprotocol/sdk', '@zed-industries/agent-client-protocol', 'agent-client-protocol'],
      configs: [{ file: '.zed/settings.json', member: 'agent_servers' }],
    },
    recorded: async () => (await import('./recorded.js')).agentScript,
    reference: async () => (await import('./agent/start.js')).startAgent,
  },
  client: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.client,
    entry: async () => (await import('./roles.js')).client,
    recorded: async () => (await import('./recorded.js')).clientScript,
    reference: async () => (await import('./client/start.js')).startClient,
  },
};
