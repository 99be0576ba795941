import { BoundedMap } from '../../bounded/bounded-map.js';
import type { JsonObject } from '../../json/json.js';

/** What a user has allowed a client once. All tokens that come of it end together. */
export interface Grant {
  id: string;
  client: string;
  scopes: readonly string[];
  resources: readonly string[];
  /** Nothing that came of it is valid any more. */
  revoked: boolean;
}

/** What a code is redeemed for. Times in seconds. */
export interface Code {
  grant: Grant;
  challenge: string;
  redirect: string;
  expires: number;
  used: boolean;
}

export interface RefreshToken {
  grant: Grant;
  /** Another one was issued in its place. */
  replaced: boolean;
}

/** An access token that was issued. */
export interface IssuedToken {
  claims: JsonObject;
  grant: Grant | undefined;
  revoked: boolean;
  /** The how many-th it was. */
  number: number;
}

/** An authorization request that a user has not decided on yet. */
export interface Pending {
  grant: Grant;
  challenge: string;
  redirect: string;
  state: string | undefined;
}

/** How many of each are remembered. */
const MOST = 10_000;
/** Pages without a decision. */
const MOST_PAGES = 1_000;

/** What an authorization server has issued. What is forgotten counts as never issued. */
export class Grants {
  readonly codes = new BoundedMap<string, Code>(MOST);
  readonly refreshTokens = new BoundedMap<string, RefreshToken>(MOST);
  readonly pages = new BoundedMap<string, Pending>(MOST_PAGES);
  readonly #tokens = new BoundedMap<string, IssuedToken>(MOST);
  readonly #grants = new BoundedMap<string, Grant>(MOST);
  /** Grants that are not forgotten, the oldest first. */
  readonly #live = new Set<Grant>();
  #issued = 0;
  #expired = 0;

  begin(id: string, about: Omit<Grant, 'id' | 'revoked'>): Grant {
    const grant = { id, ...about, revoked: false };
    this.#grants.set(id, grant);
    this.#live.add(grant);
    const [oldest] = this.#live;
    // By then the maps may have forgotten its tokens; if not, they end with it.
    if (this.#live.size > 2 * MOST && oldest) {
      oldest.revoked = true;
      this.#live.delete(oldest);
    }
    return grant;
  }

  /** Ends every grant and every access token so far. */
  revokeAll(): void {
    for (const grant of this.#live) grant.revoked = true;
    this.#live.clear();
    this.expire();
  }

  keep(token: string, claims: JsonObject, grant: Grant | undefined): void {
    this.#issued += 1;
    this.#tokens.set(token, { claims, grant, revoked: false, number: this.#issued });
  }

  /** All access tokens so far have expired. */
  expire(): void {
    this.#expired = this.#issued;
  }

  /** Ends a grant, by its id or one of its refresh tokens, or an access token. */
  revoke(which: string): void {
    const token = this.#tokens.get(which);
    if (token) token.revoked = true;
    const grant = this.#grants.get(which) ?? this.refreshTokens.get(which)?.grant;
    if (grant) grant.revoked = true;
  }

  /** Whose token this is. */
  clientOf(token: string): string | undefined {
    return (this.#tokens.get(token)?.grant ?? this.refreshTokens.get(token)?.grant)?.client;
  }

  /** The claims of an access token that is valid at a time, in seconds. */
  active(token: string, now: number): JsonObject | undefined {
    const found = this.#tokens.get(token);
    if (!found || found.revoked || found.grant?.revoked || found.number <= this.#expired) return undefined;
    const { exp, nbf } = found.claims;
    if ((typeof exp === 'number' && exp <= now) || (typeof nbf === 'number' && nbf > now)) return undefined;
    return found.claims;
  }
}
