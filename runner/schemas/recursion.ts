import type { JsonSchema } from '../../src/schemas/json-schema.js';
import type { Group, Loose, Schema } from './types.js';

/** What is below these is no schema. */
const VALUES = ['examples', 'const', 'enum', 'default'];
/** What is in these are schemas by name. */
const BY_NAME = ['properties', '$defs', 'dependentSchemas', 'patternProperties'];
/** What is below these is judged of another value than what they stand in. */
const CONTAINERS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'contains',
];

/**
 * Definitions in which none contains itself, so that references can be replaced by what they lead to. Where a definition would contain itself,
 * as a member or an item, anything may be, and `x-recursive` says what is meant.
 */
export function withoutRecursion(defs: Group['defs']): Group['defs'] {
  const circles = circlesOf(defs);
  const entries = Object.entries(defs).map(([name, schema]): [string, Schema] => {
    const own = circles.get(name);
    return [name, own === undefined ? schema : (cut(schema, (to) => own.has(to), false) as Schema)];
  });
  return Object.fromEntries(entries);
}

const definitionIn = (ref: unknown): string | undefined => /^#\/\$defs\/(.+)$/.exec(String(ref))?.[1];

function cut(schema: JsonSchema | undefined, isOfCircle: (name: string) => boolean, inside: boolean): JsonSchema {
  const walk = (value: unknown, within: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, within));
    return typeof value === 'object' && value !== null ? cut(value as Schema, isOfCircle, within) : value;
  };
  const { $ref, ...rest } = schema as Schema;
  const name = definitionIn($ref);
  const copy: Loose = {};
  if ($ref !== undefined && inside && name !== undefined && isOfCircle(name))
    copy['x-recursive'] = $ref.replace('#/$defs/', '#/components/schemas/');
  else if ($ref !== undefined) copy.$ref = $ref;
  for (const [word, value] of Object.entries(rest)) {
    const within = inside || CONTAINERS.includes(word);
    if (VALUES.includes(word)) copy[word] = value;
    else if (BY_NAME.includes(word))
      copy[word] = Object.fromEntries(Object.entries(value as Loose).map(([key, inner]) => [key, walk(inner, within)]));
    else copy[word] = walk(value, within);
  }
  return copy as Schema;
}

/** By definition, all definitions that it leads to and that lead back to it, if there are any. */
function circlesOf(defs: Group['defs']): Map<string, Set<string>> {
  const direct = new Map(Object.entries(defs).map(([name, schema]) => [name, referencesOf(schema)]));
  const reached = new Map([...direct.keys()].map((name) => [name, reachedFrom(name, direct)]));
  const circles = new Map<string, Set<string>>();
  for (const [name, all] of reached) {
    if (!all.has(name)) continue;
    circles.set(name, new Set([...all].filter((other) => reached.get(other)?.has(name))));
  }
  return circles;
}

function reachedFrom(name: string, direct: Map<string, Set<string>>): Set<string> {
  const found = new Set<string>();
  const open = [...(direct.get(name) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(direct.get(next) ?? []));
  }
  return found;
}

function referencesOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [word, inner] of Object.entries(value)) {
    const name = word === '$ref' ? definitionIn(inner) : undefined;
    if (name !== undefined) found.add(name);
    else if (!VALUES.includes(word)) referencesOf(inner, found);
  }
  return found;
}
