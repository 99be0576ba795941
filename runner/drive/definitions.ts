import type { Json } from '../../src/jsonrpc/json.js';
import type { MethodTable, Validators } from '../../src/schemas.js';
import type { Definitions } from '../../src/watch/rule.js';

/** What the watch asks of the schemas: methods as seen from the kit that plays against `role`, and where values depart. */
export function definitionsOf(methods: MethodTable, validators: Validators, role: string): Definitions {
  const targetIsServer = role.endsWith('/server') || role.endsWith('/agent') || role.endsWith('/runtime');
  const senders = {
    'client-to-server': targetIsServer ? 'kit' : 'target',
    'server-to-client': targetIsServer ? 'target' : 'kit',
  } as const;
  return {
    method(name) {
      const entry = methods[name];
      if (!entry) return undefined;
      return {
        kind: entry.kind,
        from: entry.direction === 'both' ? ['kit', 'target'] : [senders[entry.direction]],
        message: entry.message,
        paramsRequired: entry.paramsRequired,
        results: entry.results,
        ...(entry.discriminator === undefined ? {} : { discriminator: entry.discriminator }),
      };
    },
    misfits: (definitions, value: Json) => validators.validate(definitions, value),
  };
}
