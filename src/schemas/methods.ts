import { tables } from '../generated/methods/index.js';

/** What must have been advertised before a method is used. */
export interface MethodCapability {
  /** Whose capability. `sender` and `receiver` stand for methods that go both ways: of this very message. */
  side: 'client' | 'server' | 'sender' | 'receiver';
  /** JSON Pointer into the capabilities of that side. */
  pointer: string;
}

/** One method of a protocol version. Definitions are named as in the bundle. */
export interface MethodEntry {
  summary: string;
  /** Who sends it. The server is the side that serves: a server, an agent, a runtime. */
  direction: 'client-to-server' | 'server-to-client' | 'both';
  kind: 'request' | 'notification';
  /** Definition of the whole request or notification, where the protocol has one. */
  message?: string;
  /** Definition of the params, where they have a name; always set where `message` is not. */
  params?: string;
  /** Whether the message must carry params. */
  paramsRequired: boolean;
  /** Definitions of the results that are possible; empty for a notification. */
  results: string[];
  /** Names of errors that the method may end with, besides those that any request may end with. */
  errors: string[];
  capability?: MethodCapability;
  /** JSON Pointer, in params, to the member that tells variants apart. */
  discriminator?: string;
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
