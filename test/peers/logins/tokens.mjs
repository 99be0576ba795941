// What the protected servers in TypeScript know of tokens: JWTs are verified by the keys of the issuer, others by asking it.
//   ISSUER AUDIENCE JWKS_URL | INTROSPECTION_URL
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

const { ISSUER: issuer, AUDIENCE: audience, JWKS_URL: jwks, INTROSPECTION_URL: introspection } = process.env;
const keys = jwks === undefined ? undefined : createRemoteJWKSet(new URL(jwks));

/** Errors that are about the token. All others are about the issuer. */
const OF_TOKENS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
];

async function claimsOf(token) {
  if (keys !== undefined) {
    try {
      return (await jwtVerify(token, keys, { issuer, audience })).payload;
    } catch (error) {
      if (OF_TOKENS.some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  }
  const answer = await fetch(introspection, { method: 'POST', body: new URLSearchParams({ token }) });
  if (!answer.ok) throw new Error(`the issuer answers ${answer.status}`);
  const claims = await answer.json();
  return claims.active ? claims : undefined;
}

/** The `AuthInfo` of both versions of the SDK; undefined if the token is not good. */
export async function infoOf(token) {
  const claims = await claimsOf(token);
  if (claims === undefined) return undefined;
  return {
    token,
    clientId: claims.client_id ?? claims.azp ?? '',
    scopes: (claims.scope ?? '').split(' '),
    expiresAt: claims.exp,
    resource: [claims.aud].flat().includes(audience) ? new URL(audience) : undefined,
    extra: { user: claims.sub },
  };
}

/** Scopes that every request needs, and those of a tool that needs more. */
export const SCOPES = ['mcp:use'];
export const ADMIN_SCOPES = ['mcp:use', 'mcp:admin'];

export const settings = { issuer, resource: new URL(audience) };
