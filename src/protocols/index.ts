import type { RoleEntry } from '../conversation/role-entry.js';

/** The parts of a role, each loaded when it is used: who plays a reference needs nothing of what plays against it. */
interface RoleParts {
  /** What the kit knows of the role, and the peer against it. */
  entry(): Promise<Omit<RoleEntry, 'mock'>>;
  /** What starts its reference. */
  reference(): Promise<RoleEntry['mock']>;
}

/** Every role that this kit can test and play. Adding a protocol is one entry here and its folders. */
export const roles: { [role: string]: RoleParts } = {
  'acp/agent': {
    entry: async () => (await import('./acp/roles.js')).agent,
    reference: async () => (await import('./acp/agent/start.js')).startAgent,
  },
  'acp/client': {
    entry: async () => (await import('./acp/roles.js')).client,
    reference: async () => (await import('./acp/client/start.js')).startClient,
  },
  'bridge/host': {
    entry: async () => (await import('./bridge/roles.js')).host,
    reference: async () => (await import('./bridge/host/start.js')).startHost,
  },
  'bridge/runtime': {
    entry: async () => (await import('./bridge/roles.js')).runtime,
    reference: async () => (await import('./bridge/runtime/start.js')).startBridgeRuntime,
  },
  'mcp/server': {
    entry: async () => (await import('./mcp/roles.js')).server,
    reference: async () => (await import('./mcp/server/start.js')).startMcpServer,
  },
};

/** The entry of a role, or undefined where the kit does not know it. */
export async function roleEntry(role: string): Promise<RoleEntry | undefined> {
  const parts = partsOf(role);
  return parts && { ...(await parts.entry()), mock: async (options) => (await parts.reference())(options) };
}

/** What starts the reference of a role, or undefined where the kit does not know the role. */
export async function referenceOf(role: string): Promise<RoleEntry['mock'] | undefined> {
  return partsOf(role)?.reference();
}

function partsOf(role: string): RoleParts | undefined {
  return Object.hasOwn(roles, role) ? roles[role] : undefined;
}
