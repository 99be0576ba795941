import type { Change } from '../../../../conversation/parts.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import type { ScriptChanges } from '../../../../oauth/authorization-server/script.js';
import type { AuthorizationSwitch } from '../../../../oauth/authorization-server/settings.js';
import { withCheck, withFacts, withRules } from '../../../../oauth/resource-server/amended.js';
import type { Protect } from '../../../../oauth/resource-server/protection.js';
import type { HttpReply } from '../../../../oauth/resource-server/resource-server.js';
import { type Accepted, factsOf, type TokenVerifier } from '../../../../oauth/tokens/access.js';
import { type DecodedToken, decodeToken, isSignedBy } from '../../../../oauth/tokens/jwt.js';
import { keyOf } from '../../../../oauth/tokens/keys.js';
import { OAuthWeb } from '../../../../oauth/web.js';
import type { HttpHead } from '../../../../wire/carried.js';

type Defect = Change<Protect>;

/** JWTs are verified in another way. One that can't be read stays refused. */
const verifies = (make: (inner: TokenVerifier) => (read: DecodedToken, token: string) => Promise<boolean>): Defect =>
  withRules((all) => {
    const passes = make(all.verifier);
    return {
      ...all,
      verifier: {
        verify: async (token) => {
          const read = decodeToken(token);
          return read && (await passes(read, token)) ? claimed(read) : all.verifier.verify(token);
        },
      },
    };
  });

const claimed = ({ claims }: DecodedToken) => factsOf(claims, 'at+jwt');

/** Whoever has no token, or one that is none. */
const nobody: Accepted = { token: factsOf({ iss: 'nobody', sub: 'nobody' }) };

const tokenIn = ({ headers }: HttpHead) => /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];

const crash: HttpReply = { status: 500, headers: {} };

/** A request with this method and without a token counts as one of whoever came last. */
const remembers = (method: string): Defect =>
  withCheck((inner) => {
    let last: string | undefined;
    return async (head, operation) => {
      const known = head.headers.authorization === undefined && head.method === method ? last : undefined;
      const result = await inner.check(
        known === undefined ? head : { ...head, headers: { ...head.headers, authorization: known } },
        operation,
      );
      if (!('status' in result)) last = head.headers.authorization ?? last;
      return result;
    };
  });

/** The authorization server that belongs to the server has this defect. */
const ownTakes = (name: AuthorizationSwitch): Defect =>
  withRules((all) => {
    all.own?.switches.add(name);
    return all;
  });

/** The same, with other members of its script. */
const ownIs = (changes: ScriptChanges): Defect =>
  withRules((all) => {
    all.own?.change(changes);
    return all;
  });

/** The metadata name an authorization server at the server's own origin, which says of itself what `changes` have otherwise. */
const namesItsOwn =
  (changes: (issuer: string) => JsonObject, named = (issuer: string) => issuer): Defect =>
  (protect) =>
  (resource, amend = (all) => all) => {
    const { origin } = new URL(resource);
    const issuer = `${origin}/login`;
    const inner = protect(resource, (all) => {
      const amended = amend(all);
      return { ...amended, metadata: { ...amended.metadata, authorization_servers: [named(issuer)] } };
    });
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      ...changes(issuer),
    };
    return {
      ...inner,
      document: (head) =>
        head.path === '/.well-known/oauth-authorization-server/login'
          ? { status: 200, headers: {}, body: metadata }
          : inner.document(head),
    };
  };

const isBelow = (url: string, resource: string) => url.startsWith(resource);
const isAtHost = (url: string, resource: string) =>
  URL.canParse(url) && new URL(url).origin === new URL(resource).origin;

