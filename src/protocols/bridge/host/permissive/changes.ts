import { type Change, changed } from '../../../../conversation/parts.js';
import type { Permissive } from '../../../../conversation/permissive.js';
import type { HostScriptFile } from '../../../../generated/types/host-script-v1.js';
import type { HostParts } from '../parts.js';
import { completed } from '../script.js';
import { permissiveLink } from './rewrites.js';
import { PERMISSIVE_OPTIONS, type PermissiveOptions } from './variants.js';

/** The options that are more than rewritten messages (`rewrites.ts`): another script. */
const CHANGES = {
  'no-search': (script) => ({ ...script, search: false }),
  'no-ranking': (script) => ({ ...script, ranking: false }),
  'no-approvals': (script) => ({ ...script, permissions: [{ tool: '*', answer: 'unavailable' }] }),
  'no-tools': (script) => ({ tools: [], skills: [], operations: {}, ...script }),
} as const satisfies Record<string, Change<HostScriptFile>>;

/** The options that a script and `permissive` name. Throws a ScriptError. */
export const optionsOf = (written: HostScriptFile, permissive: Permissive): PermissiveOptions =>
  PERMISSIVE_OPTIONS.read(written.permissive, permissive);

/** A host with this script, which takes these options: those that the script names unless others are given. Throws a ScriptError. */
export function permitting(written: HostScriptFile, options = optionsOf(written, false)): HostParts {
  return {
    script: completed(changed(written, CHANGES, options)),
    link: (link) => permissiveLink(link, options),
  };
}
