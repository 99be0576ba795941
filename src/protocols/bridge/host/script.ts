import { ScriptError } from '../../../conversation/script-error.js';
import type {
  Failure,
  HostScriptFile,
  Operation,
  PermissionRule,
  Reaction,
  StoredSkill,
  Tool,
} from '../../../generated/types/host-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { type PermissiveChoices, readChoices } from './permissive/choices.js';
import * as shipped from './shipped.js';

export type { Failure, Operation, PermissionRule, Reaction, StoredSkill, Tool };

/** What a host offers and how it behaves, with every default filled in. `schemas/host-script` describes the written form. */
export interface HostScript {
  prompts: string[];
  tools: readonly Tool[];
  skills: readonly StoredSkill[];
  permissions: readonly PermissionRule[];
  search: boolean;
  ranking: boolean;
  operations: { readonly [name: string]: Operation };
  reactions: readonly Reaction[];
  permissive: PermissiveChoices;
}

/**
 * Reads a script and fills in what it leaves out; without one, everything is as shipped. `permissive` adds to the choices of the
 * script that the spec leaves to a host.
 * Rejects with a ScriptError.
 */
export async function loadScript(
  written: JsonObject = {},
  permissive: boolean | readonly string[] = false,
): Promise<HostScript> {
  const wrong = (await loadValidators('host-script', 'v1')).validate('host-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  return completed(written as HostScriptFile, permissive);
}

/** The same for a script that is known to fit its schema. Throws a ScriptError for names that are unknown or stand there twice. */
export function completed(written: HostScriptFile, permissive: boolean | readonly string[] = false): HostScript {
  const choices = new Set([...readChoices(written.permissive), ...readChoices(permissive)]);
  const nothing = choices.has('no-tools');
  const script: HostScript = {
    prompts: written.prompts ?? ['hello'],
    tools: written.tools ?? (nothing ? [] : shipped.tools),
    skills: written.skills ?? (nothing ? [] : shipped.skills),
    permissions: choices.has('no-approvals')
      ? [{ tool: '*', answer: 'unavailable' }]
      : (written.permissions ?? shipped.permissions),
    search: (written.search ?? true) && !choices.has('no-search'),
    ranking: (written.ranking ?? true) && !choices.has('no-ranking'),
    operations: written.operations ?? (nothing ? {} : shipped.operations),
    reactions: written.reactions ?? shipped.reactions,
    permissive: choices,
  };
  unique('/tools', script.tools, ({ name }) => name);
  unique('/skills', script.skills, ({ id }) => id);
  return script;
}

function unique<Entry>(list: string, entries: readonly Entry[], keyOf: (entry: Entry) => string): void {
  const keys = entries.map(keyOf);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw ScriptError.of([{ path: `/${list}`, message: `"${twice}" stands there twice` }]);
}
