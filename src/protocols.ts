import type { RoleEntry } from './play/role-entry.js';

/** Every role that this kit can test and play. Adding a protocol is one entry here and its folders. */
export const roles: { [role: string]: () => Promise<RoleEntry> } = {
  'mcp/server': async () => (await import('./mcp/roles.js')).server,
};

/** The entry of a role, or undefined where the kit does not know it. */
export async function roleEntry(role: string): Promise<RoleEntry | undefined> {
  return roles[role]?.();
}
