import { wording } from '../../../../conversation/permissive.js';

/** What the specifications leave to a server that asks for tokens, as `variants.ts` has the rest. */
export const AUTHORIZATION_OPTIONS = {
  'auth-leeway': wording(
    true,
    'RFC 7519, section 4.1.4: a small leeway',
    'Takes tokens up to a minute after their end.',
  ),
  'auth-endless': wording(
    false,
    'MCP, Authorization, Token Theft: short-lived tokens are a should',
    'Takes tokens without an expiry.',
  ),
  'auth-one-audience': wording(
    false,
    'RFC 8707, section 2: a server may want tokens for itself alone',
    'Refuses a token with several audiences.',
  ),
  'auth-asks-issuer': wording(
    false,
    'RFC 7662: a resource server may ask about any token',
    'Verifies JWTs by asking their issuer about each.',
  ),
  'auth-believes': wording(
    true,
    'RFC 7662, section 4: answers may be cached',
    'Believes for half a minute what it found out about a token.',
  ),
  'auth-parent-resource': wording(
    false,
    'RFC 9728, section 3.3; clients accept a parent',
    'Its metadata name the root of its host, and it takes tokens for that, too.',
  ),
  'auth-slash-resource': wording(
    false,
    'MCP, Authorization, Canonical Server URI: both forms are valid',
    'Its metadata name it with a slash at its end, and it takes tokens for both names.',
  ),
  'auth-two-servers': wording(
    true,
    'RFC 9728, section 7.6: one or more',
    'Its metadata name a second authorization server elsewhere.',
  ),
  'auth-more-metadata': wording(
    true,
    'RFC 9728, section 2: additional members',
    'Its metadata have more members than most need.',
  ),
  'auth-sparse-metadata': wording(
    false,
    'RFC 9728, section 2: optional members',
    'Its metadata name the resource and its authorization servers, and nothing else.',
  ),
  'auth-metadata-at-root': wording(
    false,
    'MCP, Authorization, Protected Resource Metadata Discovery: at the root',
    'Its metadata are at the root of its host alone.',
  ),
  'auth-metadata-elsewhere': wording(
    false,
    'RFC 9728, section 5.1: the challenge gives the URL',
    'Its metadata are at no well-known place, and its challenges say where.',
  ),
  'auth-metadata-unnamed': wording(
    false,
    'MCP, Authorization, Protected Resource Metadata Discovery: a well-known place is enough',
    'Its challenges do not say where its metadata are.',
  ),
  'auth-malformed-401': wording(true, 'RFC 6750, section 3.1', 'Refuses a malformed token with 401.'),
  'auth-scheme-400': wording(
    false,
    'MCP, Authorization, Error Handling: 400 for a malformed request',
    'Refuses credentials of another scheme with 400 and without a challenge.',
  ),
  'auth-forbids-others': wording(
    false,
    'RFC 9110, section 15.5.4',
    'Refuses a token for another resource, or of another issuer, with 403.',
  ),
  'auth-no-scope': wording(
    false,
    'MCP, Authorization, Protected Resource Metadata Discovery: should',
    'The challenge of a 401 names no scopes.',
  ),
  'auth-all-scopes': wording(
    true,
    'MCP, Authorization, Runtime Insufficient Scope Errors: which scopes is up to the server',
    'A 403 lists every scope of the server.',
  ),
  'auth-scope-order': wording(
    true,
    'RFC 6749, section 3.3: order does not matter',
    'Names scopes in an order that changes.',
  ),
  'auth-always-error': wording(
    false,
    'RFC 6750, section 3.1: should not',
    'The challenge to a request without a token has an error code.',
  ),
  'auth-no-error': wording(false, 'RFC 6750, section 3.1: should', 'The challenge of a 401 never has an error code.'),
  'auth-realm': wording(true, 'RFC 6750, section 3', 'Challenges begin with a realm, and name a page about errors.'),
  'auth-odd-challenge': wording(
    false,
    'RFC 9110, section 11.2: names count in any case, values may be tokens',
    'Challenges are in upper case, without quotes as far as possible, and in another order.',
  ),
  'auth-other-schemes': wording(
    true,
    'RFC 9110, section 11.6.1: several challenges',
    'Challenges of other schemes stand before and after the one for Bearer.',
  ),
  'auth-no-body': wording(false, 'RFC 6750, section 3: the body is free', 'Refusals have no body.'),
  'auth-message-body': wording(
    true,
    'RFC 6750, section 3: the body is free',
    'The body of a refusal is a JSON-RPC error.',
  ),
  'auth-page-body': wording(false, 'RFC 6750, section 3: the body is free', 'The body of a refusal is an HTML page.'),
  'auth-methods-first': wording(
    false,
    'RFC 9110, section 15.5.6',
    'Answers a method that it does not serve with 405 before it looks at a token.',
  ),
  'auth-session-first': wording(
    false,
    'MCP 2025-11-25, Transports, Session Management',
    'Answers a request outside of a session with 400 before it looks at a token.',
  ),
  'auth-open-lists': wording(
    false,
    'MCP, Authorization: what is protected is up to the server',
    'Answers initialize, ping, discovery and lists without a token.',
  ),
  'auth-foreign-403': wording(
    false,
    'MCP 2025-11-25, Security Best Practices, Session Hijacking: no status is named',
    'Refuses a request in the session of another user with 403.',
  ),
};
