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
}

/** Reads a script. Rejects with a ScriptError for one that does not fit its schema. */
export async function readScript(written: JsonObject = {}): Promise<HostScriptFile> {
  const wrong = (await loadValidators('host-script', 'v1')).validate('host-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  return written as HostScriptFile;
}

/** Fills in what a script leaves out; without one, everything is as shipped. Throws a ScriptError for names that stand there twice. */
export function completed(written: HostScriptFile): HostScript {
  const script: HostScript = {
    prompts: written.prompts ?? ['hello'],
    tools: written.tools ?? shipped.tools,
    skills: written.skills ?? shipped.skills,
    permissions: written.permissions ?? shipped.permissions,
    search: written.search ?? true,
    ranking: written.ranking ?? true,
    operations: written.operations ?? shipped.operations,
    reactions: written.reactions ?? shipped.reactions,
  };
  unique('/tools', script.tools, ({ name }) => name);
  unique('/skills', script.skills, ({ id }) => id);
  return script;
}

function unique<Entry>(list: string, entries: readonly Entry[], keyOf: (entry: Entry) => string): void {
  const keys = entries.map(keyOf);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw ScriptError.of([{ path: `/${list}`, message: `"${twice}" is here twice` }]);
}
