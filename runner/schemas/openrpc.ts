// An OpenRPC 1.3 document of a group: its methods in both directions, with the definitions as components.
import type { JsonSchema } from '../../src/schemas/json-schema.js';
import { mapRefs } from './groups.js';
import { methodTable } from './methods.js';
import type { Group, Loose, Schema } from './types.js';

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const toComponents = <T>(schema: T): T => mapRefs(schema, (ref) => ref.replace('#/$defs/', '#/components/schemas/'));

/** Follows references until something else than a reference stands there. */
function resolved(schema: JsonSchema | undefined, defs: Group['defs']): Schema | undefined {
  let at = schema as Schema | undefined;
  while (at?.$ref) at = defs[at.$ref.replace('#/$defs/', '')];
  return at;
}

/**
 * The members of params, each with the schemas that it has in some branch of a union and whether every branch requires
 * it.
 */
interface Member {
  schemas: JsonSchema[];
  required: boolean;
}

function members(schema: JsonSchema | undefined, defs: Group['defs']): Map<string, Member> {
  const at = resolved(schema, defs);
  const own = Object.entries(at?.properties ?? {}).map(([name, inner]): [string, Member] => [
    name,
    { schemas: [inner], required: at!.required?.includes(name) ?? false },
  ]);
  const all = new Map(own);
  for (const part of at?.allOf ?? []) {
    for (const [name, member] of members(part, defs)) all.set(name, member);
  }
  const branches = (at?.anyOf ?? at?.oneOf ?? []).map((branch) => members(branch, defs));
  for (const name of new Set(branches.flatMap((branch) => [...branch.keys()]))) {
    const found = branches.flatMap((branch) => branch.get(name) ?? []);
    const unique = new Map(found.flatMap((member) => member.schemas).map((inner) => [JSON.stringify(inner), inner]));
    all.set(name, {
      schemas: [...unique.values()],
      required: found.length === branches.length && found.every((member) => member.required),
    });
  }
  return all;
}

function parameters(params: JsonSchema | undefined, defs: Group['defs']) {
  const list = [...members(params, defs)].map(([name, { schemas, required }]) => ({
    name,
    ...(schemas.length === 1 && (schemas[0] as Schema).description
      ? { summary: (schemas[0] as Schema).description }
      : {}),
    required,
    schema: toComponents(schemas.length === 1 ? schemas[0] : { anyOf: schemas }),
  }));
  return [...list.filter((item) => item.required), ...list.filter((item) => !item.required)];
}

/**
 * The document. Params are by name; `x-params` and `x-message` (where there is one) refer to the exact schemas, `x-direction`, `x-kind` and
 * `x-capability` and `x-data` of an error say what OpenRPC has no words for. A notification has no result.
 */
export function openRpc(group: Group): Loose {
  const table = methodTable(group)!;
  const methods = Object.entries(table.methods).map(([name, entry]) => {
    const params = entry.params ? { $ref: `#/$defs/${entry.params}` } : group.defs[entry.message!]!.properties!.params;
    const results = entry.results.map(component);
    return {
      name,
      summary: entry.summary,
      paramStructure: 'by-name',
      params: parameters(params, group.defs),
      ...(results.length > 0
        ? {
            result: {
              name: entry.results.join(' or '),
              required: true,
              schema: results.length === 1 ? results[0] : { anyOf: results },
            },
          }
        : {}),
      ...(entry.errors.length > 0
        ? {
            errors: entry.errors.map((error) => ({
              code: table.errors[error]!.code,
              message: table.errors[error]!.meaning,
              ...(table.errors[error]!.data ? { 'x-data': component(table.errors[error]!.data) } : {}),
            })),
          }
        : {}),
      'x-kind': entry.kind,
      'x-direction': entry.direction,
      ...(entry.message ? { 'x-message': component(entry.message) } : {}),
      ...(params ? { 'x-params': toComponents(params) } : {}),
      'x-params-required': entry.paramsRequired,
      ...(entry.capability ? { 'x-capability': entry.capability } : {}),
      ...(entry.discriminator ? { 'x-discriminator': entry.discriminator } : {}),
    };
  });
  return {
    openrpc: '1.3.2',
    info: { title: table.title, version: table.version },
    methods,
    components: { schemas: toComponents(group.defs) },
  };
}
