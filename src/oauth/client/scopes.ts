/** What may decide which scopes are asked for. */
export interface WantedScopes {
  /** Those that the user has set. */
  user: readonly string[] | undefined;
  /** Those of the challenge. */
  challenged: readonly string[] | undefined;
  /** Those that the metadata of the resource list. */
  listed: readonly string[] | undefined;
  /** Those that the metadata of the authorization server list. */
  offered: readonly string[] | undefined;
  /** Those of the login before, if it had too few. */
  before: readonly string[];
}

/**
 * The scopes that are asked for: those of the user; else those of the challenge or, without one, of the metadata of the resource; and those of
 * the login before if it had too few (MCP 2025-11-25, Scope Selection Strategy; 2026-07-28, Step-Up Authorization Flow).
 */
export const scopesFor = ({ user, challenged, listed, before }: WantedScopes): readonly string[] =>
  user ?? [...new Set([...before, ...(challenged ?? listed ?? [])])];
