import type { LiveMock } from './change.js';
import type { LiveNames } from './names.js';

/** Permissive variants, of which some are those of a protocol that extends the one that is played. */
type Sorted<Name> = { own: ReadonlySet<Name>; rest: boolean | readonly string[] };

/**
 * How a mock changes that has variants of its own beside those of the one that it extends, which judges all else.
 *
 * @param first the variants that it was started with
 */
export function withOwnVariants<Name extends string>(
  { change, now: ofInner }: Partial<LiveMock>,
  first: boolean | readonly string[],
  names: LiveNames<Name>,
  sorted: (permissive: boolean | readonly string[]) => Sorted<Name>,
): Partial<LiveMock> {
  if (!change || !ofInner) return {};
  let held = first;
  return {
    now: () => ({ ...ofInner(), permissive: held }),
    change: async ({ permissive, ...now }) => {
      if (permissive === undefined) return change(now);
      const { own, rest } = sorted(permissive);
      const changed = await change({ ...now, permissive: rest });
      names.become(own);
      held = permissive;
      return changed;
    },
  };
}
