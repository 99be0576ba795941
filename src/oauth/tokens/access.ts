import type { JsonObject } from '../../json/json.js';
import { formatChallenge } from '../challenge.js';

/** What a token says, once it is known to be genuine. Times in seconds since 1970. */
export interface TokenFacts {
  issuer: string | undefined;
  audience: readonly string[];
  scopes: readonly string[];
  subject: string | undefined;
  client: string | undefined;
  expires: number | undefined;
  begins: number | undefined;
  /** The type in the header of a JWT, in lower case and without `application/`; undefined for opaque tokens. */
  type: string | undefined;
  claims: JsonObject;
}

/** Why a token is not known to be genuine. */
export interface Unverified {
  problem: string;
  /** Nothing is known of it: the keys, or whoever knows the token, can't be reached. */
  unavailable?: true;
}

/** Says whether a token is genuine: by keys, by asking whoever issued it, or by a table. */
export interface TokenVerifier {
  /** Never rejects. */
  verify(token: string): Promise<TokenFacts | Unverified>;
}

/** What a request for a resource must bring. */
export interface ResourceRules {
  verifier: TokenVerifier;
  /** Issuers whose tokens are taken. Default: any that the verifier takes. */
  issuers?: readonly string[];
  /** Names of the resource, of which a token must be for one. Default: any token is taken. */
  audience?: readonly string[];
  /** Scopes that are needed. */
  scopes?: readonly string[];
  /** Scopes by a broader one that implies them. */
  implied?: { readonly [broader: string]: readonly string[] };
  /** Takes JWTs only that say by their type that they are access tokens (RFC 9068), so that no ID token is one. Default: any type. */
  typed?: boolean;
  /** Takes tokens that never end. Default: no. */
  endless?: boolean;
  /** Where the metadata of the resource are. */
  metadata?: string;
  /** Seconds since 1970. */
  now(): number;
  /** Seconds by which clocks may differ. Default: 0. */
  leeway?: number;
}

/** A request that may go on. */
export interface Accepted {
  token: TokenFacts;
}

/** What is answered in place of what was asked for (RFC 6750, section 3). */
export interface Refusal {
  status: 400 | 401 | 403 | 503;
  error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** Why, for developers. Nothing of the token is in it. */
  description: string;
  /** The scopes that are needed, with one space between them. */
  scope?: string;
  /** The value of `WWW-Authenticate`; unset if no other credentials would help. */
  challenge?: string;
}

/** The form of a token in a header (RFC 6750, section 2.1). */
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Whether a token may be used for what these rules protect. `token`: as in the header, undefined if there is none. Never rejects. */
export async function checkAccessToken(token: string | undefined, rules: ResourceRules): Promise<Accepted | Refusal> {
  if (token === undefined) return refusal(rules, 401, undefined, 'there is no token');
  if (!B64TOKEN.test(token)) return refusal(rules, 400, 'invalid_request', 'the token is malformed');
  const facts = await rules.verifier.verify(token);
  if ('problem' in facts) {
    if (facts.unavailable) return { status: 503, description: facts.problem };
    return refusal(rules, 401, 'invalid_token', facts.problem);
  }
  const problem = problemOf(facts, rules);
  if (problem !== undefined) return refusal(rules, 401, 'invalid_token', problem);
  const missing = missingScopes(facts.scopes, rules);
  if (missing.length > 0) return refusal(rules, 403, 'insufficient_scope', 'the token has too few scopes');
  return { token: facts };
}

/** Whether a check ended in a refusal. */
export const isRefusal = (result: Accepted | Refusal): result is Refusal => 'status' in result;

/** The scopes of the rules that these neither are nor imply. */
export function missingScopes(
  given: readonly string[],
  { scopes = [], implied = {} }: Pick<ResourceRules, 'scopes' | 'implied'>,
): string[] {
  const all = new Set(given);
  // A set that grows while it is walked: what is implied may imply more.
  for (const scope of all)
    for (const narrower of Object.hasOwn(implied, scope) ? implied[scope]! : []) all.add(narrower);
  return scopes.filter((scope) => !all.has(scope));
}

function problemOf(facts: TokenFacts, rules: ResourceRules): string | undefined {
  const { issuers, audience, typed = false, endless = false, leeway = 0 } = rules;
  const now = rules.now();
  if (issuers && !issuers.includes(String(facts.issuer))) return 'the token is of another issuer';
  if (audience && !facts.audience.some((one) => audience.includes(one))) return 'the token is for another resource';
  if (typed && facts.type !== undefined && facts.type !== 'at+jwt') return 'the token is not an access token';
  if (facts.expires === undefined && !endless) return 'the token has no end';
  if (facts.expires !== undefined && facts.expires + leeway <= now) return 'the token has expired';
  if (facts.begins !== undefined && facts.begins - leeway > now) return 'the token is not valid yet';
  return undefined;
}

/** A refusal by these rules, with its challenge. Without an error code: the request had no credentials. */
function refusal(
  { scopes = [], metadata }: Pick<ResourceRules, 'scopes' | 'metadata'>,
  status: 400 | 401 | 403,
  error: Refusal['error'] | undefined,
  description: string,
): Refusal {
  const scope = scopes.length > 0 ? scopes.join(' ') : undefined;
  return {
    status,
    ...(error && { error }),
    description,
    ...(scope !== undefined && { scope }),
    challenge: formatChallenge('Bearer', {
      error,
      error_description: error && description,
      scope,
      resource_metadata: metadata,
    }),
  };
}

/** What claims, or an answer about a token, say. What has a wrong type counts as missing, but for times: those count as passed. */
export function factsOf(claims: JsonObject, type?: string): TokenFacts {
  const { iss, aud, scope, sub, client_id, exp, nbf } = claims;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    issuer: text(iss),
    audience: [aud].flat().filter((one) => typeof one === 'string'),
    scopes: (text(scope) ?? '').split(' ').filter((one) => one !== ''),
    subject: text(sub),
    client: text(client_id),
    expires: time(exp, Number.NEGATIVE_INFINITY),
    begins: time(nbf, Number.POSITIVE_INFINITY),
    type: type?.toLowerCase().replace(/^application\//, ''),
    claims,
  };
}

/** A time in seconds; `wrong` for what is none. */
function time(value: unknown, wrong: number): number | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : wrong;
}
