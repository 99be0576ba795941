import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { factsOf, type TokenFacts, type TokenVerifier, type Unverified } from './access.js';
import { type DecodedToken, decodeToken, isSignedBy } from './jwt.js';
import { keyOf } from './keys.js';

/** ms for which keys that were fetched are not fetched anew, however many tokens have a key that is not among them. */
const COOLDOWN = 10_000;
/** Most keys of one set that are looked at. */
const MOST_KEYS = 100;

export interface JwksOptions {
  /** Gets the JWK set. May reject. */
  fetch(): Promise<Json | undefined>;
  /** ms, monotonic. */
  now(): number;
  /** ms. Default: ten seconds. */
  cooldown?: number;
}

/**
 * Takes JWTs that a key of a JWK set signed, by its own algorithm. The set is fetched when it is needed, and anew when a token has a key that
 * is not in it. Headers that name keys themselves (`jku`, `jwk`, `x5u`) lead nowhere.
 */
export function jwksVerifier({ fetch, now, cooldown = COOLDOWN }: JwksOptions): TokenVerifier {
  let known: { keys: readonly JsonObject[]; at: number } | undefined;
  let pending: Promise<readonly JsonObject[]> | undefined;
  const fetchKeys = async () => {
    const set = await fetch();
    const keys = isObject(set) ? set.keys : undefined;
    if (!Array.isArray(keys)) throw new Error('there is no JWK set');
    const found = keys.slice(0, MOST_KEYS).filter((one) => isObject(one));
    known = { keys: found, at: now() };
    return found;
  };
  /** The keys that may have signed a token. Rejects if none can be had. */
  const keysFor = async (token: DecodedToken): Promise<readonly JsonObject[]> => {
    const { kid } = token.header;
    const fitting = (keys: readonly JsonObject[]) => keys.filter((key) => kid === undefined || key.kid === kid);
    const found = fitting(known?.keys ?? []);
    if (found.length > 0 || (known && now() - known.at < cooldown)) return found;
    pending ??= fetchKeys().finally(() => {
      pending = undefined;
    });
    return fitting(await pending);
  };
  return {
    async verify(token) {
      const decoded = decodeToken(token);
      if (!decoded) return { problem: 'the token is not a JWT' };
      // Nothing that this can't tell apart is taken (RFC 7515, section 4.1.11).
      if (decoded.header.crit !== undefined) return { problem: 'the token has an extension that is not understood' };
      let keys: readonly JsonObject[];
      try {
        keys = await keysFor(decoded);
      } catch {
        return { problem: 'the keys of the authorization server can not be had', unavailable: true };
      }
      if (!keys.some((key) => isSignedByJwk(decoded, key)))
        return { problem: 'the token was not signed by a known key' };
      return factsOf(decoded.claims, typeof decoded.header.typ === 'string' ? decoded.header.typ : '');
    },
  };
}

function isSignedByJwk(token: DecodedToken, jwk: JsonObject): boolean {
  if (jwk.alg !== undefined && jwk.alg !== token.header.alg) return false;
  if (jwk.use !== undefined && jwk.use !== 'sig') return false;
  try {
    return isSignedBy(token, keyOf(jwk));
  } catch {
    // A key that can't be read signed nothing.
    return false;
  }
}

/** Takes tokens of which the introspection endpoint says that they are active (RFC 7662). `ask` gets its answer; it may reject. */
export function introspectionVerifier(ask: (token: string) => Promise<Json | undefined>): TokenVerifier {
  return {
    async verify(token): Promise<TokenFacts | Unverified> {
      const answer = await ask(token).catch(() => undefined);
      if (!isObject(answer) || typeof answer.active !== 'boolean')
        return { problem: 'the authorization server does not say whether the token is active', unavailable: true };
      const { active, ...about } = answer;
      return active ? factsOf(about) : { problem: 'the token is not active' };
    },
  };
}

/** Takes the tokens of a table, which has their claims. */
export function tableVerifier(tokens: ReadonlyMap<string, JsonObject>): TokenVerifier {
  return {
    async verify(token) {
      const claims = tokens.get(token);
      return claims ? factsOf(claims) : { problem: 'the token is unknown' };
    },
  };
}
