// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';
import type { Fault } from './mutants-v1.js';
import type { OauthScriptFile as OauthScript } from './oauth-script-v1.js';

/** The name of a scope, without blanks. */
export type Scope = string;
/** What a protected mock asks for, and how the authorization server beside it behaves, for `proctor mock --auth=FILE`. Without any member both do everything right. */
export type MockAuthFile = {
  /** Scopes that every request needs. Default: none. */
  scopes?: Scope[];
  /** By the name of a tool: scopes that its calls need besides. */
  tools?: {
    [k: string]: Scope[];
  };
  /** By a broader scope: those that it implies. */
  implied?: {
    [k: string]: Scope[];
  };
  /** Members of the metadata of the mock that are otherwise, such as a wrong `resource`; null leaves one out. */
  metadata?: JsonObject;
  /** Port of the authorization server. Default: the machine chooses. */
  port?: number;
  server?: OauthScript;
  /** Rules that change or lose what the authorization server hears and sends, as in the file of `mock --fault`. Switches: any-verifier, any-redirect, codes-twice, any-client. */
  faults?: Fault[];
};
