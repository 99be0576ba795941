import type { Secrets } from '../../json/secrets/redact.js';
import { type Clock, during, realClock } from '../../wire/clock/clock.js';
import { OAuthWeb } from '../web.js';
import type { Protect, Protection } from './protection.js';
import { introspectionAt, jwksAt } from './remote.js';
import { bearerToken, isReply, ResourceServer, type ResourceServerOptions } from './resource-server.js';
import { type NeededScopes, scopeRules } from './scopes.js';

/** An authorization server that a resource trusts, and how its tokens are verified: by its keys, or by asking it about each. */
export type TrustedIssuer = {
  issuer: string;
  /** Names of the resource, of which a token must be for one. Default: its URL. */
  audience?: readonly string[];
  /** The URL of an API that is asked about each operation, with a key of the resource's own. */
  upstream?: string;
} & ({ jwks: string } | { introspection: string });

/** By what the API behind a resource knows the resource. */
const OWN_KEY = { 'x-api-key': 'key-of-the-resource' };

/** Protects a server by the tokens of another authorization server. Those that are good are added to `secrets`. */
export function trusting(trusted: TrustedIssuer, scopes: NeededScopes, clock: Clock, secrets: Secrets): Protect {
  return (resource, amend = (rules) => rules) => {
    // Another server is not faster because somebody moves our time.
    const web = new OAuthWeb({ clock: realClock });
    const isByKeys = 'jwks' in trusted;
    const rules: ResourceServerOptions = {
      resource,
      authorizationServers: [trusted.issuer],
      verifier: isByKeys ? jwksAt(web, trusted.jwks, clock) : introspectionAt(web, trusted.introspection),
      ...(trusted.audience && { audience: trusted.audience }),
      ...scopeRules(scopes),
      ...(trusted.upstream !== undefined && { upstream: { url: trusted.upstream, headers: () => OWN_KEY } }),
      // An ID token is signed by the same keys.
      typed: isByKeys,
      atRoot: true,
      clock,
    };
    const amended = amend(rules);
    const server = new ResourceServer(amended);
    const check: Protection['check'] = async (head, operation) => {
      const result = await server.check(head, operation);
      if (isReply(result)) return result;
      secrets.add([bearerToken(head.headers) ?? '']);
      const { upstream } = amended;
      if (upstream && operation !== undefined) await web.get(upstream.url, upstream.headers(head));
      return result;
    };
    return {
      document: (head) => server.document(head),
      check: (head, operation) => during(clock, check(head, operation)),
      close: () => web.close(),
    };
  };
}
