import { stringifyJson } from '../../json/json.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import type { Headers } from '../../wire/carried.js';
import { type OAuthWeb, objectOf } from '../web.js';
import type { DiscoveredServer } from './discovery.js';
import type { ClientRegistration } from './store.js';

/** Who a client is. */
export interface ClientIdentity {
  /** Its name, for registrations. */
  name: string;
  /** The URL of its metadata document, if it has published one. */
  document?: string | undefined;
  /** The id that an authorization server gave it beforehand, with its secret if it has one. */
  configured?: { id: string; secret?: string } | undefined;
}

/** What tokens of this identity are kept under. */
export const nameOf = ({ configured, document, name }: ClientIdentity): string => configured?.id ?? document ?? name;

/**
 * How an authorization server knows the client: by the id that is configured, else by the URL of its document if the server takes that,
 * else by what it registered before, else by what it registers now (RFC 7591). Rejects if there is no way.
 *
 * @param redirect where the server sends its users back to
 * @param before a registration at the same issuer
 */
export async function registrationFor(
  web: OAuthWeb,
  server: DiscoveredServer,
  { configured, document, name }: ClientIdentity,
  redirect: string,
  before: ClientRegistration | undefined,
): Promise<ClientRegistration> {
  if (configured) {
    const { id, secret } = configured;
    if (secret === undefined) return { id, method: 'none' };
    return { id, secret, method: methodFor(server.methods) };
  }
  if (server.takesDocuments && document !== undefined) return { id: document, method: 'none' };
  if (before && before.id !== document) return before;
  const { registration_endpoint: place } = server;
  if (place === undefined) throw new Error('the authorization server neither takes a metadata document nor registers');
  const wanted = {
    client_name: name,
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: isLoopbackHost(new URL(redirect).hostname) ? 'native' : 'web',
  };
  const answer = await web.post(place, { 'content-type': 'application/json' }, stringifyJson(wanted));
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = objectOf(answer);
  if (answer.status >= 300 || typeof id !== 'string')
    throw new Error(`the client was not registered: HTTP ${answer.status}`);
  if (typeof secret !== 'string') return { id, method: 'none' };
  // What was answered counts, whatever was asked for (RFC 7591, section 3.2.1).
  return { id, secret, method: methodFor(typeof method === 'string' ? [method] : server.methods) };
}

const methodFor = (methods: readonly string[]) =>
  methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? 'client_secret_basic'
    : 'client_secret_post';

/** What a request at the token endpoint has of the client: a header or members of the form (RFC 6749, section 2.3.1). */
export function authenticationOf({ id, secret, method }: ClientRegistration): {
  headers: Headers;
  form: Record<string, string>;
} {
  if (secret === undefined || method === 'none') return { headers: {}, form: { client_id: id } };
  if (method === 'client_secret_post') return { headers: {}, form: { client_id: id, client_secret: secret } };
  const pair = [id, secret].map((text) => new URLSearchParams([['', text]]).toString().slice(1)).join(':');
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, form: {} };
}
