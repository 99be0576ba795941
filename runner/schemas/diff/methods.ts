import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import type { MethodTable } from '../../../src/schemas/index.js';
import type { Bundle, JsonSchema, SchemaObject } from '../../../src/schemas/json-schema.js';

type MethodEntry = MethodTable[string];

/**
 * The methods of a bundle that has no method table, as far as its definitions name them: by `x-method` and `x-side`, which says who
 * answers, as ACP has them, or by a constant `method`. Nothing says then who sends a message, so that each may be sent by both sides.
 */
export function methodsIn({ $defs }: Bundle): MethodTable {
  const table: MethodTable = Object.create(null);
  for (const [name, schema] of Object.entries($defs)) {
    if (!isSchema(schema)) continue;
    const { 'x-method': method, 'x-side': side } = schema as { [keyword: string]: Json };
    const constant = isSchema(schema.properties?.method) ? schema.properties.method.const : undefined;
    const named = typeof method === 'string' ? method : typeof constant === 'string' ? constant : undefined;
    if (named === undefined) continue;
    const entry = table[named] ?? entryFor(side);
    table[named] = entry;
    if (/(Response|Result)$/.test(name)) entry.results.push(name);
    else if (typeof method === 'string') {
      entry.params = name;
      entry.kind = name.endsWith('Notification') ? 'notification' : 'request';
    } else {
      entry.message = name;
      entry.kind = schema.properties?.id === undefined ? 'notification' : 'request';
    }
  }
  return table;
}

function entryFor(side: Json | undefined): MethodEntry {
  const direction =
    side === 'agent' || side === 'server' ? 'client-to-server' : side === 'client' ? 'server-to-client' : 'both';
  return { summary: '', direction, kind: 'request', paramsRequired: false, results: [], errors: [] };
}

const isSchema = (schema: JsonSchema | undefined): schema is SchemaObject => isObject(schema as Json | undefined);
