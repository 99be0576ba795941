/** See `schemas/oauth-script`. */
export type {
  ConfiguredClient,
  OauthScriptFile as AuthorizationScript,
} from '../../generated/types/oauth-script-v1.js';
