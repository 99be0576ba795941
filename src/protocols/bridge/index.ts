import type { ProtocolRoles } from '../../conversation/role-entry.js';

const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of the Harn bridge. */
export const roles: ProtocolRoles = {
  host: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.host,
    entry: async () => (await import('./roles.js')).host,
    recorded: async () => (await import('./recorded.js')).hostScript,
    reference: async () => (await import('./host/start.js')).startHost,
  },
  runtime: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.runtime,
    entry: async () => (await import('./roles.js')).runtime,
    recorded: async () => (await import('./recorded.js')).runtimeScript,
    reference: async () => (await import('./runtime/start.js')).startBridgeRuntime,
  },
};
