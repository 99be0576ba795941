import { type Change, changed } from '../../../../conversation/parts.js';
import type { SessionRules } from '../sessions/rules.js';
import { LeavingFiles, LeavingMade, RestoringAnyway, UndoingCancelled } from './checkpoints.js';

const checkpoints =
  (make: SessionRules['checkpoints']): Change<SessionRules> =>
  (rules) => ({ ...rules, checkpoints: make });

/** Defects of the agent that no message shows, by name. */
const DEFECTS = {
  'rollback-leaves-files': checkpoints((session) => new LeavingFiles(session, 'rolled_back')),
  'redo-leaves-files': checkpoints((session) => new LeavingFiles(session, 'redone')),
  'rollback-leaves-made': checkpoints((session) => new LeavingMade(session)),
  'refused-rollback-restores': checkpoints((session) => new RestoringAnyway(session)),
  'cancelled-turns-undone': checkpoints((session) => new UndoingCancelled(session)),
  'workflows-anywhere': (rules) => ({ ...rules, workflow: (id) => id }),
  'mounts-let-all': (rules) => ({ ...rules, protects: () => undefined }),
  'mode-lets-all': (rules) => ({ ...rules, refuses: () => undefined }),
  'mode-sticks': (rules) => ({ ...rules, endTurn: () => undefined }),
} as const satisfies Record<string, Change<SessionRules>>;

/** The names by which `--mutant` has them, beside those of an agent of ACP. */
export const SWITCHES = Object.keys(DEFECTS);

/** The rules with these defects. */
export const withDefects = (rules: SessionRules, switches: Iterable<string>): SessionRules =>
  changed(rules, DEFECTS, switches);
