import { type Change, changed } from '../../../../conversation/parts.js';
import type { JsonObject } from '../../../../json/json.js';
import { formatChallenge, parseChallenges } from '../../../../oauth/challenge.js';
import { resourcePlaces } from '../../../../oauth/metadata.js';
import { withCheck, withFacts, withRefusals, withRules } from '../../../../oauth/resource-server/amended.js';
import type { Protect } from '../../../../oauth/resource-server/protection.js';
import { introspectionAt } from '../../../../oauth/resource-server/remote.js';
import type { HttpReply } from '../../../../oauth/resource-server/resource-server.js';
import type { TokenFacts, TokenVerifier } from '../../../../oauth/tokens/access.js';
import { OAuthWeb } from '../../../../oauth/web.js';
import { CODES } from '../../revision.js';
import { refusal } from '../messages.js';
import type { PermissiveOptions } from './variants.js';

type Variant = Change<Protect>;
type Parameters = { readonly [name: string]: string | undefined };

/** Seconds by which its clock may differ, and ms for which it believes what it found out about a token. */
const LEEWAY = 60;
const BELIEVES = 30_000;

const CHALLENGE = 'www-authenticate';

/** The challenge of a refusal has other parameters, its first ones. */
const parameters = (change: (own: Parameters, refusal: HttpReply) => Parameters): Variant =>
  challenges((text, reply) => {
    const own = parseChallenges(text).challenges[0]?.parameters ?? [];
    const named = Object.fromEntries(own.map(({ name, value }) => [name, value]));
    return formatChallenge('Bearer', change(named, reply));
  });

/** The challenge of a refusal is written otherwise. */
function challenges(change: (text: string, refusal: HttpReply) => string): Variant {
  return withRefusals((reply) => {
    const text = reply.headers[CHALLENGE];
    return text === undefined ? reply : { ...reply, headers: { ...reply.headers, [CHALLENGE]: change(text, reply) } };
  });
}

/** Its metadata have other members; null leaves one out. */
const metadata = (changes: (resource: string, issuers: readonly string[]) => JsonObject): Variant =>
  withRules((all) => ({
    ...all,
    metadata: { ...all.metadata, ...changes(all.resource, all.authorizationServers) },
  }));

/** It goes by another name, too. */
const alsoNamed = (name: (resource: string) => string): Variant =>
  withRules((all) => ({
    ...all,
    audience: [...(all.audience ?? [all.resource]), name(all.resource)],
    metadata: { ...all.metadata, resource: name(all.resource) },
  }));

/** Its metadata are at another path of its host alone, and its challenges say so. */
const metadataAt =
  (place: (resource: string) => string): Variant =>
  (protect) =>
  (resource, amend) => {
    const inner = protect(resource, amend);
    const usual = new URL(resourcePlaces(resource)[0]!.url).pathname;
    const own = new URL(place(resource));
    const told = parameters((named) => ({ ...named, resource_metadata: own.href }))(() => inner)(resource);
    return {
      ...told,
      document: (head) => (head.path === own.pathname ? inner.document({ ...head, path: usual }) : undefined),
    };
  };

const originOf = (url: string) => new URL(url).origin;
const withoutCredentials = (parameters: Parameters) => parameters.error === undefined;

/** What a verifier found out about a good token is believed for a while. */
function believing(inner: TokenVerifier, now: () => number): TokenVerifier {
  const known = new Map<string, { facts: TokenFacts; until: number }>();
  return {
    async verify(token) {
      const found = known.get(token);
      if (found && now() < found.until) return found.facts;
      const facts = await inner.verify(token);
      if (!('problem' in facts)) known.set(token, { facts, until: now() + BELIEVES });
      return facts;
    },
  };
}

/** Asks the issuer about each token, and lets go of its connections with the server. */
const asksIssuer: Variant = (protect) => (resource, amend) => {
  const web = new OAuthWeb();
  const inner = withRules((all) => ({
    ...all,
    typed: false,
    verifier: introspectionAt(web, `${all.authorizationServers[0]}/introspect`),
  }))(protect)(resource, amend);
  return {
    ...inner,
    close: async () => {
      await Promise.all([inner.close?.(), web.close()]);
    },
  };
};

