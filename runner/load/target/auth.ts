import type { Auth, AuthIssuer, AuthOwn, AuthTokens, AuthUpstream } from '../../../src/generated/types/target-v1.js';
import type { JsonObject } from '../../../src/json/json.js';
import type { BehaviorSpec, Target, TransportSpec } from '../../../src/language/target.js';

/** What of `auth` a target is started with. */
type Started = Pick<AuthIssuer | AuthOwn | AuthUpstream, 'args' | 'env' | 'files'>;

/** The token of a header `authorization: Bearer …` among these; undefined if there is none. */
export function bearerOf(headers: TransportSpec['headers']): string | undefined {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return /^bearer +(\S+)$/i.exec(value ?? '')?.[1];
}

/** A server of MCP without a target file whose requests have a token: the cases that need no more than that are run against it. */
export function protectedByHeader(target: Target): Target {
  const token = bearerOf(target.transports.http?.headers ?? {});
  if (target.file !== undefined || token === undefined || !isMcpServer(target.role)) return target;
  return { ...target, behaviors: new Map([...target.behaviors, ...authBehaviors({}, token)]) };
}

/** Whether `auth` describes targets of a role. */
export const isMcpServer = (role: string) => /^mcp\/(?:.*-)?server$/.test(role);

/**
 * The behaviors that a part `auth` of a target file maps, filled in: which of the cases about authorization the target can be tested with.
 * Where a token is the empty text, Proctor makes it, as an authorization server that the target trusts.
 *
 * @param token the token that requests to the target have anyway
 */
export function authBehaviors(auth: Auth, token: string | undefined): Map<string, BehaviorSpec> {
  const { protected: call, resource = '', servers = [], tokens = {}, issuer, scoped, own, handles, upstream } = auth;
  const good = tokens.good ?? token;
  const specs = new Map<string, BehaviorSpec>();
  const map = (name: string, gives: JsonObject = {}, { args = [], env = {}, files = {} }: Started = {}) =>
    void specs.set(name, { gives, args, env, files });
  const scopes = issuer?.scopes ?? [];
  const request: JsonObject = call
    ? { method: 'tools/call', params: { name: call.name, arguments: call.arguments ?? {} } }
    : { method: 'tools/list', params: {} };
  map(
    'auth-protected',
    {
      ...request,
      named: call !== undefined,
      resource,
      servers,
      tokens: issuer?.tokens ?? 'jwt',
      scopes: scopes.join(' '),
      token: good ?? '',
    },
    issuer,
  );
  if (issuer || good !== undefined) map('auth-token');
  const owned = (name: keyof AuthTokens) => (issuer ? '' : tokens[name]);
  const given = (behavior: string, value: string | undefined) => {
    if (value !== undefined) map(behavior, { token: value });
  };
  given('auth-other-audience', owned('other_audience'));
  given('auth-expired', owned('expired'));
  if (issuer?.users !== false) given('auth-other-user', owned('other_user'));
  if (scoped) {
    const { name, arguments: args = {}, broader } = scoped;
    const all = [...new Set([...scopes, ...scoped.scopes])];
    map('auth-scoped', { name, arguments: args, scopes: [...scoped.scopes], all: all.join(' ') });
    given('auth-low-scope', owned('low_scope'));
    if (broader !== undefined && issuer) map('auth-broader', { scope: [...scopes, broader].join(' ') });
  }
  if (handles) {
    const { make, at, use, argument = 'handle' } = handles;
    const call: JsonObject = { name: make.name, arguments: make.arguments ?? {} };
    map('auth-handles', { make: call, at, use, argument });
  }
  if (upstream) {
    const { name, arguments: args = {}, answer = {} } = upstream;
    map('auth-upstream', { name, arguments: args, answer }, upstream);
  }
  if (own) map('auth-own', { ...request, resource, servers, scopes: (own.scopes ?? []).join(' ') }, own);
  if (issuer) {
    map('auth-issuer');
    const asks = issuer.tokens === 'opaque' ? issuer : issuer.opaque;
    if (asks) map('auth-opaque', { cache: asks.cache ?? '0s' }, asks);
    if (issuer.tokens !== 'opaque') map('auth-jwt');
  }
  return specs;
}

/** How a target is started so that it trusts an issuer of Proctor's, and what the tokens for it must have. */
export interface TrustedIssuerSpec extends BehaviorSpec {
  tokens: 'jwt' | 'opaque';
  /** With blanks between them. */
  scopes: string;
  /** The name of the target in tokens; empty if that is its URL. */
  resource: string;
}

/** What the file of a target says of an issuer that it trusts. */
export function trustedIssuerOf({ behaviors }: Target): TrustedIssuerSpec | undefined {
  const spec = behaviors.get('auth-protected');
  if (!spec || !behaviors.has('auth-issuer')) return undefined;
  const { tokens, scopes, resource } = spec.gives as unknown as TrustedIssuerSpec;
  return { ...spec, tokens, scopes, resource };
}

/** The behaviors that a server shows by refusing a request without a token; undefined if its role has none. */
export function refusalBehaviors({ role, behaviors }: Target): ReadonlyMap<string, BehaviorSpec> | undefined {
  if (!isMcpServer(role)) return undefined;
  return behaviors.has('auth-protected') ? new Map() : authBehaviors({}, undefined);
}
