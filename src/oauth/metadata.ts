import type { Json, JsonObject } from '../json/json.js';
import { loadValidators, type SchemaError } from '../schemas/index.js';

/** The definitions of `schemas/oauth/v1` that are metadata. */
export type MetadataKind =
  | 'ProtectedResourceMetadata'
  | 'AuthorizationServerMetadata'
  | 'OpenIdProviderMetadata'
  | 'ClientIdMetadataDocument';

/** Where a document may be, and what it is there. */
export interface MetadataPlace {
  url: string;
  kind: MetadataKind;
}

/**
 * Where the metadata of a resource are if no challenge says it: by its path, then at the root of its host (MCP 2025-11-25, Protected Resource
 * Metadata Discovery Requirements; RFC 9728, section 3.1). One place if the resource is the root. Throws TypeError for what is no URL.
 */
export function resourcePlaces(resource: string): MetadataPlace[] {
  const root = inserted(new URL('/', resource), 'oauth-protected-resource');
  const places = [...new Set([inserted(new URL(resource), 'oauth-protected-resource'), root])];
  return places.map((url) => ({ url, kind: 'ProtectedResourceMetadata' }));
}

/**
 * Where the metadata of an issuer may be, in the order in which they are asked for (MCP 2025-11-25, Authorization Server Metadata Discovery).
 * Throws TypeError for what is no URL.
 */
export function issuerPlaces(issuer: string): MetadataPlace[] {
  const url = new URL(issuer);
  const path = withoutSlash(url.pathname);
  return [
    { url: inserted(url, 'oauth-authorization-server'), kind: 'AuthorizationServerMetadata' },
    { url: inserted(url, 'openid-configuration'), kind: 'OpenIdProviderMetadata' },
    ...(path === ''
      ? []
      : [{ url: `${url.origin}${path}/.well-known/openid-configuration`, kind: 'OpenIdProviderMetadata' as const }]),
  ];
}

/** The well-known address of what has this address, its path after the name (RFC 8414, section 3.1; RFC 9728, section 3.1). */
const inserted = ({ origin, pathname, search }: URL, name: string) =>
  `${origin}/.well-known/${name}${withoutSlash(pathname)}${search}`;

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);

/**
 * How what a document names differs from what was asked for: in a slash at the end; by naming a parent of it (RFC 9728 wants the identical
 * resource, and clients take parents); or in anything else.
 */
export type Difference = 'slash' | 'parent' | 'other';

/** How the `resource` of metadata differs from the resource that they were asked for; undefined if they are identical (RFC 9728, section 3.3). */
export function resourceDifference(named: string, asked: string): Difference | undefined {
  if (named === asked) return undefined;
  if (withoutSlash(named) === withoutSlash(asked)) return 'slash';
  if (!URL.canParse(named) || !URL.canParse(asked)) return 'other';
  const [resource, server] = [new URL(named), new URL(asked)];
  const folder = resource.pathname.endsWith('/') ? resource.pathname : `${resource.pathname}/`;
  const isParent = resource.search === '' && `${server.pathname}/`.startsWith(folder);
  return resource.origin === server.origin && isParent ? 'parent' : 'other';
}

/** How the issuer of metadata or of an answer differs from the one that it should be, character by character; undefined if it does not. */
export function issuerDifference(named: string, expected: string): Difference | undefined {
  if (named === expected) return undefined;
  return withoutSlash(named) === withoutSlash(expected) ? 'slash' : 'other';
}

/** Where a document departs from its schema; empty if it fits. */
export async function metadataErrors(kind: MetadataKind, document: Json): Promise<SchemaError[]> {
  return (await loadValidators('oauth', 'v1')).validate(kind, document);
}

/** Whether an authorization server says that it supports PKCE with S256. One that says nothing does not (MCP 2025-11-25, Authorization Code Protection). */
export const takesS256 = ({ code_challenge_methods_supported: methods }: JsonObject): boolean =>
  Array.isArray(methods) && methods.includes('S256');
