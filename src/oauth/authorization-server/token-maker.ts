import type { JsonObject } from '../../json/json.js';
import type { Secrets } from '../../json/secrets/redact.js';
import { withChanges } from '../changes.js';
import { signToken, type TokenOrder } from '../tokens/jwt.js';
import type { KeyRing } from '../tokens/keys.js';
import type { Grant, Grants } from './grants.js';
import type { Settings } from './settings.js';

export interface TokenMakerOptions {
  issuer: string;
  settings: Settings;
  ring: KeyRing;
  grants: Grants;
  secrets: Secrets;
  /** Seconds since 1970. */
  now(): number;
  /** A value that nobody guesses and that is a secret from here on. */
  random(prefix: string): string;
}

/** Makes the tokens of an authorization server, and answers what they are. */
export class TokenMaker {
  constructor(private readonly options: TokenMakerOptions) {}

  /** Makes an access token of no login. */
  order(claims: JsonObject, how: Omit<TokenOrder, 'claims'> = {}): string {
    return this.#make(withChanges(this.#usual('client-of-nobody', [], []), claims), undefined, how);
  }

  /** The answer of the token endpoint for a grant, with these of its scopes and resources. */
  response(
    grant: Grant,
    scopes: readonly string[],
    resources: readonly string[],
    refreshToken: string | undefined,
  ): JsonObject {
    const { lifetime = 3_600 } = this.options.settings.script;
    return {
      access_token: this.#make(this.#usual(grant.client, scopes, resources), grant, {}),
      token_type: 'Bearer',
      expires_in: lifetime,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    };
  }

  /** What introspection answers about a token. */
  introspect(token: string): JsonObject {
    const claims = this.options.grants.active(token, this.options.now());
    return claims ? { active: true, token_type: 'Bearer', ...claims } : { active: false };
  }

  #usual(client: string, scopes: readonly string[], resources: readonly string[]): JsonObject {
    const { issuer, settings, now } = this.options;
    const { subject = 'user-1', lifetime = 3_600, audience } = settings.script;
    const at = Math.floor(now());
    const [resource = issuer] = resources;
    return {
      iss: issuer,
      sub: subject,
      aud: audience ?? (resources.length > 1 ? [...resources] : resource),
      client_id: client,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      iat: at,
      exp: at + lifetime,
    };
  }

  #make(claims: JsonObject, grant: Grant | undefined, how: Omit<TokenOrder, 'claims'>): string {
    const { settings, ring, grants, secrets, random } = this.options;
    const { tokens = 'jwt', alg = 'ES256', header = {}, claims: changes = {} } = settings.script;
    const all = withChanges(grant ? withChanges(claims, changes) : claims);
    // What nobody here would sign is a JWT in any case, and no token that was issued.
    const isForged = how.key === 'foreign' || how.alg === 'none' || how.alg === 'HS256';
    const token =
      tokens === 'opaque' && !isForged
        ? random('token')
        : signToken(
            {
              alg,
              ...how,
              header: { ...header, ...how.header },
              claims: { jti: random('jti'), ...all },
            },
            ring,
          );
    secrets.add([token]);
    if (!isForged) grants.keep(token, all, grant);
    return token;
  }
}