/** Defects of a server that asks for tokens which no change of a message can express, by name. */
export const AUTHORIZATION_DEFECTS: { readonly [name: string]: Defect } = {
  // Nobody needs a token.
  'auth-open': withCheck(
    (inner) => async (head, operation) =>
      head.headers.authorization === undefined ? nobody : inner.check(head, operation),
  ),
  // A token that is no JWT is taken.
  'auth-takes-words': withCheck(
    (inner) => async (head, operation) =>
      /^[\w-]+$/.test(tokenIn(head) ?? '') ? nobody : inner.check(head, operation),
  ),
  // A token that is no JWT breaks it.
  'auth-crashes': withCheck(
    (inner) => async (head, operation) => (/^[\w-]+$/.test(tokenIn(head) ?? '') ? crash : inner.check(head, operation)),
  ),
  // Credentials of another scheme are taken, or break it.
  'auth-takes-basic': withCheck(
    (inner) => async (head, operation) =>
      /^basic /i.test(head.headers.authorization ?? '') ? nobody : inner.check(head, operation),
  ),
  'auth-crashes-of-basic': withCheck(
    (inner) => async (head, operation) =>
      /^basic /i.test(head.headers.authorization ?? '') ? crash : inner.check(head, operation),
  ),
  // A token in the query is as good as one in the header.
  'auth-by-query': withCheck((inner) => async (head, operation) => {
    const given = new URL(head.path ?? '', 'http://a').searchParams.get('access_token');
    return inner.check(
      given === null ? head : { ...head, headers: { ...head.headers, authorization: `Bearer ${given}` } },
      operation,
    );
  }),
  // Signatures are not looked at; or just those of one algorithm.
  'auth-any-key': verifies(
    () =>
      async ({ header }) =>
        header.alg === 'ES256',
  ),
  'auth-alg-none': verifies(
    () =>
      async ({ header }) =>
        header.alg === 'none',
  ),
  'auth-hmac': verifies(
    () =>
      async ({ header }) =>
        header.alg === 'HS256',
  ),
  // Keys that a token brings are used; those that it names are fetched.
  'auth-takes-jwk': verifies(() => async (read) => {
    const { jwk } = read.header;
    return isObject(jwk) && isSignedBy(read, keyOf(jwk));
  }),
  'auth-follows-jku': verifies(() => async ({ header }) => {
    const url = header.jku ?? header.x5u;
    const web = new OAuthWeb();
    if (typeof url === 'string') await web.get(url).catch(() => undefined);
    await web.close();
    return false;
  }),
  // The keys are fetched once, or for each token whose key is unknown.
  'auth-keeps-keys': withRules((all) => {
    let first: string | undefined;
    return {
      ...all,
      verifier: {
        verify: async (token) => {
          const kid = String(decodeToken(token)?.header.kid);
          first ??= kid;
          return kid === first ? all.verifier.verify(token) : { problem: 'the token was not signed by a known key' };
        },
      },
    };
  }),
  'auth-fetches-each-time': verifies(() => async ({ claims }) => {
    const web = new OAuthWeb();
    await web.get(`${String(claims.iss)}/jwks`).catch(() => undefined);
    await web.close();
    return false;
  }),
  // What a token says is not looked at, or not closely.
  'auth-no-expiry': withFacts(({ expires }) => ({
    expires: expires === undefined ? undefined : Number.POSITIVE_INFINITY,
  })),
  'auth-endless': withRules((all) => ({ ...all, endless: true })),
  'auth-early': withFacts(() => ({ begins: undefined })),
  'auth-any-issuer': withFacts((_, { authorizationServers }) => ({ issuer: authorizationServers[0] })),
  'auth-any-audience': withFacts(({ audience }, { resource }) => ({ audience: audience.length > 0 ? [resource] : [] })),
  'auth-audience-if-there': withFacts(({ audience }, { resource }) => ({
    audience: audience.length > 0 ? audience : [resource],
  })),
  'auth-audience-by-prefix': withFacts(({ audience }, { resource }) => ({
    audience: audience.map((one) => (isBelow(one, resource) ? resource : one)),
  })),
  'auth-audience-by-host': withFacts(({ audience }, { resource }) => ({
    audience: audience.map((one) => (isAtHost(one, resource) ? resource : one)),
  })),
  'auth-one-audience': withFacts(({ audience }) => ({ audience: audience.length > 1 ? [] : audience })),
  'auth-id-tokens': withFacts(({ audience, claims, type }, { resource }) =>
    typeof claims.azp === 'string' && claims.azp === claims.aud
      ? { audience: [resource], type: 'at+jwt' }
      : { audience, type },
  ),
  // A token that was good once is good for ever.
  'auth-checked-once': withCheck((inner) => {
    const known = new Map<string, Accepted>();
    return async (head, operation) => {
      const token = tokenIn(head) ?? '';
      const result = known.get(`${token} ${operation}`) ?? (await inner.check(head, operation));
      if (!('status' in result)) known.set(`${token} ${operation}`, result);
      return result;
    };
  }),
  // Scopes.
  'auth-no-scopes': withRules(({ needs, ...all }) => ({ ...all, needs: () => needs?.(undefined) ?? [] })),
  'auth-never-enough': withRules(({ needs, ...all }) => ({
    ...all,
    needs: (operation) => [...(needs?.(operation) ?? []), ...(operation === 'add' ? ['mcp:never'] : [])],
  })),
  'auth-no-broader': withRules((all) => ({ ...all, implied: {} })),
  'auth-scopes-before-end': withCheck((inner) => async (head, operation) => {
    const result = await inner.check(head, operation);
    const scope = decodeToken(tokenIn(head) ?? '')?.claims.scope;
    return 'status' in result && result.status === 401 && scope === '' ? { ...result, status: 403 } : result;
  }),
  // A request without a token counts as one of whoever came last.
  'auth-open-post': remembers('POST'),
  'auth-open-get': remembers('GET'),
  'auth-open-delete': remembers('DELETE'),
  // All users are one.
  'auth-one-user': withFacts(() => ({ subject: 'user' })),
  // While the keys can't be had everybody may come; or nobody ever after.
  'auth-open-in-outage': withCheck((inner) => async (head, operation) => {
    const result = await inner.check(head, operation);
    return 'status' in result && result.status === 503 ? nobody : result;
  }),
  'auth-outage-for-ever': withCheck((inner) => {
    let out: HttpReply | undefined;
    return async (head, operation) => {
      const result = out ?? (await inner.check(head, operation));
      if ('status' in result && result.status === 503) out = result;
      return result;
    };
  }),
  // The authorization server that its metadata name is its own, and says something wrong.
  'auth-issuer-slash': namesItsOwn(
    () => ({}),
    (issuer) => `${issuer}/`,
  ),
  'auth-issuer-other': namesItsOwn(() => ({ issuer: 'https://other.example' })),
  'auth-endpoint-plain': namesItsOwn(() => ({ token_endpoint: 'http://login.example/token' })),
  'auth-no-pkce': namesItsOwn(() => ({ code_challenge_methods_supported: null })),
  'auth-plain-pkce': namesItsOwn(() => ({ code_challenge_methods_supported: ['plain'] })),
  // Its API gets the token of the client.
  'auth-passes-token': withRules(({ upstream, ...all }) => ({
    ...all,
    ...(upstream && {
      upstream: { ...upstream, headers: ({ headers: { authorization = '' } }) => ({ authorization }) },
    }),
  })),
  // The authorization server that belongs to it takes what it should not, keeps refresh tokens, or says something wrong of itself.
  'auth-own-any-redirect': ownTakes('any-redirect'),
  'auth-own-any-verifier': ownTakes('any-verifier'),
  'auth-own-codes-twice': ownTakes('codes-twice'),
  'auth-own-any-client': ownTakes('any-client'),
  'auth-own-keeps-refresh-tokens': ownIs({ refresh: 'reuse' }),
  'auth-own-iss-unsaid': ownIs({ metadata: { authorization_response_iss_parameter_supported: null } }),
  'auth-own-iss-other': ownIs({ iss: 'https://other.example' }),
};
