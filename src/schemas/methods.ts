import { tables } from '../generated/methods/index.js';
import type { Method } from '../generated/types/methods-v1.js';

/** One method of a protocol version, with the defaults of its entry filled in. Definitions are named as in the bundle. */
export interface MethodEntry extends Omit<Method, 'result' | 'errors'>, Required<Pick<Method, 'errors'>> {
  /** Whether the message must carry params. */
  paramsRequired: boolean;
  /** Definitions of the results that are possible; empty for a notification. */
  results: string[];
}

/** The methods of a protocol version by name. It has no members but those: `name in table` asks what it seems to ask. */
export type MethodTable = { [method: string]: MethodEntry };

/** The method table of a protocol version. Throws where there is none. */
export function methodTable(protocol: string, version: string): MethodTable {
  const key = `${protocol}/${version}`;
  const table = Object.hasOwn(tables, key) ? tables[key as keyof typeof tables] : undefined;
  if (!table) throw new Error(`there is no method table of ${protocol} ${version}`);
  return Object.assign(Object.create(null), table.methods);
}

/**
 * How selectors find the variant of a message (`M#VARIANT`): by method, the JSON Pointer from the root of the message to the
 * member that tells variants apart. Undefined for a method without variants.
 */
export function discriminators(methods: MethodTable): (method: string) => string | undefined {
  return (method) => {
    const pointer = methods[method]?.discriminator;
    return pointer === undefined ? undefined : `/params${pointer}`;
  };
}
