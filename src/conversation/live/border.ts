import type { Border } from '../../wire/carried.js';
import { LiveNames } from './names.js';

/** A border with what names put before it; it becomes another one when the names do. */
export function liveBorder<Name extends string>(
  border: Border,
  names: ReadonlySet<Name>,
  before: (border: Border) => Border,
): Border {
  if (!(names instanceof LiveNames)) return before(border);
  const now = names.live(() => before(border));
  return {
    sends: (carried, emit) => now().sends(carried, emit),
    hears: (carried, deliver) => now().hears(carried, deliver),
    ...(border.ofConnection && { ofConnection: () => liveBorder(border.ofConnection!(), names, before) }),
  };
}
