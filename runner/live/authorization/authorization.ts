import type { JsonObject } from '../../../src/json/json.js';
import type { Secrets } from '../../../src/json/secrets/redact.js';
import { faultyBorder } from '../../../src/mock/faulty.js';
import type { AuthorizationScript } from '../../../src/oauth/authorization-server/script.js';
import { startAuthorizationServer } from '../../../src/oauth/authorization-server/server.js';
import type { AuthorizationSwitch } from '../../../src/oauth/authorization-server/settings.js';
import type { Protect } from '../../../src/oauth/resource-server/protection.js';
import { ResourceServer, type ResourceServerOptions } from '../../../src/oauth/resource-server/resource-server.js';
import { scopeRules } from '../../../src/oauth/resource-server/scopes.js';
import type { Clock } from '../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../src/wire/limits.js';
import { setOf } from '../../load/faults.js';
import type { MockAuthorization, Refusable, TokenRequest } from './control.js';
import type { MockAuthScript } from './script.js';

export interface MockAuthorizationOptions {
  script: MockAuthScript;
  clock: Clock;
  /** Gets whatever is issued before it leaves. */
  secrets: Secrets;
  /** Told of errors of the server itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** An authorization server that runs, and what protects a mock by it. */
export interface StartedAuthorization {
  control: MockAuthorization;
  protect: Protect;
  /** Fault rules of the script that were never applied so far, by their ids. */
  idle(): string[];
  close(): Promise<void>;
}

/** Starts the authorization server of a mock. Rejects with PortError if its port can't be had. */
export async function startMockAuthorization(options: MockAuthorizationOptions): Promise<StartedAuthorization> {
  const { script, clock, secrets, failed } = options;
  const { rules, switches } = setOf(script.faults ?? []);
  const { border, faults } = faultyBorder(rules, { clock, select: {}, exit: () => void close() });
  const has = new Set(switches as AuthorizationSwitch[]);
  const server = await startAuthorizationServer({
    script: script.server ?? {},
    border,
    clock,
    secrets,
    limits: defaultLimits,
    switches: has,
    ...(script.port === undefined ? {} : { port: script.port }),
    ...(failed && { failed }),
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= server.close();
    return closing;
  };
  const { scopes, tools, implied, metadata } = script;
  const needed = scopeRules({
    ...(scopes && { scopes }),
    ...(tools && { operations: tools }),
    ...(implied && { implied }),
  });
  let resource = server.issuer;
  return {
    control: controlOf(server, script.server ?? {}, needed.scopes, () => resource, clock),
    protect: (url, amend = (rules) => rules) => {
      resource = url;
      const rules: ResourceServerOptions = {
        resource,
        authorizationServers: [server.issuer],
        // What was revoked a moment ago is refused, whatever a token says of itself.
        verifier: server.verifier,
        ...needed,
        ...(metadata && { metadata }),
        atRoot: true,
        own: { switches: has, change: (changes) => server.set(changes) },
        clock,
      };
      const protection = new ResourceServer(amend(rules));
      return {
        document: (head) => protection.document(head),
        check: (head, operation) => protection.check(head, operation),
        // It outlives what it protects.
        close,
      };
    },
    idle: () => [...faults.applied()].filter(([, count]) => count === 0).map(([id]) => id),
    close,
  };
}

type Server = Awaited<ReturnType<typeof startAuthorizationServer>>;

function controlOf(
  server: Server,
  initial: AuthorizationScript,
  scopes: readonly string[],
  resource: () => string,
  clock: Clock,
): MockAuthorization {
  const current: { [name: string]: unknown } = { ...initial };
  const set: MockAuthorization['set'] = (changes) => {
    server.set(changes);
    Object.assign(current, changes);
  };
  return {
    url: server.issuer,
    endpoints: server.endpoints,
    // What is set for logins holds for tokens without one, too.
    issue: async (request = {}) => {
      const { grants = scopes, audience = resource() } = current as AuthorizationScript;
      return server.issue(claimsOf({ scopes: grants, audience, ...request }, clock.date() / 1_000));
    },
    revoke: (token) => (token === undefined ? server.revokeAll() : server.revoke(token)),
    expire: () => server.expire(),
    rotate: () => server.rotateKeys(),
    refuse: (what, error) => {
      const { [what]: _, ...others } = (current.refuses ?? {}) as { [name in Refusable]?: string };
      set({ refuses: { ...others, ...(error === undefined ? {} : { [what]: error }) } });
    },
    grant: (granted) => set({ grants: granted && [...granted] }),
    audience: (name) => set({ audience: typeof name === 'object' ? [...name] : name }),
    issuer: (name) => {
      const { issuer: _, ...others } = (current.metadata ?? {}) as JsonObject;
      set({ metadata: { ...others, ...(name === undefined ? {} : { issuer: name }) } });
    },
    delay: (ms) => set({ delayMs: ms }),
    set,
    reset: () => {
      const back = Object.keys(current).map((name) => [name, initial[name as keyof AuthorizationScript]]);
      set(Object.fromEntries(back));
    },
  };
}

const MEMBERS = ['user', 'client', 'scopes', 'audience', 'lifetime', 'claims'];

function claimsOf(
  request: TokenRequest & Required<Pick<TokenRequest, 'scopes' | 'audience'>>,
  now: number,
): JsonObject {
  const unknown = Object.keys(request).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new RangeError(`a token has no ${unknown}; there are ${MEMBERS.join(', ')}`);
  const { user, client, scopes: wanted, audience, lifetime, claims = {} } = request;
  if (!isTexts(wanted)) throw new RangeError('scopes is a list of names');
  if (lifetime !== undefined && !Number.isFinite(Number(lifetime)))
    throw new RangeError('lifetime is a number of seconds');
  return {
    aud: typeof audience === 'string' ? audience : [...audience],
    ...(user !== undefined && { sub: String(user) }),
    ...(client !== undefined && { client_id: String(client) }),
    ...(wanted.length > 0 && { scope: wanted.join(' ') }),
    ...(lifetime !== undefined && { exp: Math.floor(now + Number(lifetime)) }),
    ...(claims as JsonObject),
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
