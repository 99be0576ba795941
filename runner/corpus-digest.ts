import { createHash } from 'node:crypto';
import type { RunStarted } from './events.js';
import { profilesOf, protocolOf, wireRulesOf } from './profiles.js';
import type { Corpus } from './types.js';

/** The key in `Corpus.digests` for the project's own files. No protocol has an empty name. */
export const OWN_DIGEST = '';

/** By which files a run was judged: the same digests mean the same cases, requirements and rules. */
export interface CorpusDigest {
  /** SHA-256 over the files of Proctor that concern the roles, such as `sha256:0a1b…`. */
  digest: string;
  /** The same over the cases, requirements and schemas that a project brings; unset without any. */
  own?: string;
}

/**
 * The digest of what judges targets of some roles: the files of their protocols, of those that they extend, and of those whose requirements
 * their cases test. It does not depend on what else is loaded.
 *
 * @param targets the role and version of each target of a run
 */
export function corpusDigest(
  corpus: Pick<Corpus, 'digests' | 'cases' | 'roles' | 'versions' | 'defaults' | 'wire' | 'extensions'>,
  targets: readonly { role: string; version: string }[],
): CorpusDigest {
  const roles = new Set(
    targets.flatMap(({ role, version }) => profilesOf(corpus, role, version).map((one) => one.role)),
  );
  const tested = [
    ...corpus.cases.filter(({ role }) => roles.has(role)).flatMap(({ requirements }) => requirements),
    ...targets.flatMap(({ role, version }) => wireRulesOf(corpus, role, version).map(({ requirement }) => requirement)),
  ];
  const protocols = new Set([...[...roles].map(protocolOf), ...tested.map((id) => id.split('-')[0]!.toLowerCase())]);
  const hash = createHash('sha256');
  for (const protocol of [...protocols].sort()) {
    const digest = corpus.digests.get(protocol);
    if (digest !== undefined) hash.update(`${protocol} ${digest}\n`);
  }
  const own = corpus.digests.get(OWN_DIGEST);
  return { digest: `sha256:${hash.digest('hex')}`, ...(own === undefined ? {} : { own: `sha256:${own}` }) };
}

/** What the first event of a run says of what the targets are judged by. */
export const judgedBy = (
  corpus: Corpus,
  targets: readonly { role: string; version: string }[],
): Pick<RunStarted, 'corpus' | 'profile'> => ({
  corpus: corpusDigest(corpus, targets),
  ...(corpus.profile ? { profile: corpus.profile.name } : {}),
});

/**
 * Whether some requirement is newer than the profile of a corpus. What a project brings is in no profile, and is not newer. Never without a
 * profile.
 */
export function isNewer(
  { profile, requirements }: Pick<Corpus, 'profile' | 'requirements'>,
  ids: readonly string[],
): boolean {
  if (profile === undefined) return false;
  return ids.some((id) => !profile.requirements.has(id) && requirements.get(id)?.ofProject !== true);
}
