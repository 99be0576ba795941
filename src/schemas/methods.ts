import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tables } from '../generated/methods/index.js';
import type { Method, MethodsFile } from '../generated/types/methods-v1.js';
import { builtFiles } from './built/package-files.js';

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
  const table = tableOf(`${protocol}/${version}`);
  if (!table) throw new Error(`there is no method table of ${protocol} ${version}`);
  return Object.assign(Object.create(null), table.methods);
}

/** Whether a protocol version has a method table. */
export const hasMethodTable = (protocol: string, version: string): boolean =>
  tableOf(`${protocol}/${version}`) !== undefined;

/** The errors of a protocol version by name; none where it has no method table. */
export const errorsOf = (protocol: string, version: string): MethodsFile['errors'] =>
  tableOf(`${protocol}/${version}`)?.errors ?? {};

/** Method tables as the generator writes them. */
type Table = Pick<MethodsFile, 'errors'> & { methods: object };

const read = new Map<string, Table>();

/** Tables that the code of the kit calls methods of are part of it; those of other versions are read when they are needed. */
function tableOf(key: string): Table | undefined {
  if (Object.hasOwn(tables, key)) return tables[key as keyof typeof tables];
  const known = read.get(key);
  if (known) return known;
  const file = join(builtFiles(), 'methods', `${key}.json`);
  if (!/^[\w.-]+\/[\w.-]+$/.test(key) || !existsSync(file)) return undefined;
  const table = JSON.parse(readFileSync(file, 'utf8')) as Table;
  read.set(key, table);
  return table;
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
