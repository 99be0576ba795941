import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import type { Headers } from '../../wire/carried.js';
import { challengesOf, parameterOf, parseChallenges } from '../challenge.js';
import type { OAuthWeb } from '../web.js';
import type { OAuthParts } from './parts.js';
import type { Challenged, DiscoveredServer, Occasion, ProtectedResource } from './terms.js';

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

/** How metadata are discovered. */
export interface DiscoveryOptions {
  web: OAuthWeb;
  parts: OAuthParts;
  /** What requests to the resource have, if the client is signed in. Default: nothing. */
  credential?: Headers;
}

/**
 * The metadata of a resource: where its refusal says, else at the well-known places (MCP 2025-11-25, Authorization, Protected Resource
 * Metadata Discovery Requirements). Rejects if there are none, or if they are of something else. Those of a parent are taken.
 */
export async function discoverResource(
  server: string,
  challenged: Challenged,
  options: DiscoveryOptions,
): Promise<ProtectedResource> {
  const { parts } = options;
  const { metadata } = await firstThere(parts.resourcePlaces(server, challenged), options, (error) =>
    parts.withoutResource(server, error),
  );
  const { resource: named } = metadata;
  if (typeof named !== 'string' || !parts.isResource(named, server))
    throw new Error(`the metadata of ${server} are of another resource`);
  const issuers = parts.issuersOf(metadata, server);
  return {
    resource: parts.indicator(named, server),
    issuer: parts.choose(issuers),
    issuers,
    scopes: textsOf(metadata.scopes_supported),
  };
}

/** The authorization servers that these metadata name. Throws if there are none. */
export function issuersOf({ authorization_servers: named }: JsonObject, server: string): readonly string[] {
  const issuers = (textsOf(named) ?? []).filter((one) => URL.canParse(one));
  if (issuers.length === 0) throw new Error(`${server} names no authorization server`);
  return issuers;
}

/**
 * The metadata of the authorization server with this issuer, by RFC 8414 or OpenID Connect Discovery. Rejects if there are none, if they
 * can't be used, if they do not say that PKCE is supported, or if they are of another issuer: those must not be used (RFC 8414, section 3.3).
 */
export async function discoverServer(
  issuer: string,
  occasion: Occasion,
  options: DiscoveryOptions,
): Promise<DiscoveredServer> {
  const { parts } = options;
  const { place, metadata } = await firstThere(parts.issuerPlaces(issuer), options, (error) =>
    parts.withoutServer(issuer, error),
  );
  const named = String(metadata.issuer);
  if (!parts.isIssuer(named, issuer, occasion))
    throw new Error(`the metadata at ${place} are of the issuer ${named}, not of ${issuer}`);
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  if (typeof authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new Error(`the metadata at ${place} do not say where to sign in`);
  if (!parts.takesS256(metadata)) throw new Error(`the authorization server ${issuer} does not take PKCE with S256`);
  const registration = typeof registration_endpoint === 'string' ? registration_endpoint : undefined;
  const unsafe = [authorization_endpoint, token_endpoint, registration].find(
    (one) => one !== undefined && !parts.isSafe(one),
  );
  if (unsafe !== undefined) throw new Error(`the metadata at ${place} name an endpoint that is not safe to use`);
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    registration_endpoint: registration,
    takesDocuments: metadata.client_id_metadata_document_supported === true,
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
    methods: textsOf(metadata.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'],
    scopes: textsOf(metadata.scopes_supported),
  };
}

/** Whether an endpoint may be used: https, or http on this machine. Nothing else is ever opened. */
export function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** The texts of a list; undefined for what is none. */
const textsOf = (list: Json | undefined) =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined;

/** The first of these that is there, or what stands for it. Rejects if none is. */
async function firstThere(
  places: readonly string[],
  { web, parts, credential = {} }: DiscoveryOptions,
  otherwise: (error: Error) => JsonObject,
): Promise<{ place: string; metadata: JsonObject }> {
  const headers = parts.metadataHeaders(credential);
  for (const place of places) {
    const first = await web.get(place, headers);
    const moved = parts.moved(first, place);
    const answer = moved === undefined ? first : await web.get(moved, headers);
    const { json } = answer;
    if (parts.isThere(answer) && isObject(json)) return { place, metadata: json };
  }
  const error = new Error(`there are no metadata at ${places.join(', ')}`);
  return { place: places[0] ?? '', metadata: otherwise(error) };
}
