import { ScriptError, type ScriptMistake } from '../../../../conversation/script-error.js';
import { replyMistakes } from '../../../../conversation/scripted-replies.js';
import type { AgentCard } from '../../../../generated/types/a2a-0.3.0.js';
import type { A2AServerScriptFile } from '../../../../generated/types/a2a-server-script-v1.js';
import type { JsonObject } from '../../../../json/json.js';
import { loadValidators, type Validators } from '../../../../schemas/index.js';
import { VERSION } from '../../version.js';
import { cardOf, scriptedCard } from '../card.js';
import { SKILLS } from './skills.js';

/** Reads a script. Rejects with a ScriptError for one that does not fit its schema, and for what A2A would not take. */
export async function readScript(written: JsonObject = {}): Promise<A2AServerScriptFile> {
  if (Object.keys(written).length === 0) return {};
  const wrong = (await loadValidators('a2a-server-script', 'v1')).validate('a2a-server-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as A2AServerScriptFile;
  const validators = await loadValidators('a2a', VERSION);
  const mistakes = [
    ...replyMistakes(script.replies),
    ...partMistakes(script, validators),
    ...skillMistakes(script),
    ...cardMistakes(script, validators),
  ];
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return script;
}

/** The parts and artifacts of replies that A2A would not take, each at its place. */
export function partMistakes(
  { replies = [] }: Pick<A2AServerScriptFile, 'replies'>,
  validators: Validators,
): ScriptMistake[] {
  const judged = (parts: readonly object[] | string | undefined, at: string) =>
    typeof parts === 'object'
      ? parts.flatMap((part, index) =>
          validators
            .validate('Part', part as JsonObject)
            .map(({ path, message }) => ({ path: `${at}/${index}${path}`, message })),
        )
      : [];
  return replies.flatMap(({ message, updates = [] }, index) => [
    ...judged(message, `/replies/${index}/message`),
    ...updates.flatMap((update, nth) => {
      const at = `/replies/${index}/updates/${nth}`;
      if (typeof update === 'string') return [];
      if ('status' in update) return judged(update.status.message, `${at}/status/message`);
      const artifact = { artifactId: 'reply', ...update.artifact } as JsonObject;
      return validators
        .validate('Artifact', artifact)
        .map(({ path, message: words }) => ({ path: `${at}/artifact${path}`, message: words }));
    }),
  ]);
}

function skillMistakes({ skills = [] }: A2AServerScriptFile): ScriptMistake[] {
  const ids = skills.map((skill) => (typeof skill === 'string' ? skill : skill.id));
  return skills.flatMap((skill, index) => {
    const path = `/skills/${index}`;
    if (ids.indexOf(ids[index]!) !== index) return [{ path, message: `"${ids[index]}" is here twice` }];
    if (typeof skill !== 'string' || Object.hasOwn(SKILLS, skill)) return [];
    return [{ path, message: `there is no shipped skill "${skill}"; there are ${Object.keys(SKILLS).join(', ')}` }];
  });
}

const OFFER = { streaming: true, push: true, extendedCard: true, secured: false };

/** What of the card that comes of it is none. What the script does not say about the card is sound. */
function cardMistakes(script: A2AServerScriptFile, validators: Validators): ScriptMistake[] {
  if (script.card !== undefined && Object.hasOwn(script.card, 'skills'))
    return [{ path: '/card/skills', message: 'name the skills in `skills`, beside `card`' }];
  if (skillMistakes(script).length > 0) return [];
  return badCardMistakes(scriptedCard(cardOf('http://127.0.0.1:1', OFFER), script), script, validators);
}

/** What of a card that comes of a script is none, at the member of the script that says it. */
export function badCardMistakes(
  card: AgentCard,
  script: Pick<A2AServerScriptFile, 'card'>,
  validators: Validators,
): ScriptMistake[] {
  return validators.validate('AgentCard', card as unknown as JsonObject).map(({ path, message }) => {
    const isSkill = path.startsWith('/skills');
    // What is missing on the card was taken away by its member.
    const missing =
      path === '' ? Object.entries(script.card ?? {}).find(([, value]) => value === null)?.[0] : undefined;
    return { path: isSkill ? path : `/card${missing === undefined ? path : `/${missing}`}`, message };
  });
}
