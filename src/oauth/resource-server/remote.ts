import type { Clock } from '../../wire/clock/clock.js';
import { authenticationOf } from '../client/registration.js';
import type { ClientRegistration } from '../client/store.js';
import type { TokenVerifier } from '../tokens/access.js';
import { introspectionVerifier, jwksVerifier } from '../tokens/verifiers.js';
import type { OAuthWeb } from '../web.js';

/** Takes JWTs that a key of the set at this URL signed. */
export function jwksAt(web: OAuthWeb, url: string, clock: Clock): TokenVerifier {
  const fetch = async () => {
    const { status, json } = await web.get(url);
    return status === 200 ? json : undefined;
  };
  return jwksVerifier({ fetch, now: () => clock.now() });
}

/** Asks the introspection endpoint at this URL about each token, as this client if it wants one (RFC 7662, section 2.1). */
export function introspectionAt(web: OAuthWeb, url: string, client?: ClientRegistration): TokenVerifier {
  return introspectionVerifier(async (token) => {
    const { headers, form } = client ? authenticationOf(client) : { headers: {}, form: {} };
    const { status, json } = await web.form(url, { token, token_type_hint: 'access_token', ...form }, headers);
    return status === 200 ? json : undefined;
  });
}
