import type { Json, JsonObject } from '../json/json.js';
import type { Role } from '../language/role.js';
import type { UndeclaredExtension } from '../language/undeclared-extension.js';
import type { DefinitionSet, MethodTable } from '../schemas/index.js';
import type { Bundle } from '../schemas/json-schema.js';
import type { Definitions, Misfit } from './rule.js';

/** Finds what the sender of a message has made up; see `Definitions.undeclared`. */
type FindUndeclared = (
  message: JsonObject,
  method: string | undefined,
  known: { methods: MethodTable; bundle: Bundle },
) => UndeclaredExtension[];

/** The methods and definitions of one protocol version. */
interface Validated {
  methods: MethodTable;
  validators: DefinitionSet;
}

/**
 * What the watch asks of the schemas: methods as seen from the kit that plays against a target on this side of the protocol,
 * and where values depart. `undeclared` is that of the role's entry. What `extensions` declare is no undeclared extension: methods of
 * their tables, and variants that a definition of theirs with the same name has.
 */
export function definitionsOf(
  methods: MethodTable,
  validators: DefinitionSet,
  side: Role['side'],
  undeclared?: FindUndeclared,
  extensions: readonly Validated[] = [],
): Definitions {
  const declared = declaredBy(extensions);
  // What is in the messages of a method that only an extension has is the business of that.
  const isExtended = (name: string) => !(name in methods) && extensions.some((one) => name in one.methods);
  const senders = {
    'client-to-server': side === 'server' ? 'kit' : 'target',
    'server-to-client': side === 'server' ? 'target' : 'kit',
  } as const;
  let all: { methods: MethodTable; bundle: Bundle } | undefined;
  const known = () => {
    all ??= mergedWith(extensions, { methods, validators });
    return all;
  };
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
    misfits: (definitions, value: Json) => declared(definitions, value, validators.validate(definitions, value)),
    ...(undeclared && {
      undeclared: (message, method) =>
        undeclared(message, method !== undefined && isExtended(method) ? undefined : method, known()),
    }),
  };
}

/** Leaves out the unknown variants that an extension declares. */
function declaredBy(extensions: readonly Validated[]) {
  return (definitions: readonly string[], value: Json, misfits: Misfit[]): Misfit[] => {
    if (extensions.length === 0 || !misfits.some(({ unknownVariant }) => unknownVariant)) return misfits;
    const stillUnknown = extensions.map(({ validators }) => {
      const own = definitions.filter((name) => validators.has(name));
      return own.length === 0 ? misfits : validators.validate(own, value);
    });
    return misfits.filter(
      ({ unknownVariant, path }) =>
        !unknownVariant ||
        stillUnknown.every((one) => one.some((other) => other.unknownVariant && other.path === path)),
    );
  };
}

/** Methods and definitions with those of extensions over them. */
function mergedWith(extensions: readonly Validated[], own: Validated): { methods: MethodTable; bundle: Bundle } {
  const { bundle } = own.validators;
  const $defs = Object.assign({}, bundle.$defs, ...extensions.map(({ validators }) => validators.bundle.$defs));
  return { methods: mergedMethods([own, ...extensions]), bundle: { ...bundle, $defs } };
}

/** The methods of several tables as one; a later table wins. */
export function mergedMethods(tables: readonly Pick<Validated, 'methods'>[]): MethodTable {
  return Object.assign(Object.create(null), ...tables.map(({ methods }) => methods));
}
