import type { LiveMock } from './change.js';
import type { LiveNames } from './names.js';

/** Permissive variants, of which some are those of a protocol that extends the one that is played. */
type Sorted<Name> = { own: ReadonlySet<Name>; rest: boolean | readonly string[] };

/** How a mock changes that has variants of its own beside those of the one that it extends, which judges all else. */
export function withOwnVariants<Name extends string>(
  { change }: Partial<LiveMock>,
  names: LiveNames<Name>,
  sorted: (permissive: boolean | readonly string[]) => Sorted<Name>,
): Partial<LiveMock> {
  if (!change) return {};
  return {
    change: async ({ permissive, ...now }) => {
      if (permissive === undefined) return change(now);
      const { own, rest } = sorted(permissive);
      const changed = await change({ ...now, permissive: rest });
      names.become(own);
      return changed;
    },
  };
}
