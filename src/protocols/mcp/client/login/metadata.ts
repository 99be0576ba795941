import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import type { LoginWeb } from './web.js';

/** What a server says of who may use it (RFC 9728, section 2), as far as a login needs it. */
export interface ProtectedResource {
  resource: string;
  /** Its authorization server. */
  issuer: string;
}

/** What an authorization server says of itself (RFC 8414, section 2), as far as a login needs it. */
export interface AuthorizationServer {
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string | undefined;
  /** Takes the address of a client's metadata as its id (OAuth Client ID Metadata Document). */
  takesDocuments: boolean;
}

/** A request that any server of MCP knows, and that one which wants a token refuses. */
const PING = '{"jsonrpc":"2.0","id":"login","method":"ping"}';

/**
 * The metadata of a server of MCP: where its refusal says, unless it is not asked, else at the well-known places (MCP 2025-11-25,
 * Authorization, Protected Resource Metadata Discovery Requirements). Rejects where there are none, or they are of something else.
 */
export async function protectedResource(web: LoginWeb, server: URL, asks: boolean): Promise<ProtectedResource> {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const refusal = asks ? (await web.post(server.href, headers, PING)).headers['www-authenticate'] : undefined;
  const [, named] = /resource_metadata="([^"]*)"/i.exec(refusal ?? '') ?? [];
  const root = new URL('/.well-known/oauth-protected-resource', server).href;
  const places = named === undefined ? [inserted(server, 'oauth-protected-resource'), root] : [named];
  const { metadata } = await firstThere(web, places);
  const { resource } = metadata;
  const [issuer] = [metadata.authorization_servers].flat();
  if (typeof resource !== 'string' || !URL.canParse(resource) || !holds(new URL(resource), server))
    throw new Error(`the metadata of ${server.href} are of another resource`);
  if (typeof issuer !== 'string') throw new Error(`${server.href} names no authorization server`);
  return { resource, issuer };
}

/**
 * The metadata of the authorization server with this issuer, by RFC 8414 or OpenID Connect Discovery, with `openIdFirst` the other way round.
 * Rejects where there are none, where they can't be used, or where they are of another issuer, unless `any` will do: those must not be used
 * (RFC 8414, section 3.3).
 */
export async function authorizationServer(
  web: LoginWeb,
  issuer: string,
  { any, openIdFirst }: { any: boolean; openIdFirst: boolean },
): Promise<AuthorizationServer> {
  const places = placesOf(new URL(issuer));
  const { place, metadata } = await firstThere(web, openIdFirst ? places.reverse() : places);
  if (metadata.issuer !== issuer && !any)
    throw new Error(`the metadata at ${place} are of the issuer ${String(metadata.issuer)}, not of ${issuer}`);
  const { authorization_endpoint, token_endpoint, registration_endpoint, code_challenge_methods_supported } = metadata;
  if (typeof authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new Error(`the metadata at ${place} do not say where to sign in`);
  if (![code_challenge_methods_supported].flat().includes('S256'))
    throw new Error(`the authorization server ${issuer} does not take PKCE with S256`);
  return {
    authorization_endpoint,
    token_endpoint,
    registration_endpoint: typeof registration_endpoint === 'string' ? registration_endpoint : undefined,
    takesDocuments: metadata.client_id_metadata_document_supported === true,
  };
}

/** Where the metadata of an issuer may be, in the order of MCP 2025-11-25, Authorization Server Metadata Discovery. */
function placesOf(issuer: URL): string[] {
  const path = issuer.pathname.replace(/\/$/, '');
  return [
    inserted(issuer, 'oauth-authorization-server'),
    inserted(issuer, 'openid-configuration'),
    ...(path === '' ? [] : [new URL(`${path}/.well-known/openid-configuration`, issuer).href]),
  ];
}

/** The well-known address of what has this address, its path behind the name (RFC 8414, section 3.1; RFC 9728, section 3.1). */
const inserted = (of: URL, name: string) =>
  new URL(`/.well-known/${name}${of.pathname.replace(/\/$/, '')}${of.search}`, of).href;

/** The first of these that is there. Rejects where none is. */
async function firstThere(web: LoginWeb, places: string[]): Promise<{ place: string; metadata: JsonObject }> {
  for (const place of places) {
    const { status, json } = await web.get(place);
    if (status === 200 && isObject(json as Json)) return { place, metadata: json as JsonObject };
  }
  throw new Error(`there are no metadata at ${places.join(', ')}`);
}

/** Whether a server is what this resource is, or a part of it. */
const holds = (resource: URL, server: URL) =>
  resource.origin === server.origin &&
  `${server.pathname}/`.startsWith(resource.pathname.endsWith('/') ? resource.pathname : `${resource.pathname}/`);
