import type { Challenged, DiscoveredServer } from '../../../../../oauth/client/terms.js';
import { type OAuthWeb, objectOf } from '../../../../../oauth/web.js';
import { endpointsOf, serverItself } from '../../login/guesses.js';
import { type Defects, login, manner } from './change.js';

/** What a pattern finds in a challenge, wherever that stands. */
const found = (field: string | undefined, pattern: RegExp): Challenged => ({
  metadata: pattern.exec(field ?? '')?.[1],
  scopes: /scope="([^"]*)"/.exec(field ?? '')?.[1]?.split(' '),
  error: /error="([^"]*)"/.exec(field ?? '')?.[1],
});

/** The first document of an issuer that is there, as it is now. */
export async function metadataNow(web: OAuthWeb, places: readonly string[]) {
  for (const place of places) {
    const answer = await web.get(place);
    if (answer.status === 200) return objectOf(answer);
  }
  return {};
}

const sameButSlash = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');

/** What is wrong with how a client finds out where to sign in. */
export const DISCOVERY_DEFECTS = {
  'never-signs-in': login(() => ({ consequence: () => undefined })),
  'guesses-metadata': login(({ resourcePlaces: places, challenged }) => ({
    resourcePlaces: (server) => places(server, challenged(undefined)),
  })),
  'root-metadata-first': login(({ resourcePlaces: places }) => ({
    resourcePlaces: (...given) => [...places(...given)].reverse(),
  })),
  'path-metadata-only': login(({ resourcePlaces: places }) => ({
    resourcePlaces: (...given) => places(...given).slice(0, 1),
  })),
  'first-challenge-only': login(({ challenged }) => ({
    challenged: (field) => challenged(/^\s*bearer\b/i.test(field ?? '') ? field : undefined),
  })),
  'exact-names': login(() => ({ challenged: (field) => found(field, /[ ,]resource_metadata="([^"]*)"/) })),
  'searches-challenge': login(() => ({ challenged: (field) => found(field, /resource_metadata\s*=\s*"?([^\s",]+)/i) })),
  'uses-any-resource': login(() => ({ isResource: () => true })),
  // What is registered, opened and redeemed is at the origin of the server of MCP.
  'signs-in-at-server': login(() => ({
    server: (server, { resource }) => ({
      ...server,
      ...(endpointsOf(resource) as Partial<DiscoveredServer>),
      issuer: server.issuer,
    }),
  })),
  // Whatever the metadata lack, the server itself will have it.
  'guesses-server': login(({ issuersOf }) => ({
    withoutResource: serverItself,
    withoutServer: endpointsOf,
    issuersOf: (metadata, server) => {
      try {
        return issuersOf(metadata, server);
      } catch {
        return [new URL(server).origin];
      }
    },
  })),
  'takes-any-status': login(() => ({ isThere: ({ json }) => json !== undefined })),
  'token-for-metadata': login(() => ({ metadataHeaders: (credential) => credential })),
  // The token comes from another server than the code.
  'mixes-servers': login(({ issuerPlaces }, web) => ({
    server: async (server, { issuers, issuer }) => {
      const other = issuers.find((one) => one !== issuer);
      if (other === undefined) return server;
      const { token_endpoint } = await metadataNow(web, issuerPlaces(other));
      return { ...server, token_endpoint: String(token_endpoint) };
    },
  })),
  'oauth-metadata-only': login(({ issuerPlaces }) => ({
    issuerPlaces: (issuer) => issuerPlaces(issuer).filter((place) => place.includes('oauth-authorization-server')),
  })),
  'inserted-places-only': login(({ issuerPlaces }) => ({ issuerPlaces: (issuer) => issuerPlaces(issuer).slice(0, 2) })),
  'other-places-first': login(({ issuerPlaces }) => ({
    issuerPlaces: (issuer) => [...issuerPlaces(issuer)].reverse(),
  })),
  'root-of-issuer': login(({ issuerPlaces, isIssuer }) => ({
    issuerPlaces: (issuer) => [...issuerPlaces(issuer), ...issuerPlaces(new URL(issuer).origin)],
    isIssuer: (named, issuer, ...more) =>
      sameButSlash(named, new URL(issuer).origin) || isIssuer(named, issuer, ...more),
  })),
  'first-place-only': login(({ issuerPlaces }) => ({ issuerPlaces: (issuer) => issuerPlaces(issuer).slice(0, 1) })),
  'trusts-any-issuer': login(({ isIssuer }) => ({
    isIssuer: (named, issuer, occasion) => occasion === 'login' || isIssuer(named, issuer, occasion),
  })),
  'refreshes-unchecked': login(({ isIssuer }) => ({
    isIssuer: (named, issuer, occasion) => occasion === 'refresh' || isIssuer(named, issuer, occasion),
  })),
  'normalizes-issuer': login(() => ({
    isIssuer: (named, issuer) => URL.canParse(named) && sameButSlash(new URL(named).href, new URL(issuer).href),
  })),
  'pkce-unannounced': login(({ takesS256 }) => ({
    takesS256: (metadata) => metadata.code_challenge_methods_supported === undefined || takesS256(metadata),
  })),
  'pkce-by-any-method': login(() => ({
    takesS256: ({ code_challenge_methods_supported: methods }) => Array.isArray(methods),
  })),
  'guesses-endpoints': login(() => ({ withoutServer: endpointsOf })),
  // 20 minutes: nobody who waits for the client has so much patience.
  'waits-for-ever': manner(({ web }) => ({ web: { ...web, within: 1_200_000 } })),
  'follows-metadata': login(() => ({
    moved: ({ status, headers: { location } }, place) =>
      status >= 300 && status < 400 && location !== undefined ? new URL(location, place).href : undefined,
  })),
  'any-http': login(() => ({ isSafe: (endpoint) => /^https?:/.test(endpoint) })),
  'opens-any-page': login(() => ({ isSafe: () => true })),
} as const satisfies Defects;
