import { basename } from 'node:path';
import type { ToolKind } from '../../../../generated/types/acp-0.12.2.js';
import type { MountMode } from './anchor.js';
import { Checkpoints, type Subject } from './checkpoints.js';
import type { HarnChoices } from './choices.js';

/** What a session of Harn holds to. */
export interface SessionRules {
  /** Why no tool of this kind may run in a mode; undefined if it may. */
  refuses(mode: unknown, kind: ToolKind): string | undefined;
  /** Why no tool may change a file in a root that is mounted in this way; undefined if it may. */
  protects(mount: MountMode | undefined): string | undefined;
  /** The turns of a session that can be undone. */
  checkpoints(session: Subject): Checkpoints;
  /** A turn is over: what was chosen for it alone holds no longer. */
  endTurn(choices: HarnChoices): void;
  /** The workflow that an id means. */
  workflow(id: string): string;
}

/** Kinds of tools that change nothing. */
const HARMLESS: readonly ToolKind[] = ['read', 'search', 'think'];

export const RULES: SessionRules = {
  // In modes that change nothing only tools may run that do so neither (Harn guide, Session modes).
  refuses: (mode, kind) =>
    (mode === 'architect' || mode === 'shadow') && !HARMLESS.includes(kind)
      ? `the mode ${mode} lets no tool change anything`
      : undefined,
  protects: (mount) => (mount === 'read_only' ? 'the root is mounted as read_only' : undefined),
  checkpoints: (session) => new Checkpoints(session),
  endTurn: (choices) => choices.end(),
  // Of an id that is a path the last part counts (Harn guide, Vendor workflow control methods).
  workflow: (id) => basename(id),
};
