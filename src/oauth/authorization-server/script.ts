import type { OauthScriptFile } from '../../generated/types/oauth-script-v1.js';

/** See `schemas/oauth-script`. */
export type { ConfiguredClient } from '../../generated/types/oauth-script-v1.js';
export type AuthorizationScript = OauthScriptFile;

/** Changes of a script: members that are otherwise, and undefined for those that have their default again. */
export type ScriptChanges = {
  readonly [member in keyof AuthorizationScript]?: AuthorizationScript[member] | undefined;
};
