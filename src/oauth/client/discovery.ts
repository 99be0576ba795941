import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import { challengesOf, parameterOf, parseChallenges } from '../challenge.js';
import { issuerDifference, issuerPlaces, resourceDifference, resourcePlaces, takesS256 } from '../metadata.js';
import type { OAuthWeb } from '../web.js';

/** What the refusal of a request says of a login. */
export interface Challenged {
  /** Where the metadata of the resource are. */
  metadata: string | undefined;
  scopes: readonly string[] | undefined;
  error: string | undefined;
}

/** What a resource says of who may use it (RFC 9728, section 2), as far as a login needs it. */
export interface ProtectedResource {
  resource: string;
  /** Its authorization server. */
  issuer: string;
  scopes: readonly string[] | undefined;
}

/** What an authorization server says of itself (RFC 8414, section 2), as far as a login needs it. */
export interface DiscoveredServer {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string | undefined;
  /** Takes the address of a client's metadata as its id (Client ID Metadata Document). */
  takesDocuments: boolean;
  /** Says that its answers have `iss` (RFC 9207). */
  namesIssuer: boolean;
  /** Ways to authenticate at the token endpoint. */
  methods: readonly string[];
}

/** Reads the challenge of a refusal: the first of Bearer that names metadata, or else the first of Bearer. */
export function challengedBy(field: string | undefined): Challenged {
  const all = challengesOf(parseChallenges(field ?? ''), 'Bearer');
  const one = all.find((challenge) => parameterOf(challenge, 'resource_metadata') !== undefined) ?? all[0];
  const scopes = parameterOf(one, 'scope')
    ?.split(' ')
    .filter((scope) => scope !== '');
  return {
    metadata: parameterOf(one, 'resource_metadata'),
    scopes: scopes && scopes.length > 0 ? scopes : undefined,
    error: parameterOf(one, 'error'),
  };
}

/**
 * The metadata of a resource: where its refusal says, else at the well-known places (MCP 2025-11-25, Authorization, Protected Resource
 * Metadata Discovery Requirements). Rejects if there are none, or if they are of something else. Those of a parent are taken.
 */
export async function discoverResource(
  web: OAuthWeb,
  server: string,
  { metadata: named }: Challenged,
): Promise<ProtectedResource> {
  const places = named === undefined ? resourcePlaces(server).map(({ url }) => url) : [named];
  const { metadata } = await firstThere(web, places);
  const { resource, scopes_supported: scopes } = metadata;
  const [issuer] = [metadata.authorization_servers].flat();
  if (typeof resource !== 'string' || resourceDifference(resource, server) === 'other')
    throw new Error(`the metadata of ${server} are of another resource`);
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) throw new Error(`${server} names no authorization server`);
  return {
    resource,
    issuer,
    scopes: Array.isArray(scopes) ? scopes.filter((one) => typeof one === 'string') : undefined,
  };
}

/** How the metadata of an authorization server are discovered. */
export interface DiscoveryOptions {
  /** Metadata of whatever issuer will do: a defect. */
  any: boolean;
  /** The places are asked in the other order, OpenID Connect's first. */
  openIdFirst: boolean;
}

/**
 * The metadata of the authorization server with this issuer, by RFC 8414 or OpenID Connect Discovery. Rejects if there are none, if they
 * can't be used, if they do not say that PKCE is supported, or if they are of another issuer: those must not be used (RFC 8414, section 3.3).
 */
export async function discoverServer(
  web: OAuthWeb,
  issuer: string,
  { any, openIdFirst }: DiscoveryOptions,
): Promise<DiscoveredServer> {
  const places = issuerPlaces(issuer).map(({ url }) => url);
  const { place, metadata } = await firstThere(web, openIdFirst ? places.reverse() : places);
  const named = String(metadata.issuer);
  if (issuerDifference(named, issuer) && !any)
    throw new Error(`the metadata at ${place} are of the issuer ${named}, not of ${issuer}`);
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  if (typeof authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new Error(`the metadata at ${place} do not say where to sign in`);
  if (!takesS256(metadata)) throw new Error(`the authorization server ${issuer} does not take PKCE with S256`);
  const registration = typeof registration_endpoint === 'string' ? registration_endpoint : undefined;
  const unsafe = [authorization_endpoint, token_endpoint, registration].find(
    (one) => one !== undefined && !isSafe(one),
  );
  if (unsafe !== undefined) throw new Error(`the metadata at ${place} name an endpoint that is not safe to use`);
  const { token_endpoint_auth_methods_supported: methods } = metadata;
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    registration_endpoint: registration,
    takesDocuments: metadata.client_id_metadata_document_supported === true,
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
    methods: Array.isArray(methods) ? methods.filter((one) => typeof one === 'string') : ['client_secret_basic'],
  };
}

/** Whether an endpoint may be used: https, or http on this machine. Nothing else is ever opened. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** The first of these that is there. Rejects if none is. */
async function firstThere(web: OAuthWeb, places: readonly string[]): Promise<{ place: string; metadata: JsonObject }> {
  for (const place of places) {
    const { status, json } = await web.get(place);
    if (status === 200 && isObject(json as Json)) return { place, metadata: json as JsonObject };
  }
  throw new Error(`there are no metadata at ${places.join(', ')}`);
}
