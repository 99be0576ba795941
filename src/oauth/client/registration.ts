import { type JsonObject, stringifyJson } from '../../json/json.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import type { Headers } from '../../wire/carried.js';
import { type OAuthWeb, objectOf, type WebAnswer } from '../web.js';
import type { OAuthParts } from './parts.js';
import type { ClientRegistration } from './store.js';
import type { ClientIdentity, DiscoveredServer, Form, ProtectedResource } from './terms.js';

/** What tokens of this identity are kept under. */
export const nameOf = ({ configured, document, name }: ClientIdentity): string => configured?.id ?? document ?? name;

/**
 * How an authorization server knows the client: by the id that is configured, else by the URL of its document if the server takes that,
 * else by what it registered before, else by what it registers now (RFC 7591). Rejects if there is no way.
 *
 * @param redirect where the server sends its users back to
 * @param kept a registration at the same issuer
 */
export async function registrationFor(
  web: OAuthWeb,
  where: { server: DiscoveredServer; resource: ProtectedResource },
  identity: ClientIdentity,
  redirect: string,
  kept: ClientRegistration | undefined,
  parts: OAuthParts,
): Promise<ClientRegistration> {
  const { server, resource } = where;
  const known = parts.known(server, identity, redirect, kept);
  if (known) return known;
  const place = parts.registrationPlace(server, resource);
  const text = stringifyJson(parts.registration(identity, redirect, server));
  for (let attempt = 1; ; attempt++) {
    const answer = await web.post(place, { 'content-type': 'application/json' }, text);
    try {
      return parts.registered(answer, server, redirect);
    } catch (error) {
      if (attempt >= parts.mostRegistrations) throw error;
    }
  }
}

/** How a server knows the client without a registration; undefined if it does not. */
export function knownAs(
  server: DiscoveredServer,
  { configured, document }: ClientIdentity,
  redirect: string,
  kept: ClientRegistration | undefined,
): ClientRegistration | undefined {
  if (configured) {
    const { id, secret } = configured;
    if (secret === undefined) return { id, method: 'none' };
    return { id, secret, method: methodFor(server.methods) };
  }
  if (server.takesDocuments && document !== undefined) return { id: document, method: 'none' };
  // A registration is for the redirect URI that it names (RFC 7591, section 2).
  return kept !== undefined && kept.id !== document && (kept.redirect ?? redirect) === redirect ? kept : undefined;
}

/** Where the client registers. Throws if the server does not let it. */
export function registrationPlace({ registration_endpoint: place }: DiscoveredServer): string {
  if (place === undefined) throw new Error('the authorization server neither takes a metadata document nor registers');
  return place;
}

/** What the client says of itself (RFC 7591, section 2; MCP 2026-07-28, Dynamic Client Registration). */
export const registrationOf = ({ name }: ClientIdentity, redirect: string, server: DiscoveredServer): JsonObject => ({
  client_name: name,
  redirect_uris: [redirect],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: server.methods.includes('none') ? 'none' : methodFor(server.methods),
  application_type: isLoopbackHost(new URL(redirect).hostname) ? 'native' : 'web',
});

/** What was answered counts, whatever was asked for (RFC 7591, section 3.2.1). Throws for a refusal. */
export function registeredBy(answer: WebAnswer, server: DiscoveredServer, redirect: string): ClientRegistration {
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = objectOf(answer);
  if (answer.status >= 300 || typeof id !== 'string')
    throw new Error(`the client was not registered: HTTP ${answer.status}`);
  if (typeof secret !== 'string') return { id, method: 'none', redirect };
  return { id, secret, method: methodFor(typeof method === 'string' ? [method] : server.methods), redirect };
}

const methodFor = (methods: readonly string[]) =>
  methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post';

/** What a request at the token endpoint has of the client: a header or members of the form (RFC 6749, section 2.3.1). */
export function authenticationOf({ id, secret, method }: ClientRegistration): { headers: Headers; form: Form } {
  if (secret === undefined || method === 'none') return { headers: {}, form: { client_id: id } };
  if (method === 'client_secret_post') return { headers: {}, form: { client_id: id, client_secret: secret } };
  return { headers: basic([id, secret].map(encoded).join(':')), form: {} };
}

/** The header of HTTP Basic with this pair. */
const basic = (pair: string): Headers => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
