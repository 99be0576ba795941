import { ScriptError } from '../../../conversation/script-error.js';
import type { A2AHarnScriptFile } from '../../../generated/types/a2a-harn-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';

/** Reads a script of a server in Harn's profile. Rejects with a ScriptError for one that does not fit its schema. */
export async function readHarnScript(written: JsonObject = {}): Promise<A2AHarnScriptFile> {
  const wrong = (await loadValidators('a2a-harn-script', 'v1')).validate('a2a-harn-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  return written as A2AHarnScriptFile;
}
