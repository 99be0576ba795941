import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import type { MethodTable } from '../../../src/schemas/index.js';
import type { Bundle, JsonSchema, SchemaObject } from '../../../src/schemas/json-schema.js';

type MethodEntry = MethodTable[string];

/** What is known of a method. Not every file says who sends it. */
export interface KnownMethod extends Omit<MethodEntry, 'direction'> {
  direction?: MethodEntry['direction'];
  /** It was found by the names of definitions: nothing is known of its capability, its errors and other results. */
  found?: true;
}

/** A method table, or what the definitions of a file say of methods. */
export type KnownMethods = { [method: string]: KnownMethod };

/** A definition that lists the messages of one side, as MCP has them: `ClientRequest`. */
const LIST = /^(Client|Agent|Server)(Request|Notification)$/;

/**
 * The methods of a bundle that has no method table, as far as its definitions name them: by `x-method` and `x-side`, which says who
 * answers, as ACP has them, or by a constant `method`. Who sends a message is known by `x-side`, or by a list such as `ClientRequest`. If there are
 * such lists, what is in none of them is part of another message.
 */
export function methodsIn({ $defs }: Bundle): KnownMethods {
  const table: KnownMethods = Object.create(null);
  const listed = listedIn($defs);
  for (const [name, schema] of Object.entries($defs)) {
    if (!isSchema(schema) || LIST.test(name)) continue;
    const { 'x-method': method, 'x-side': side } = schema as { [keyword: string]: Json };
    const named = typeof method === 'string' ? method : methodOf(schema);
    if (named === undefined) continue;
    const lists = listed.get(name) ?? [];
    if (listed.size > 0 && lists.length === 0 && typeof method !== 'string') continue;
    const entry = table[named] ?? entryFor(typeof method === 'string' ? answeredBy(side) : sentFrom(lists));
    table[named] = entry;
    if (/(Response|Result)$/.test(name)) entry.results.push(name);
    else if (typeof method === 'string') {
      entry.params = name;
      entry.kind = name.endsWith('Notification') ? 'notification' : 'request';
    } else {
      entry.message = name;
      entry.kind = kindOf(name, schema);
      const result = name.replace(/Request$/, 'Result');
      if (entry.kind === 'request' && result !== name && $defs[result] !== undefined) entry.results.push(result);
    }
  }
  return table;
}

/** The lists that each definition is in; a list of one message may be that message itself. */
function listedIn($defs: Bundle['$defs']): Map<string, string[]> {
  const listed = new Map<string, string[]>();
  for (const [list, schema] of Object.entries($defs)) {
    if (!LIST.test(list) || !isSchema(schema)) continue;
    const method = methodOf(schema);
    const members =
      method === undefined
        ? (schema.anyOf ?? schema.oneOf ?? [schema]).map((one) => (isSchema(one) ? one.$ref : undefined))
        : Object.entries($defs).map(([name, one]) =>
            isSchema(one) && methodOf(one) === method ? `#/$defs/${name}` : undefined,
          );
    for (const ref of members) {
      const name = ref?.replace('#/$defs/', '');
      if (name !== undefined) listed.set(name, [...(listed.get(name) ?? []), list]);
    }
  }
  return listed;
}

function methodOf({ properties }: SchemaObject): string | undefined {
  const constant = isSchema(properties?.method) ? properties.method.const : undefined;
  return typeof constant === 'string' ? constant : undefined;
}

function kindOf(name: string, { properties }: SchemaObject): KnownMethod['kind'] {
  if (/Notification$/.test(name)) return 'notification';
  if (/Request$/.test(name)) return 'request';
  return properties?.id === undefined ? 'notification' : 'request';
}

const entryFor = (direction: KnownMethod['direction']): KnownMethod => ({
  ...{ summary: '', kind: 'request', paramsRequired: false, results: [], errors: [], found: true },
  ...(direction && { direction }),
});

function answeredBy(side: Json | undefined): KnownMethod['direction'] {
  if (side === 'both' || side === 'protocol') return 'both';
  if (side === 'agent' || side === 'server') return 'client-to-server';
  return side === 'client' ? 'server-to-client' : undefined;
}

function sentFrom(lists: readonly string[]): KnownMethod['direction'] {
  const [client, server] = [/^Client/, /^(Server|Agent)/].map((side) => lists.some((list) => side.test(list)));
  if (client && server) return 'both';
  return client ? 'client-to-server' : server ? 'server-to-client' : undefined;
}

const isSchema = (schema: JsonSchema | undefined): schema is SchemaObject => isObject(schema as Json | undefined);
