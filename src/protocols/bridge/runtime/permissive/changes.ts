import { type Change, changed } from '../../../../conversation/parts.js';
import type { PermissionOption } from '../../../../generated/types/bridge-v1.js';
import type { RuntimeParts, TurnOptions } from '../parts.js';
import { permissiveLink } from './rewrites.js';
import type { PermissiveOptions } from './variants.js';

const turns =
  (change: Partial<TurnOptions>): Change<RuntimeParts> =>
  (parts) => ({ ...parts, turns: { ...parts.turns, ...change } });

const MANY: readonly PermissionOption[] = [
  { optionId: 'never-☹', name: 'Never', kind: 'reject_always' },
  { optionId: 'not now', name: 'Not now', kind: 'reject_once' },
  { optionId: 'always-☺', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
];

/** The options that decide what a turn does, and not only how its messages read (`rewrites.ts`). */
const CHANGES = {
  'many-options': turns({ permissionOptions: MANY }),
  incurious: turns({ asksManifest: false }),
  'last-first': turns({ lastCallFirst: true }),
  'stops-at-denial': turns({ stopsAtDenial: true }),
  'always-lists': turns({ alwaysListsSkills: true }),
} as const satisfies Record<string, Change<RuntimeParts>>;

/** The parts of a runtime that takes these options. */
export function permitting(parts: RuntimeParts, options: PermissiveOptions): RuntimeParts {
  const made = changed(parts, CHANGES, options);
  return { ...made, link: (link) => permissiveLink(made.link(link), options) };
}
