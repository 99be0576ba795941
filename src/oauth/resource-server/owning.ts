import type { Secrets } from '../../json/secrets/redact.js';
import type { Border } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import { defaultLimits } from '../../wire/limits.js';
import { startAuthorizationServer } from '../authorization-server/server.js';
import type { AuthorizationSwitch } from '../authorization-server/settings.js';
import type { Protect } from './protection.js';
import { ResourceServer, type ResourceServerOptions } from './resource-server.js';

export interface OwningOptions {
  clock: Clock;
  /** Where faults act on what the authorization server hears and sends. */
  border: Border;
  /** Gets whatever is issued before it leaves. */
  secrets: Secrets;
}

/** Protects a server by an authorization server of its own, on a second port of loopback. Rejects with PortError if it can't be had. */
export async function owning({ clock, border, secrets }: OwningOptions): Promise<Protect> {
  const switches = new Set<AuthorizationSwitch>();
  const login = await startAuthorizationServer({ script: {}, border, clock, limits: defaultLimits, secrets, switches });
  return (resource, amend = (rules) => rules) => {
    const rules: ResourceServerOptions = {
      resource,
      authorizationServers: [login.issuer],
      verifier: login.verifier,
      atRoot: true,
      own: { switches, change: (changes) => login.set(changes) },
      clock,
    };
    const server = new ResourceServer(amend(rules));
    return {
      document: (head) => server.document(head),
      check: (head, operation) => server.check(head, operation),
      close: () => login.close(),
    };
  };
}
