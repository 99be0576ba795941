import type { JsonObject } from '../../../json/json.js';
import { unknownName } from '../errors.js';
import { checkedParams } from '../params.js';
import type { Answer, HostState } from './host-state.js';
import type { StoredSkill } from './script.js';

/** `skills/list` and `skills/fetch` (spec 000, Skill registry). */
export function skillAnswers(state: HostState): { [method: string]: Answer } {
  return {
    async 'skills/list'(params) {
      await checkedParams('skills/list', params);
      return state.skills.map(listed);
    },
    async 'skills/fetch'(params) {
      const { id } = await checkedParams('skills/fetch', params);
      const skill = state.skills.find((one) => one.id === id);
      if (!skill) throw unknownName('skill', String(id));
      const manifest = (skill.manifest ?? {}) as JsonObject;
      return { name: skill.name, description: skill.description ?? '', body: skill.body ?? '', manifest };
    },
  };
}

function listed({ id, name, description = '', source = 'host' }: StoredSkill): JsonObject {
  return { id, name, description, source };
}
