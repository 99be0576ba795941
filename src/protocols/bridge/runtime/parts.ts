import type { PermissionOption } from '../../../generated/types/bridge-v1.js';
import type { Link } from '../../../jsonrpc/link.js';
import { OPTIONS } from './permission.js';

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

/** What a runtime is made of. */
export interface RuntimeParts {
  turns: TurnOptions;
  /** A link as the runtime speaks over it. */
  link(link: Link): Link;
}

/** Those of a runtime that does what it must, and nothing that it need not. */
export const PARTS: RuntimeParts = {
  turns: {
    permissionOptions: OPTIONS,
    asksManifest: true,
    lastCallFirst: false,
    stopsAtDenial: false,
    alwaysListsSkills: false,
  },
  link: (link) => link,
};
