import type { Role } from '../../src/language/role.js';
import type { Corpus } from '../types.js';

/**
 * The role of whoever speaks with a mock: what the kit would test. A role that has no cases yet has what its counterpart says of
 * both. Undefined where the corpus does not have the role of the mock.
 */
export function peerRole(corpus: Pick<Corpus, 'roles'>, mock: string): Role | undefined {
  const own = corpus.roles.get(mock);
  if (!own) return undefined;
  const side = own.side === 'server' ? 'client' : 'server';
  return corpus.roles.get(own.peer) ?? { ...own, role: own.peer, peer: own.role, side, probe: null, alive: null };
}
