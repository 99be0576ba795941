import type { ProtocolRoles } from '../../conversation/role-entry.js';

/** The roles of the Agent Client Protocol. */
export const roles: ProtocolRoles = {
  agent: {
    entry: async () => (await import('./roles.js')).agent,
    explorer: async () => (await import('./agent/explore/explore.js')).explore,
    traces: {
      packages: ['@agentclientprotocol/sdk', '@zed-industries/agent-client-protocol', 'agent-client-protocol'],
      configs: [{ file: '.zed/settings.json', member: 'agent_servers' }],
    },
    reference: async () => (await import('./agent/start.js')).startAgent,
  },
  client: {
    entry: async () => (await import('./roles.js')).client,
    reference: async () => (await import('./client/start.js')).startClient,
  },
};
