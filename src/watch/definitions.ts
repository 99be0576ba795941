import type { Json, JsonObject } from '../json/json.js';
import type { Role } from '../language/role.js';
import type { UndeclaredExtension } from '../language/undeclared-extension.js';
import type { MethodTable, Validators } from '../schemas/index.js';
import type { Bundle } from '../schemas/json-schema.js';
import type { Definitions } from './rule.js';

/** Finds what the sender of a message has made up; see `Definitions.aliens`. */
type FindUndeclared = (
  message: JsonObject,
  method: string | undefined,
  known: { methods: MethodTable; bundle: Bundle },
) => UndeclaredExtension[];

/**
 * What the watch asks of the schemas: methods as seen from the kit that plays against a target on this side of the protocol,
 * and where values depart. `aliens` is that of the role's entry.
 */
export function definitionsOf(
  methods: MethodTable,
  validators: Validators,
  side: Role['side'],
  aliens?: FindUndeclared,
): Definitions {
  const senders = {
    'client-to-server': side === 'server' ? 'kit' : 'target',
    'server-to-client': side === 'server' ? 'target' : 'kit',
  } as const;
  return {
    method(name) {
      const entry = methods[name];
      if (!entry) return undefined;
      return {
        kind: entry.kind,
        from: entry.direction === 'both' ? ['kit', 'target'] : [senders[entry.direction]],
        ...(entry.params === undefined ? {} : { params: entry.params }),
        ...(entry.message === undefined ? {} : { message: entry.message }),
        paramsRequired: entry.paramsRequired,
        results: entry.results,
      };
    },
    misfits: (definitions, value: Json) => validators.validate(definitions, value),
    ...(aliens && {
      aliens: (message, method) => aliens(message, method, { methods, bundle: validators.bundle }),
    }),
  };
}
