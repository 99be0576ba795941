export type Level = 'must' | 'should' | 'may' | 'derived';

/** One testable sentence of a spec, in our words. */
export interface Requirement {
  id: string;
  level: Level;
  /** Roles that it binds, such as mcp/server. */
  roles: string[];
  text: string;
  /** Where the spec says it, such as "MCP 2025-11-25, Transports, Session Management". */
  source: string;
  /** Why no case can prove it; unset where one can. */
  excluded?: string;
}
