import { objectOf, type WebAnswer } from '../web.js';
import type { Tokens } from './store.js';
import type { Authorization, Form, Given, ProtectedResource } from './terms.js';

/** The request that brings a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5; RFC 8707, section 2.2). */
export const redemptionOf = ({ redirect, verifier, resource }: Authorization, code: string): Form => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirect,
  code_verifier: verifier,
  resource,
});

/** The request that brings a refresh token (RFC 6749, section 6). */
export const refreshmentOf = ({ refreshToken }: Tokens, { resource }: ProtectedResource): Form => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken ?? '',
  resource,
});

/** What an answer gives (RFC 6749, section 5.1). A token of another type than Bearer is none. */
export function givenBy(answer: WebAnswer, now: number): Given {
  const {
    access_token: token,
    refresh_token: refreshToken,
    token_type: kind,
    expires_in: life,
    error,
  } = objectOf(answer);
  if (answer.status !== 200 || typeof token !== 'string' || token === '' || String(kind).toLowerCase() !== 'bearer')
    throw new Error(`there is no token: ${typeof error === 'string' ? error : `HTTP ${answer.status}`}`);
  return {
    accessToken: token,
    ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
    ...(typeof life === 'number' && { expiresAt: now + life * 1_000 }),
  };
}
