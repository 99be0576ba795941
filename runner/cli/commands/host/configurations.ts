import type { HostedConfiguration } from '../../../../src/generated/types/control-v1.js';
import type { Hosted } from '../../../../src/generated/types/role-v1.js';

/** Where a client finds one server. */
export interface Found {
  name: string;
  /** How it is started, if the client starts it. */
  command?: readonly string[];
  /** Where it listens, if not. */
  url?: string;
}

/** What tells a client of its servers, in each form that the role has for the transport. */
export function configurationsOf(
  { forms }: Hosted,
  transport: HostedTransport,
  servers: readonly Found[],
): HostedConfiguration[] {
  return forms
    .filter(({ transports }) => transports === undefined || transports.includes(transport))
    .map(({ title, member, typed }) => {
      if (member === undefined) return { title, text: servers.map(({ name, url }) => `${name}  ${url}`).join('\n') };
      const entries = servers.map(({ name, command, url }) => {
        const type = typed ? { type: transport } : {};
        const [first, ...args] = command ?? [];
        return [name, first === undefined ? { ...type, url } : { ...type, command: first, args }] as const;
      });
      return { title, text: JSON.stringify({ [member]: Object.fromEntries(entries) }, null, 2) };
    });
}

export type HostedTransport = Hosted['transports'][number];
