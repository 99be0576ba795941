import type { ScriptChanges } from '../../../src/oauth/authorization-server/script.js';

/** A token that the authorization server shall issue without a login. */
export interface TokenRequest {
  /** Default: that of the script. */
  user?: string;
  /** Default: none that logs in. */
  client?: string;
  /** Default: those of `grant`, else all that the mock asks for anywhere. */
  scopes?: readonly string[];
  /** Whom it is for. Default: whom `audience` names, else the mock. */
  audience?: string | readonly string[];
  /** Seconds that it is valid; one below 0 has expired already. Default: that of the script. */
  lifetime?: number;
  /** Any claims; null leaves one out. They go before the members above. */
  claims?: { readonly [name: string]: unknown };
}

/** What the authorization server may be made to refuse. */
export type Refusable = 'authorize' | 'token' | 'register';

/** The authorization server beside a mock, while it runs. What is changed holds for what is issued and answered from then on. */
export interface MockAuthorization {
  /** Its issuer. */
  readonly url: string;
  /** Its endpoints, by their names in its metadata. */
  readonly endpoints: { readonly [name: string]: string };
  /** Issues an access token. Rejects with RangeError for a request that can't be used. */
  issue(request?: TokenRequest): Promise<string>;
  /** Ends an access token, or by a refresh token all that came of its login. Without one: every token and every login so far. */
  revoke(token?: string): void;
  /** Makes every access token so far an expired one. Refresh tokens stay good. */
  expire(): void;
  /** Signs with a new key from now on. */
  rotate(): void;
  /** Answers every request of a kind with an error; without an error it answers as usual again. */
  refuse(what: Refusable, error?: string): void;
  /** Grants these scopes, whatever is asked for; without scopes those that are asked for. */
  grant(scopes?: readonly string[]): void;
  /** Issues tokens for somebody else; without a name for the resource that is asked for. */
  audience(name?: string | readonly string[]): void;
  /** Names another issuer in its metadata; without one its own. */
  issuer(name?: string): void;
  /** Waits before each answer, in ms. */
  delay(ms: number): void;
  /** Changes any members of its script (`schemas/oauth-script`); undefined brings the default back. Throws RangeError for what can't be. */
  set(changes: ScriptChanges): void;
  /** Behaves as at its start. What was issued, revoked or rotated stays so. */
  reset(): void;
}
