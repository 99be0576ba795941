import type { RoleEntry } from '../conversation/role-entry.js';

/** Every role that this kit can test and play. Adding a protocol is one entry here and its folders. */
export const roles: { [role: string]: () => Promise<RoleEntry> } = {
  'acp/agent': async () => (await import('./acp/roles.js')).agent,
  'acp/client': async () => (await import('./acp/roles.js')).client,
  'bridge/host': async () => (await import('./bridge/roles.js')).host,
  'bridge/runtime': async () => (await import('./bridge/roles.js')).runtime,
  'mcp/server': async () => (await import('./mcp/roles.js')).server,
};

/** The entry of a role, or undefined where the kit does not know it. */
export async function roleEntry(role: string): Promise<RoleEntry | undefined> {
  return roles[role]?.();
}
