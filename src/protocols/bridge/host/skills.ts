import { use } from '../../../conversation/live/uses.js';
import type { NestedSkill, SkillRef, SkillRefArray } from '../../../generated/types/bridge-v1.js';
import { unknownName } from '../errors.js';
import type { Handlers } from '../params.js';
import type { HostState } from './host-state.js';
import type { StoredSkill } from './script.js';

/** `skills/list` and `skills/fetch` (spec 000, Skill registry). */
export function skillHandlers(state: HostState): Handlers<'skills/list' | 'skills/fetch'> {
  return {
    'skills/list': (): SkillRefArray => state.skills.map(listed),
    'skills/fetch'({ id }): NestedSkill {
      const skill = state.skills.find((one) => one.id === id);
      if (!skill) throw unknownName('skill', id);
      use(skill);
      const { name, description = '', body = '', manifest = {} } = skill;
      return { name, description, body, manifest };
    },
  };
}

const listed = ({ id, name, description = '', source = 'host' }: StoredSkill): SkillRef => ({
  id,
  name,
  description,
  source,
});
