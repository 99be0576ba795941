// Generated from schemas/ by `npm run generate`. Do not edit.

/** How the reference server of truST is set up. Every member is optional. */
export type TrustServerScriptFile = {
  /** The workspace root, relative to the working directory. Default: the working directory. */
  workspace?: string;
  /** How long a runtime may take to answer at its control endpoint, in ms. Default: 10000. */
  controlTimeoutMs?: number;
};
