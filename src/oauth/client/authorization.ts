import { crypto } from '../../json/crypto.js';
import type { Authorization, Form } from './terms.js';

/** What the page is asked for (RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 8707, section 2). */
export const requestOf = ({ registration, redirect, resource, scopes, state, verifier }: Authorization): Form => ({
  response_type: 'code',
  client_id: registration.id,
  redirect_uri: redirect,
  state,
  code_challenge: crypto().createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  resource,
  ...(scopes.length > 0 && { scope: scopes.join(' ') }),
});

/** The page with what it is asked for; a query of the endpoint is kept (RFC 6749, section 3.1). */
export function pageOf(endpoint: string, request: Form): URL {
  const page = new URL(endpoint);
  for (const [name, value] of Object.entries(request)) page.searchParams.set(name, value);
  return page;
}

export const isAnswerTo = (brought: URLSearchParams, { state }: Authorization): boolean =>
  brought.get('state') === state;

/**
 * Whether an answer is of the server whose page was opened, by the table of RFC 9207, section 2.4: an issuer that is named is compared as it is,
 * and one that was announced has to be there.
 */
export function isFrom(brought: URLSearchParams, { server }: Authorization): boolean {
  const iss = brought.get('iss');
  return iss === null ? !server.namesIssuer : iss === server.issuer;
}

/** Throws for an answer that is an error. */
export function codeOf(brought: URLSearchParams): string {
  const code = brought.get('code');
  if (code === null) throw new Error(`the authorization server refuses: ${brought.get('error') ?? 'without an error'}`);
  return code;
}

/** What nobody can guess: 43 characters. */
export const random = () => crypto().randomBytes(32).toString('base64url');
