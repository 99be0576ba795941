import type { ProtocolRoles } from '../../conversation/role-entry.js';

const likeness = async () => (await import('./server/explore/likeness.js')).serverLikeness;
const summaries = async () => (await import('./summaries.js')).SUMMARIES;

/** The roles of the Model Context Protocol. */
export const roles: ProtocolRoles = {
  client: {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS.client,
    entry: async () => (await import('./roles.js')).client,
    recorded: async () => (await import('./recorded/client-script.js')).clientScript,
    reference: async () => (await import('./client/start.js')).startMcpClient,
  },
  'harn-client': {
    summaries,
    facts: async () => (await import('./mock-facts.js')).FACTS['harn-client'],
    entry: async () => (await import('./roles.js')).harnClient,
    recorded: async () => (await import('./recorded/client-script.js')).clientScript,
    reference: async () => (await import('./harn-client/start.js')).startHarnMcpClient,
  },
  'harn-server': {
    summaries,
    likeness,
    facts: async () => (await import('./mock-facts.js')).FACTS['harn-server'],
    entry: async () => (await import('./roles.js')).harnServer,
    recorded: async () => (await import('./recorded/server-script.js')).serverScript,
    reference: async () => (await import('./harn-server/start.js')).startHarnMcpServer,
  },
  server: {
    summaries,
    likeness,
    facts: async () => (await import('./mock-facts.js')).FACTS.server,
    entry: async () => (await import('./roles.js')).server,
    explorer: async () => (await import('./server/explore/explore.js')).explore,
    surveyor: async () => (await import('./server/explore/surface.js')).survey,
    traces: {
      packages: ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server', 'mcp', 'fastmcp', 'rmcp'],
      configs: [
        { file: '.mcp.json', member: 'mcpServers' },
        { file: '.vscode/mcp.json', member: 'servers' },
        { file: '.cursor/mcp.json', member: 'mcpServers' },
        { file: '.gemini/settings.json', member: 'mcpServers' },
      ],
    },
    recorded: async () => (await import('./recorded/server-script.js')).serverScript,
    reference: async () => (await import('./server/start.js')).startMcpServer,
  },
};
