import type { Skill } from '../../../../generated/types/mcp-client-script-v1.js';

/** Which servers a skill holds when it is activated, and gives up when it is deactivated, by name. */
export interface SkillManner {
  binds(skill: Skill): readonly string[];
  unbinds(skill: Skill): readonly string[];
}

/** The servers that its frontmatter lists, under either name (Harn guide, Skill-scoped MCP binding). */
const serversOf = ({ requires_mcp = [], mcp = [] }: Skill): string[] => [...new Set([...requires_mcp, ...mcp])];

export const SKILL_MANNER: SkillManner = { binds: serversOf, unbinds: serversOf };
