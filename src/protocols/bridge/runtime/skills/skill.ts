import type { Skill, SkillRef } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { HostError } from '../host/host.js';
import { textOr, textsOf } from '../read.js';

/** Reads the answer to skills/list: a list, or `{ skills }`. Entries without a name are left out. Throws HostError for other forms. */
export function refsOf(answer: Json): SkillRef[] {
  const list = isObject(answer) ? answer.skills : answer;
  if (!Array.isArray(list)) throw new HostError('skills/list: the answer must be a list or { skills: [...] }');
  return list.filter(isObject).flatMap(({ id, name, description, source }) => {
    if (typeof name !== 'string' || name === '') return [];
    const ref = { id: textOr(id, name), name, description: textOr(description, ''), source: textOr(source, 'host') };
    return [ref];
  });
}

/** Reads the answer to skills/fetch, with its fields in `manifest` or at the top. Throws HostError where there is no skill in it. */
export function skillOf(answer: Json): Skill {
  if (!isObject(answer)) throw new HostError('skills/fetch: the answer is not a skill');
  const { name, description, body } = answer;
  if (typeof name !== 'string' || name === '') throw new HostError('skills/fetch: the skill has no name');
  const manifest: JsonObject = { ...answer, ...(isObject(answer.manifest) ? answer.manifest : {}) };
  return { ...manifestFields(manifest), name, description: textOr(description, ''), body: textOr(body, '') };
}

/** What a manifest says, in a fetched skill or in the head of a skill file. */
export function manifestFields(manifest: JsonObject): Pick<Skill, 'when_to_use' | 'allowed_tools' | 'paths' | 'model'> {
  const { when_to_use, allowed_tools, paths, model } = manifest;
  return {
    when_to_use: textOr(when_to_use, ''),
    allowed_tools: textsOf(allowed_tools),
    paths: textsOf(paths),
    ...(typeof model === 'string' ? { model } : {}),
  };
}
