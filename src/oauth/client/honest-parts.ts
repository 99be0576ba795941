import { isObject } from '../../json/json.js';
import { issuerDifference, issuerPlaces, resourceDifference, resourcePlaces, takesS256 } from '../metadata.js';
import { codeOf, isAnswerTo, isFrom, pageOf, random, requestOf } from './authorization.js';
import { challengedBy, isSafe, issuersOf } from './discovery.js';
import type { OAuthParts } from './parts.js';
import { authenticationOf, knownAs, nameOf, registeredBy, registrationOf, registrationPlace } from './registration.js';
import { scopesFor } from './scopes.js';
import { givenBy, redemptionOf, refreshmentOf } from './token-requests.js';

/** A client that does what the newest revisions ask for, and nothing that it need not (MCP 2026-07-28, Authorization). */
export const HONEST_PARTS: OAuthParts = {
  challenged: challengedBy,
  consequence: (status, { error }) =>
    status === 401 ? 'sign-in' : status === 403 && error === 'insufficient_scope' ? 'step-up' : undefined,
  mostLogins: 3,
  mostStepUps: 2,
  together: true,
  givesUp: true,

  resourcePlaces: (server, { metadata }) =>
    metadata === undefined ? resourcePlaces(server).map(({ url }) => url) : [metadata],
  issuerPlaces: (issuer) => issuerPlaces(issuer).map(({ url }) => url),
  metadataHeaders: () => ({}),
  moved: () => undefined,
  isThere: ({ status, json }) => status === 200 && isObject(json),
  withoutResource: (_, error) => {
    throw error;
  },
  withoutServer: (_, error) => {
    throw error;
  },
  // Those of a parent are taken.
  isResource: (named, server) => resourceDifference(named, server) !== 'other',
  issuersOf,
  choose: ([first]) => first!,
  indicator: (named) => named,
  isIssuer: (named, issuer) => issuerDifference(named, issuer) === undefined,
  takesS256,
  isSafe,
  server: (discovered) => discovered,

  identity: (given) => given,
  keyOf: ({ issuer, resource }, identity) => ({ issuer, resource, client: nameOf(identity) }),
  store: (inner) => inner,
  known: knownAs,
  registrationPlace,
  registration: registrationOf,
  registered: registeredBy,
  mostRegistrations: 1,
  redirect: (real) => real,

  scopes: scopesFor,
  random,
  request: requestOf,
  page: pageOf,
  browser: (inner) => inner,
  isAnswerTo,
  isFrom,
  codeOf,

  tokenEndpoint: ({ token_endpoint }) => token_endpoint,
  redemption: redemptionOf,
  refreshment: refreshmentOf,
  authentication: authenticationOf,
  send: (web, endpoint, form, headers) => web.form(endpoint, form, headers),
  given: givenBy,
  rotated: (before, { refreshToken = before }) => refreshToken,
  unrefreshed: ({ refreshToken: _, ...tokens }) => tokens,
  refreshes: ({ refreshToken }) => refreshToken !== undefined,
  isOld: () => false,
  // MCP 2025-11-25, Authorization, Access Token Usage.
  credential: (accessToken) => ({ authorization: `Bearer ${accessToken}` }),
};
