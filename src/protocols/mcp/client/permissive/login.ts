import type { Change } from '../../../../conversation/parts.js';
import type { OAuthParts } from '../../../../oauth/client/parts.js';
import type { OAuthWeb } from '../../../../oauth/web.js';
import { endpointsOf, serverItself } from '../login/guesses.js';
import type { ClientParts } from '../parts.js';

/** Signs in with other parts. */
const login =
  (other: (parts: OAuthParts, web: OAuthWeb) => Partial<OAuthParts>): Change<ClientParts> =>
  (parts) => ({
    ...parts,
    login: {
      ...parts.login,
      parts: (given, web) => {
        const made = parts.login.parts(given, web);
        return { ...made, ...other(made, web) };
      },
    },
  });

/** ms before the end of a token at which it counts as old. */
const BEFORE_END = 5_000;

/** What the specifications leave to a login, by the names of `variants.ts`. */
export const LOGIN_CHANGES = {
  'signs-in-first': (parts) => ({ ...parts, login: { ...parts.login, first: true } }),
  'asks-all-places': login(({ server, issuerPlaces, resourcePlaces }, web) => ({
    server: async (discovered, resource) => {
      const nothing = { metadata: undefined, scopes: undefined, error: undefined };
      const places = [...resourcePlaces(resource.resource, nothing), ...issuerPlaces(resource.issuer)];
      await Promise.allSettled(places.map((place) => web.get(place)));
      return server(discovered, resource);
    },
  })),
  'probes-places': login(({ server, issuerPlaces }, web) => ({
    server: async (discovered, resource) => {
      await Promise.allSettled(issuerPlaces(resource.issuer).map((place) => web.head(place)));
      return server(discovered, resource);
    },
  })),
  'stops-at-errors': login(() => ({
    moved: ({ status, json }, place) => {
      if (status >= 500 || (status === 200 && json === undefined)) throw new Error(`${place} has no metadata`);
      return undefined;
    },
  })),
  'follows-within-origin': login(() => ({
    moved: ({ status, headers: { location } }, place) => {
      if (status < 300 || status >= 400 || location === undefined) return undefined;
      const to = new URL(location, place);
      return to.origin === new URL(place).origin ? to.href : undefined;
    },
  })),
  'identical-resource': login(() => ({ isResource: (named, server) => named === server })),
  'last-server': login(() => ({ choose: (issuers) => issuers.at(-1)! })),
  'falls-back': login(() => ({ withoutResource: serverItself, withoutServer: endpointsOf })),
  'registers-again': login(() => ({ mostRegistrations: 2 })),
  'visits-before': login((_, web) => ({
    browser: (inner) => async (page, back) => {
      await web.get(page.href);
      return inner(page, back);
    },
  })),
  'asks-openid': login(({ scopes }) => ({
    scopes: (wanted) => {
      const asked = scopes(wanted);
      return asked.length === 0 || wanted.user ? asked : [...new Set([...asked, 'openid'])];
    },
  })),
  'asks-offline': login(({ scopes }) => ({
    scopes: (wanted) => {
      const isListed = wanted.offered?.includes('offline_access') === true && wanted.user === undefined;
      return [...new Set([...scopes(wanted), ...(isListed ? ['offline_access'] : [])])];
    },
  })),
  'challenged-scopes-only': login(({ scopes }) => ({ scopes: (wanted) => scopes({ ...wanted, before: [] }) })),
  'redeems-without-redirect': login(({ redemption }) => ({
    redemption: (...given) => {
      const { redirect_uri: _, ...form } = redemption(...given);
      return form;
    },
  })),
  'signs-in-anew': login(() => ({ refreshes: () => false })),
  'refreshes-early': login(() => ({
    isOld: ({ expiresAt = Number.POSITIVE_INFINITY, refreshToken }, now) =>
      refreshToken !== undefined && now > expiresAt - BEFORE_END,
  })),
  'no-step-up': login(({ consequence }) => ({
    consequence: (status, challenged) => (status === 403 ? undefined : consequence(status, challenged)),
  })),
  'moves-bare': (parts) => ({
    ...parts,
    http: {
      ...parts.http,
      moved: (to, from, { authorization, ...headers }) => ({
        ...headers,
        ...(to.origin === from.origin && authorization !== undefined && { authorization }),
      }),
    },
  }),
} as const satisfies Readonly<Record<string, Change<ClientParts>>>;