/** A challenge of the same meaning: upper case where none counts, no quotes where none are needed, the other way round. */
const spelledOddly = (text: string): string => {
  const [challenge] = parseChallenges(text).challenges;
  const spelled = (challenge?.parameters ?? []).map(({ name, value }) => {
    const isToken = /^[\w.~-]+$/.test(value);
    return `${name.toUpperCase()}=${isToken ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
  });
  return `bEARER ${[...spelled, 'realm="the \\"kit\\""'].reverse().join(' ,  ')}`;
};

/** What the specifications leave to a server that asks for tokens, by the names of `variants.ts`, in the order in which they act. */
const CHANGES: { readonly [name: string]: Variant } = {
  // Which tokens it takes.
  'auth-leeway': withRules((all) => ({ ...all, leeway: LEEWAY })),
  'auth-endless': withRules((all) => ({ ...all, endless: true })),
  'auth-one-audience': withFacts(({ audience }) => ({ audience: audience.length > 1 ? [] : audience })),
  'auth-asks-issuer': asksIssuer,
  'auth-believes': withRules((all) => ({ ...all, verifier: believing(all.verifier, () => all.clock.now()) })),
  // How it is named, and what its metadata say.
  'auth-parent-resource': alsoNamed(originOf),
  'auth-slash-resource': alsoNamed((resource) => `${resource}/`),
  'auth-two-servers': metadata((_, issuers) => ({
    authorization_servers: [...issuers, 'https://login.example/tenant'],
  })),
  'auth-more-metadata': metadata((resource) => ({
    resource_name: 'The kit',
    resource_documentation: `${originOf(resource)}/docs`,
    'resource_name#de': 'Der Kasten',
    dpop_bound_access_tokens_required: false,
    mcp_protocol_version: 'any',
  })),
  'auth-sparse-metadata': metadata(() => ({ scopes_supported: null, bearer_methods_supported: null })),
  // Where its metadata are.
  'auth-metadata-at-root': metadataAt((resource) => `${originOf(resource)}/.well-known/oauth-protected-resource`),
  'auth-metadata-elsewhere': metadataAt((resource) => `${originOf(resource)}/about/this%20server.json`),
  'auth-metadata-unnamed': parameters(({ resource_metadata: _, ...named }) => named),
  // Which status a refusal has.
  'auth-malformed-401': withRefusals((reply) => (reply.status === 400 ? { ...reply, status: 401 } : reply)),
  'auth-scheme-400': withCheck((inner) => async (head, operation) => {
    const { authorization = '' } = head.headers;
    return /^(?:bearer(?: |$)|$)/i.test(authorization)
      ? inner.check(head, operation)
      : { status: 400, headers: {}, body: { error: 'invalid_request' } };
  }),
  'auth-forbids-others': withRefusals((reply) =>
    /for another resource|of another issuer/.test(reply.headers[CHALLENGE] ?? '') ? { ...reply, status: 403 } : reply,
  ),
  // What a challenge says.
  'auth-no-scope': parameters(({ scope, ...named }, { status }) => (status === 401 ? named : { scope, ...named })),
  'auth-all-scopes': (protect) => (resource, amend) => {
    let all: readonly string[] = [];
    const inner = withRules((rules) => {
      all = rules.scopes ?? [];
      return rules;
    })(protect);
    return parameters((named, { status }) => (status === 403 ? { ...named, scope: all.join(' ') } : named))(inner)(
      resource,
      amend,
    );
  },
  'auth-scope-order': (protect) => {
    let turns = 0;
    return parameters(({ scope, ...named }) => {
      const scopes = scope?.split(' ') ?? [];
      return { ...named, scope: scope && (++turns % 2 === 0 ? scopes.reverse() : scopes).join(' ') };
    })(protect);
  },
  'auth-always-error': parameters((named) =>
    withoutCredentials(named) ? { error: 'invalid_token', error_description: 'Sign in', ...named } : named,
  ),
  'auth-no-error': parameters(({ error, error_description, ...named }, { status }) =>
    status === 401 ? named : { error, error_description, ...named },
  ),
  'auth-realm': parameters((named) => ({ realm: 'kit', error_uri: 'https://docs.example/errors', ...named })),
  'auth-odd-challenge': challenges(spelledOddly),
  'auth-other-schemes': challenges((text) => `Basic realm="kit", ${text}, DPoP algs="ES256 PS256", Negotiate`),
  // What the body of a refusal is.
  'auth-no-body': withRefusals(({ status, headers }) => ({ status, headers })),
  'auth-message-body': withRefusals((reply) => ({ ...reply, body: refusal(CODES.invalidRequest, 'Unauthorized') })),
};

/** The protection with these permissive variants. */
export const permissiveProtection = (protect: Protect, names: PermissiveOptions): Protect =>
  changed(protect, CHANGES, names);
