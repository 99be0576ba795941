import { ScriptError, type ScriptMistake } from '../../../conversation/script-error.js';
import { replyMistakes } from '../../../conversation/scripted-replies.js';
import type { Reply, RuntimeScriptFile } from '../../../generated/types/runtime-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { VERSION } from '../version.js';

/** Reads a script. Rejects with a ScriptError for one that does not fit its schema, or has replies that can't be played. */
export async function readScript(written: JsonObject = {}): Promise<RuntimeScriptFile> {
  if (Object.keys(written).length === 0) return {};
  const wrong = (await loadValidators('runtime-script', 'v1')).validate('runtime-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const { replies = [] } = written as RuntimeScriptFile;
  const mistakes = [...replyMistakes(replies), ...(await updateMistakes(replies))];
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return { replies };
}

/** The updates that the bridge does not have. */
async function updateMistakes(replies: readonly Reply[]): Promise<ScriptMistake[]> {
  const validators = await loadValidators('bridge', VERSION);
  return replies.flatMap(({ updates = [] }, index) =>
    updates.flatMap((update, nth) => {
      if (typeof update === 'string' || 'call' in update) return [];
      const at = `/replies/${index}/updates/${nth}`;
      return validators
        .validate('SessionUpdate', update as unknown as JsonObject)
        .map(({ path, message }) => ({ path: `${at}${path}`, message }));
    }),
  );
}
