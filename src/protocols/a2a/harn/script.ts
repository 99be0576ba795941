import { ScriptError, type ScriptMistake } from '../../../conversation/script-error.js';
import { replyMistakes } from '../../../conversation/scripted-replies.js';
import type { A2AHarnScriptFile } from '../../../generated/types/a2a-harn-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { badCardMistakes, partMistakes } from '../server/agent/script.js';
import { VERSION } from '../version.js';
import { harnCard } from './card.js';

/** Reads a script of a server in Harn's profile. Rejects with a ScriptError for one that does not fit its schema, and for what A2A would not take. */
export async function readHarnScript(written: JsonObject = {}): Promise<A2AHarnScriptFile> {
  if (Object.keys(written).length === 0) return {};
  const wrong = (await loadValidators('a2a-harn-script', 'v1')).validate('a2a-harn-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as A2AHarnScriptFile;
  const validators = await loadValidators('a2a', VERSION);
  const mistakes = [...replyMistakes(script.replies), ...partMistakes(script, validators), ...exportMistakes(script)];
  if (script.card !== undefined && Object.hasOwn(script.card, 'skills'))
    mistakes.push({ path: '/card/skills', message: 'name the functions in `exports`, beside `card`' });
  else {
    const offer = { streaming: true, push: true, extendedCard: true, secured: false };
    mistakes.push(
      ...badCardMistakes(harnCard('http://127.0.0.1:1', { offer, functions: {}, script }), script, validators),
    );
  }
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return script;
}

function exportMistakes({ exports: listed = [] }: A2AHarnScriptFile): ScriptMistake[] {
  const ids = listed.map((one) => (typeof one === 'string' ? one : one.id));
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ path: `/exports/${index}`, message: `"${id}" is here twice` }],
  );
}
