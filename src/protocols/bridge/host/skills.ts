import type { JsonObject } from '../../../json/json.js';
import { invalidParams, unavailable } from '../errors.js';
import { checkedParams } from '../params.js';
import type { Answer, HostState } from './host-state.js';
import type { StoredSkill } from './script.js';

/** `skills/list` and `skills/fetch` (spec 000, Skill registry). */
export function skillAnswers(state: HostState): { [method: string]: Answer } {
  const { freedoms } = state.script;
  return {
    async 'skills/list'(params) {
      await checkedParams('skills/list', params);
      const list = state.skills.map((skill) => listed(skill, freedoms.has('unknown-members')));
      return freedoms.has('skills-object') ? { skills: list } : list;
    },
    async 'skills/fetch'(params) {
      const { id } = await checkedParams('skills/fetch', params);
      const skill = state.skills.find((one) => one.id === id);
      if (!skill) {
        const message = `there is no skill ${JSON.stringify(id)}`;
        throw freedoms.has('other-codes') ? unavailable(message) : invalidParams(message);
      }
      const manifest = (skill.manifest ?? {}) as JsonObject;
      const whole = { name: skill.name, description: skill.description ?? '', body: skill.body ?? '' };
      return freedoms.has('flat-skills') ? { ...manifest, ...whole } : { ...whole, manifest };
    },
  };
}

function listed({ id, name, description = '', source = 'host' }: StoredSkill, more: boolean): JsonObject {
  const entry = { id, name, description, source };
  return more ? { ...entry, 'x-vendor': true } : entry;
}
