import { loadProfile } from '../../load/profile.js';
import type { Corpus } from '../../types.js';
import { packageRoot } from '../root.js';
import { UsageError } from './usage-error.js';

/**
 * A corpus whose results are counted by the profile of a release, by default of the newest one. Throws UsageError for a release without a
 * profile.
 */
export function withProfile(corpus: Corpus, name?: string): Corpus {
  try {
    const profile = loadProfile(packageRoot, name);
    return profile ? { ...corpus, profile } : corpus;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(error.message);
  }
}
