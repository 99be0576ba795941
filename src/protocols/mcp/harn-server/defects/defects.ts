import { type Change, changed } from '../../../../conversation/parts.js';
import type { ProfileParts } from '../profile.js';
import { judgingLate, telling } from './files.js';

/** What a server of the profile is made of, and who is told what went wrong. */
export interface HarnServerParts {
  profile: ProfileParts;
  warn(text: string): void;
}

const profile =
  (change: (parts: ProfileParts, all: HarnServerParts) => Partial<ProfileParts>): Change<HarnServerParts> =>
  (all) => ({ ...all, profile: { ...all.profile, ...change(all.profile, all) } });

/** Defects of the profile that no message shows, by name. */
const DEFECTS = {
  // A tool runs before the files that it was given are judged.
  'judges-files-late': profile(() => ({ judging: judgingLate })),
  // Snippets of Code Mode may write.
  'composes-anything': profile(({ snippets }) => ({ snippets: { ...snippets, mayCall: () => true } })),
  // A snippet of Code Mode that writes is refused when it has run.
  'refuses-compositions-late': profile(({ snippets }) => ({
    snippets: {
      ...snippets,
      refused: async (refusal, run) => {
        await run();
        return refusal;
      },
    },
  })),
  // What a handler prints goes nowhere.
  'swallows-prints': profile(() => ({ stderr: () => undefined })),
  // A file that is refused is written to stderr.
  'tells-files': profile(({ judging }, { warn }) => ({ judging: (tool) => telling(tool, judging(tool), warn) })),
} as const satisfies Record<string, Change<HarnServerParts>>;

/** The names by which `--mutant` has them, beside those of mcp/server. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts of the profile with these defects. */
export const withDefects = (parts: HarnServerParts, switches: Iterable<string>): ProfileParts =>
  changed(parts, DEFECTS, switches).profile;
