import { randomBytes } from 'node:crypto';
import type { TransportName } from '../../../../src/language/target.js';
import { roleEntry } from '../../../../src/protocols/index.js';
import { UsageError } from '../../support/usage-error.js';

/**
 * The token of a mock, as it stands in its URL: the one that is asked for, or a random one for `true`. Throws UsageError for a mock that
 * does not listen and for a token that does not fit a URL.
 */
export async function tokenOf(asked: string | true, role: string, transport: TransportName): Promise<string> {
  const entry = await roleEntry(role);
  if (transport === 'stdio' || entry?.opens !== 'kit')
    throw new UsageError(`a token is for a mock that listens; ${role} over ${transport} does not`);
  if (asked === true) return randomBytes(16).toString('hex');
  if (!/^(?=.*\w)[\w~.-]+$/.test(asked))
    throw new UsageError('a token is part of a URL: use letters, digits and "-", ".", "_", "~" alone');
  return asked;
}
