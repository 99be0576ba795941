import { type Change, changed } from '../../../../conversation/parts.js';
import type { ClientProfile } from '../../client/profile.js';

/** Defects of the profile that no message shows, by name. */
const DEFECTS = {
  // The host is not asked.
  'decides-alone': (profile) => ({ ...profile, told: () => ({ host: [] }) }),
} as const satisfies Record<string, Change<ClientProfile>>;

/** The names by which `--mutant` has them, beside those of a client. */
export const SWITCHES = Object.keys(DEFECTS);

/** The profile with these defects. */
export const withDefects = (profile: ClientProfile, switches: Iterable<string>): ClientProfile =>
  changed(profile, DEFECTS, switches);
