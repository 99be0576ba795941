import { isFrom, requestOf } from '../../../../oauth/client/authorization.js';
import type { OAuthParts } from '../../../../oauth/client/parts.js';
import { knownAs, registrationOf } from '../../../../oauth/client/registration.js';
import type { Form } from '../../../../oauth/client/terms.js';
import { redemptionOf, refreshmentOf } from '../../../../oauth/client/token-requests.js';
import { issuerPlaces } from '../../../../oauth/metadata.js';
import { endpointsOf, serverItself } from './guesses.js';

type Difference = Partial<OAuthParts>;

/** Nothing is said of `iss` in answers, and nothing of the type of an application. */
const UNTIL_2025_11_25: Difference = {
  isFrom: (brought, authorization) => !brought.has('iss') || isFrom(brought, authorization),
  registration: (...given) => {
    const { application_type: _, ...others } = registrationOf(...given);
    return others;
  },
};

/** Metadata are those of RFC 8414 alone, and none of a client are published. */
const UNTIL_2025_06_18: Difference = {
  ...UNTIL_2025_11_25,
  issuerPlaces: (issuer) =>
    issuerPlaces(issuer).flatMap(({ url, kind }) => (kind === 'AuthorizationServerMetadata' ? [url] : [])),
  known: (server, ...others) => knownAs({ ...server, takesDocuments: false }, ...others),
};

const unbound = ({ resource: _, ...form }: Form): Form => form;

/** The server of MCP is its own authorization server, at its origin, and tokens are for no resource. */
const UNTIL_2025_03_26: Difference = {
  ...UNTIL_2025_06_18,
  resourcePlaces: () => [],
  withoutResource: serverItself,
  withoutServer: endpointsOf,
  takesS256: () => true,
  request: (authorization) => unbound(requestOf(authorization)),
  redemption: (authorization, code) => unbound(redemptionOf(authorization, code)),
  refreshment: (tokens, resource) => unbound(refreshmentOf(tokens, resource)),
};

/** What differs from the newest revision until another one, oldest first: their names are dates. */
const DIFFERENCES: readonly [until: string, Difference][] = [
  ['2025-03-26', UNTIL_2025_03_26],
  ['2025-06-18', UNTIL_2025_06_18],
  ['2025-11-25', UNTIL_2025_11_25],
];

/** What a revision asks for in place of what the newest one does. */
export const revisionParts = (revision: string): Difference =>
  DIFFERENCES.find(([until]) => revision <= until)?.[1] ?? {};
