import type { Skill } from '../../../../generated/types/bridge-v1.js';
import type { PromptTurn } from '../prompt-turn.js';

/** The skills that are active in an agent, with the updates that tell the host of them (Harn bridge, Skill lifecycle session updates). */
export class ActiveSkills {
  private active: Skill[] = [];

  constructor(private readonly turn: PromptTurn) {}

  activate(skill: Skill, iteration: number, reason: string): void {
    if (this.active.some(({ name }) => name === skill.name)) return;
    this.active.push(skill);
    this.turn.extension('skill_activated', { skillName: skill.name, iteration, reason });
    const { name, allowed_tools } = skill;
    if (allowed_tools.length > 0)
      this.turn.extension('skill_scope_tools', { skillName: name, allowedTools: allowed_tools });
  }

  deactivate(name: string, iteration: number): void {
    if (!this.active.some((skill) => skill.name === name)) return;
    this.active = this.active.filter((skill) => skill.name !== name);
    this.turn.extension('skill_deactivated', { skillName: name, iteration });
  }

  /** What the active skills tell the model, one text each. */
  bodies(): string[] {
    return this.active.map(({ body }) => body);
  }

  /** Whether the active skills leave a tool to the model: each that limits the tools must allow it. */
  allows(tool: string): boolean {
    return this.active.every(({ allowed_tools }) => allowed_tools.length === 0 || allowed_tools.includes(tool));
  }
}
