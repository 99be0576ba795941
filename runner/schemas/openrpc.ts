// An OpenRPC 1.3 document of a group: its methods in both directions, with the definitions as components.
import type { Json } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import type { JsonSchema } from '../../src/schemas/json-schema.js';
import { mapRefs } from './groups.js';
import { methodTable } from './methods.js';
import { withoutRecursion } from './recursion.js';
import type { Group, Loose, Method, MethodError, MethodTable, Schema } from './types.js';

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const toComponents = <T>(schema: T): T => mapRefs(schema, (ref) => ref.replace('#/$defs/', '#/components/schemas/'));

/** The schema at the end of a chain of references. */
function resolved(schema: JsonSchema | undefined, defs: Group['defs']): Schema | undefined {
  let at = schema as Schema | undefined;
  while (at?.$ref) at = defs[at.$ref.replace('#/$defs/', '')];
  return at;
}

/** The first description on the way from a schema to what its references lead to. */
function describedBy(schema: JsonSchema | undefined, defs: Group['defs']): string | undefined {
  let at = schema as Schema | undefined;
  while (at?.$ref && !at.description) at = defs[at.$ref.replace('#/$defs/', '')];
  return at?.description;
}

interface Member {
  schemas: JsonSchema[];
  required: boolean;
}

/**
 * The members of params, each with the schemas that it has in some branch of a union and whether every branch requires
 * it.
 */
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
  const list = [...members(params, defs)].map(([name, { schemas, required }]) => {
    const about = schemas.map((schema) => describedBy(schema, defs)).find((text) => text !== undefined);
    const schema = toComponents(schemas.length === 1 ? schemas[0]! : { anyOf: schemas });
    return {
      name,
      ...(about === undefined ? {} : { summary: about, description: about }),
      required,
      // A reference leads to a definition, which has a title.
      schema: typeof schema === 'boolean' || schema.$ref ? schema : { title: name, ...schema },
    };
  });
  return [...list.filter((item) => item.required), ...list.filter((item) => !item.required)];
}

/**
 * What a method is about: `tools` of `notifications/tools/list_changed`, `lsp` of `lsp.format`; `connection` if its name has one part. A
 * name such as `SendMessage` says it in no part of its own.
 */
function areaOf(method: string): string | undefined {
  if (/^[A-Z]/.test(method)) return undefined;
  const [first = '', ...rest] = method.replace(/^[_$]\/?|^notifications\//, '').split(/[/.]/);
  return rest.length > 0 ? first : 'connection';
}

const SENDERS = {
  'client-to-server': 'The client sends it.',
  'server-to-client': 'The server sends it.',
  both: 'Either side sends it.',
};

/** Codes of JSON-RPC with which any request may end, besides those that a method names. */
const ANY_REQUEST = [-32700, -32600, -32601, -32602, -32603];

/** The errors that a request may end with; if the table does not say which, any of it. */
function errorsOf({ kind, errors }: Method, table: MethodTable): MethodError[] {
  if (kind === 'notification') return [];
  const all = Object.entries(table.errors);
  const own = all.filter(
    ([name, { code }]) => errors.length === 0 || errors.includes(name) || ANY_REQUEST.includes(code),
  );
  return own.map(([, error]) => error);
}

const MOST_EXAMPLES = 3;

/** Calls made of the examples of the definitions, each with a result if the method is answered. */
function examplesOf(name: string, entry: Method, { defs }: Group) {
  const of = (definition: string): Json[] => defs[definition]?.examples ?? [];
  const calls = entry.message
    ? of(entry.message).map((message) => (isObject(message) ? (message.params ?? {}) : {}))
    : of(entry.params!);
  const results = entry.results.flatMap((one) => of(one).map((value) => ({ name: one, value })));
  const given = calls.filter(isObject).slice(0, MOST_EXAMPLES);
  return (given.length > 0 ? given : [{}]).map((params, index, all) => ({
    name: all.length === 1 ? name : `${name} ${index + 1}`,
    params: Object.entries(params).map(([member, value]) => ({ name: member, value })),
    ...(entry.kind === 'request' && results.length > 0 ? { result: results[index % results.length] } : {}),
  }));
}

/**
 * The document. Params are by name; `x-params` and `x-message` (where there is one) refer to the exact schemas, `x-direction`, `x-kind` and
 * `x-capability` and `x-error-data` (by code) say what OpenRPC has no words for. A notification has no result. What would make a definition
 * contain itself is open, with `x-recursive` as its reference.
 */
export function openRpc(group: Group): Loose {
  const table = methodTable(group)!;
  const methods = Object.entries(table.methods).map(([name, entry]) => {
    const area = areaOf(name);
    const params = entry.params ? { $ref: `#/$defs/${entry.params}` } : group.defs[entry.message!]!.properties!.params;
    const results = entry.results.map(component);
    const errors = errorsOf(entry, table);
    const withData = errors.flatMap(({ code, data }) => (data ? [[code, component(data)] as const] : []));
    const about = entry.results.map((one) => group.defs[one]!.description).join(' Or: ');
    return {
      name,
      tags: [...(area === undefined ? [] : [{ name: area }]), { name: entry.direction }],
      summary: entry.summary,
      description: `${entry.summary} ${SENDERS[entry.direction]}`,
      paramStructure: 'by-name',
      params: parameters(params, group.defs),
      ...(results.length > 0
        ? {
            result: {
              name: entry.results.join(' or '),
              summary: about,
              description: about,
              required: true,
              schema: results.length === 1 ? results[0] : { title: entry.results.join(' or '), anyOf: results },
            },
          }
        : {}),
      ...(errors.length > 0 ? { errors: errors.map(({ code, meaning }) => ({ code, message: meaning })) } : {}),
      examples: examplesOf(name, entry, group),
      ...(withData.length > 0 ? { 'x-error-data': Object.fromEntries(withData) } : {}),
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
    info: { title: table.title, version: table.version, description: `The methods of ${table.title}, of both sides.` },
    methods,
    components: { schemas: toComponents(withoutRecursion(group.defs)) },
  };
}
