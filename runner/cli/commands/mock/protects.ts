import type { MockArguments } from '../../../../src/mock/line.js';
import { roleEntry, roles } from '../../../../src/protocols/index.js';
import { UsageError } from '../../support/usage-error.js';

/** Refuses to protect what can not be protected. Throws UsageError. */
export async function checkProtects(role: string, transport: MockArguments['transport']): Promise<void> {
  const entry = await roleEntry(role);
  if (entry?.protects && transport === 'http') return;
  if (entry?.protects)
    throw new UsageError(`${role} asks for tokens over http alone; leave out --transport ${transport}`);
  const able: string[] = [];
  for (const name of Object.keys(roles)) if ((await roleEntry(name))?.protects) able.push(name);
  throw new UsageError(`only ${able.join(' and ')} can ask for tokens, over http; this is ${role}`);
}
