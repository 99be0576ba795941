import { type Change, changed } from '../../../../conversation/parts.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import type { ClientProfile } from '../../client/profile.js';

/** Defects of the profile that no message shows, by name. */
const DEFECTS = {
  // The host is not asked.
  'decides-alone': (profile) => ({ ...profile, told: () => ({ ...profile.told(), host: [] }) }),
  // Who lists tools is not told whose they are.
  'names-no-server': (profile) => ({
    ...profile,
    told: () => ({ ...profile.told(), tools: toolsIn(profile).map(({ _mcp_server: _, ...tool }) => tool) }),
  }),
} as const satisfies Record<string, Change<ClientProfile>>;

/** The tools that the profile tells. */
const toolsIn = (profile: ClientProfile): JsonObject[] => {
  const { tools } = profile.told();
  return Array.isArray(tools) ? tools.filter(isObject) : [];
};

/** The names by which `--mutant` has them, beside those of a client. */
export const SWITCHES = Object.keys(DEFECTS);

/** The profile with these defects. */
export const withDefects = (profile: ClientProfile, switches: Iterable<string>): ClientProfile =>
  changed(profile, DEFECTS, switches);
