import { isObject, type Json, stringifyJson } from '../../../../json/json.js';
import type { AuthorizationServer } from './metadata.js';
import type { LoginWeb } from './web.js';

/**
 * The id by which an authorization server knows the client: the address of its metadata where the server takes that, else what it registers
 * (RFC 7591). Rejects where neither can be had.
 *
 * @param document the address of the client's metadata, where it has published them
 * @param redirect where the server sends its visitors back to
 */
export async function clientIdFor(
  web: LoginWeb,
  { takesDocuments, registration_endpoint: place }: AuthorizationServer,
  document: string | undefined,
  redirect: string,
): Promise<string> {
  if (takesDocuments && document !== undefined) return document;
  if (place === undefined) throw new Error('the authorization server neither takes a metadata document nor registers');
  const wanted = {
    client_name: 'Reference client',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const { status, json } = await web.post(place, { 'content-type': 'application/json' }, stringifyJson(wanted));
  const id = isObject(json as Json) ? (json as { client_id?: Json }).client_id : undefined;
  if (status >= 300 || typeof id !== 'string') throw new Error(`the client was not registered: HTTP ${status}`);
  return id;
}
