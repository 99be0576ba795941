// What each schema file says of itself: its title, a description of it and of each member, an example. And where its references lead.
import { posix } from 'node:path';
import { memberAt, type Problem } from './problems.js';
import { isObject } from './read-files.js';
import type { Loose } from './types.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** The definitions of a file: itself, and what it has below `$defs`. */
const definitionsIn = (schema: Loose): [pointer: string, definition: unknown][] => [
  ['', schema],
  ...Object.entries(isObject(schema.$defs) ? schema.$defs : {}).map(([name, one]): [string, unknown] => [
    memberAt('/$defs', name),
    one,
  ]),
];

/** What the definitions of a file lack; `file` is its path below the folder. */
export function undescribed(file: string, schema: Loose): Problem[] {
  const problems: Problem[] = [];
  const lacks = (pointer: string, what: string) => problems.push({ file, pointer, message: `lacks ${what}` });
  if (schema.$schema !== undefined && schema.$schema !== DIALECT) lacks('', `\`"$schema": "${DIALECT}"\``);
  for (const [pointer, definition] of definitionsIn(schema)) {
    if (!isObject(definition)) continue;
    if (!isText(definition.title)) lacks(pointer, 'a `title`: its name');
    if (!isText(definition.description)) lacks(pointer, 'a `description`: a sentence that says what it is');
    if (!Array.isArray(definition.examples) || definition.examples.length === 0)
      lacks(pointer, '`examples`: a list with one valid value at least');
    for (const [name, member] of Object.entries(isObject(definition.properties) ? definition.properties : {})) {
      if (isObject(member) && (isText(member.description) || '$ref' in member)) continue;
      lacks(memberAt(memberAt(pointer, 'properties'), name), 'a `description`, or a `$ref` to what has one');
    }
  }
  return problems;
}

/** What is below these is no schema. */
const VALUES = ['examples', 'const', 'enum', 'default'];
/** What is in these are schemas by name. */
const BY_NAME = ['properties', '$defs', 'dependentSchemas', 'patternProperties'];

/** Files and folders that can't be read. */
export interface Unknown {
  unread: Set<string>;
  broken: Set<string>;
}

/** Every schema with a `$ref`, each with the pointer to that. */
function* references(schema: unknown, pointer = ''): Generator<{ schema: Loose; ref: unknown; pointer: string }> {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) yield* references(item, `${pointer}/${index}`);
    return;
  }
  if (!isObject(schema)) return;
  for (const [name, value] of Object.entries(schema)) {
    const at = memberAt(pointer, name);
    if (name === '$ref') yield { schema, ref: value, pointer: at };
    else if (BY_NAME.includes(name) && isObject(value))
      for (const [key, inner] of Object.entries(value)) yield* references(inner, memberAt(at, key));
    else if (!VALUES.includes(name)) yield* references(value, at);
  }
}

/**
 * Finds the references that lead nowhere and takes them out of their schemas, which then take any value there: so the rest can be judged.
 * `whole` is with what revisions take over from others; `unknown` are files and folders that can't be read, to which any reference leads.
 */
export function brokenReferences(
  { schemas, origins }: { schemas: Map<string, Loose>; origins: Map<string, string> },
  unknown: Unknown,
): Problem[] {
  const problems: Problem[] = [];
  const open = new Set<unknown>();
  // Files before what is made of them, which shares their parts.
  const ids = [...schemas.keys()].sort((a, b) => Number(origins.has(a)) - Number(origins.has(b)));
  for (const id of ids)
    for (const { schema, ref, pointer } of [...references(schemas.get(id))]) {
      const why = brokenBecause(id, ref, schemas, unknown);
      if (why === undefined) continue;
      delete schema.$ref;
      open.add(schema);
      if (why !== '') problems.push({ ...placeOf(id, pointer, origins), message: why });
    }
  // A value that fits such a schema would fit several branches of a union.
  if (open.size > 0) for (const schema of schemas.values()) makeInclusive(schema, open);
  return problems;
}

/** Says `anyOf` where one of the branches of a `oneOf` takes any value. */
function makeInclusive(schema: unknown, open: ReadonlySet<unknown>): void {
  if (Array.isArray(schema)) for (const item of schema) makeInclusive(item, open);
  if (!isObject(schema)) return;
  if (Array.isArray(schema.oneOf) && schema.oneOf.some((branch) => open.has(branch))) {
    schema.allOf = [...((schema.allOf as unknown[] | undefined) ?? []), { anyOf: schema.oneOf }];
    delete schema.oneOf;
  }
  for (const inner of Object.values(schema)) makeInclusive(inner, open);
}

/** Why a reference leads nowhere; empty if it leads into a file that can't be read, and undefined if it leads to a definition. */
function brokenBecause(
  from: string,
  ref: unknown,
  schemas: Map<string, Loose>,
  { unread, broken }: Unknown,
): string | undefined {
  if (typeof ref !== 'string') return '$ref must be text';
  const [path = '', fragment = ''] = ref.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path));
  if (unread.has(file)) return fragment === '' ? undefined : '';
  const there = schemas.get(file);
  if (there === undefined && broken.has(posix.dirname(file))) return '';
  if (there === undefined) return `$ref ${ref} leads nowhere: ${file} does not exist${nearest(file, schemas)}`;
  if (fragment === '') return undefined;
  const [, name] = /^\/\$defs\/([^/]+)$/.exec(fragment) ?? [];
  if (name === undefined || isDefinition(file))
    return `cannot follow $ref ${ref}: it has to lead to a file, or to \`$defs/NAME\` of a format`;
  return (there.$defs as Loose | undefined)?.[name] === undefined
    ? `$ref ${ref} leads nowhere: ${file} has no $defs/${name}`
    : undefined;
}

/** Whether a file is one definition of a protocol: `mcp/2025-11-25/Tool.json`, and no format of ours. */
const isDefinition = (id: string): boolean => id.split('/').length > 2;

/** That a file of the same name is elsewhere in the protocol. */
function nearest(file: string, schemas: Map<string, Loose>): string {
  const [protocol] = file.split('/');
  const same = [...schemas.keys()].find(
    (id) => id.startsWith(`${protocol}/`) && posix.basename(id) === posix.basename(file),
  );
  return same === undefined ? '' : `; ${same} does`;
}

/** Where what is said of a definition is to be mended: in its file, or in the revision that takes it over from another one. */
export function placeOf(id: string, pointer: string, origins: Map<string, string>): { file: string; pointer: string } {
  if (!origins.has(id)) return { file: id, pointer };
  const name = posix.basename(id, '.json');
  return { file: `${posix.dirname(id)}/revision.yaml`, pointer: memberAt('/definitions/changes', name) };
}
