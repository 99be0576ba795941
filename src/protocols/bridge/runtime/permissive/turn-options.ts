import type { PermissionOption } from '../../../../generated/types/bridge-v1.js';
import { OPTIONS } from '../tools/permission.js';
import type { PermissiveChoices } from './choices.js';

/** The choices that decide what a turn does, and not only how its messages read. */
export type TurnChoice = 'many-options' | 'incurious' | 'last-first' | 'stops-at-denial' | 'always-lists';

/** How the turns of a runtime are run. */
export interface TurnOptions {
  /** The answers that a permission request offers, and by which the host's is read. */
  permissionOptions: readonly PermissionOption[];
  /** Whether a turn begins by asking what the host offers. */
  asksManifest: boolean;
  /** Whether of several calls in one answer of the model the last is made first. */
  lastCallFirst: boolean;
  /** Whether the other calls of an answer are left out once one was denied. */
  stopsAtDenial: boolean;
  /** Whether plain turns build the catalog of skills, too. */
  alwaysListsSkills: boolean;
}

/** The one place where the choices about turns are read. */
export function turnOptions(choices: PermissiveChoices): TurnOptions {
  const chosen = (name: TurnChoice) => choices.has(name);
  return {
    permissionOptions: chosen('many-options') ? MANY : OPTIONS,
    asksManifest: !chosen('incurious'),
    lastCallFirst: chosen('last-first'),
    stopsAtDenial: chosen('stops-at-denial'),
    alwaysListsSkills: chosen('always-lists'),
  };
}

const MANY: readonly PermissionOption[] = [
  { optionId: 'never-☹', name: 'Never', kind: 'reject_always' },
  { optionId: 'not now', name: 'Not now', kind: 'reject_once' },
  { optionId: 'always-☺', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
];
