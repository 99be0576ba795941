// Reads a folder of schemas and links every group of definitions into one set whose references are `#/$defs/NAME`.
import { posix } from 'node:path';
import type { Bundle } from '../../src/schemas/json-schema.js';
import { errataByFolder } from './errata.js';
import { awkwardForms } from './forms.js';
import { brokenReferences, placeOf, undescribed } from './inspect.js';
import { messageDefinitions, rootsOf } from './messages.js';
import { tableProblems } from './methods.js';
import { type Problem, type SchemaFolder, SchemaProblems } from './problems.js';
import { readInFolders, readSchemas } from './read-files.js';
import { type Revision, type Whole, withRevisions } from './revisions.js';
import type { Group, Loose, Schema, WrittenMethod, WrittenTable } from './types.js';

/** A copy of a schema in which every `$ref` went through `rename`. Examples, constants and defaults are left alone. */
export function mapRefs<T>(schema: T, rename: (ref: string) => string): T {
  if (Array.isArray(schema)) return schema.map((item) => mapRefs(item, rename)) as T;
  if (schema === null || typeof schema !== 'object') return schema;
  const copy: Loose = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$ref') copy.$ref = rename(value as string);
    else if (name === 'properties' || name === '$defs' || name === 'dependentSchemas' || name === 'patternProperties')
      copy[name] = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapRefs(inner, rename)]));
    else if (name === 'examples' || name === 'const' || name === 'enum' || name === 'default') copy[name] = value;
    else copy[name] = mapRefs(value, rename);
  }
  return copy as T;
}

const bare = ({ $schema, $id, $defs, ...rest }: Loose): Schema => rest as Schema;
export const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
/** What definitions from a folder are called: `oauth-script` becomes `OauthScript`, as types are named. */
const ofFolder = (file: string): string => posix.dirname(file).split('-').map(capital).join('');

/** The name of the files that are generated for a group. */
export const fileOf = (protocol: string, version: string): string => `${protocol}-${version}`;

/** Definition that a reference from file `from` means: the file, and the name of its definition or '' for its root. */
function target(from: string, ref: string): { file: string; name: string | undefined } {
  const [path = '', pointer = ''] = ref.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path));
  const name = pointer === '' ? '' : /^\/\$defs\/([^/]+)$/.exec(pointer)?.[1];
  return { file, name };
}

/** Links the definitions of a format, and whatever they refer to in other files, into one set of names. */
function linkFormat(id: string, schemas: Map<string, Loose>): Pick<Group, 'root' | 'defs' | 'taken'> {
  const defs: Group['defs'] = {};
  const names = new Map<string, string>();
  const nameOf = (from: string, ref: string): string => {
    const { file, name } = target(from, ref);
    const key = `${file}#${name}`;
    if (!names.has(key)) {
      const foreign = schemas.get(file);
      const schema = name === '' ? foreign && bare(foreign) : definition(foreign, name);
      const wanted = name || ofFolder(file);
      const taken = [...names.values()].includes(wanted) || (file !== id && definition(schemas.get(id), wanted));
      const own = taken ? ofFolder(file) + wanted : wanted;
      names.set(key, own);
      defs[own] = mapRefs(schema!, (inner) => `#/$defs/${nameOf(file, inner)}`);
    }
    return names.get(key)!;
  };
  const schema = schemas.get(id)!;
  for (const name of Object.keys(schema.$defs ?? {})) nameOf(id, `#/$defs/${name}`);
  const root = mapRefs(bare(schema), (ref) => `#/$defs/${nameOf(id, ref)}`);
  const taken: Group['taken'] = new Map();
  for (const [key, own] of names) {
    const [file = '', name] = key.split('#');
    const typeName = name || `${ofFolder(file)}File`;
    if (file !== id)
      taken.set(capital(own), { file: fileOf(posix.dirname(file), posix.basename(file, '.json')), name: typeName });
  }
  return { root, defs, taken };
}

/**
 * Links the definitions of a protocol, and whatever they or its method table refer to in other folders. What comes from
 * elsewhere keeps its name, with its protocol in front (`AcpToolCall`) where the name is taken.
 */
function linkProtocol(
  folder: string,
  ids: readonly string[],
  { schemas, origins }: Pick<Whole, 'schemas' | 'origins'>,
  table: WrittenTable | undefined,
  problems: Problem[],
): Pick<Group, 'defs' | 'methods' | 'taken'> {
  const names = new Map(ids.map((id) => [id, posix.basename(id, '.json')]));
  const defs: Group['defs'] = {};
  const nameOf = (from: string, ref: string): string => {
    const { file, name } = target(from, ref);
    // A definition of a format is in a file with others.
    const key = name ? `${file}#${name}` : file;
    if (!names.has(key)) {
      const wanted = name || posix.basename(file, '.json');
      const taken = [...names.values()].includes(wanted);
      names.set(key, taken ? capital(file.split('/')[0]!) + wanted : wanted);
      link(key);
    }
    return names.get(key)!;
  };
  const link = (key: string) => {
    const [file = '', name] = key.split('#');
    const own = names.get(key)!;
    if (defs[own])
      problems.push({ ...placeOf(file, '', origins), message: `another definition is named ${own} already` });
    const schema = schemas.get(file)!;
    defs[own] = mapRefs(bare(name ? definition(schema, name)! : schema), (ref) => `#/$defs/${nameOf(file, ref)}`);
  };
  for (const id of ids) link(id);
  const methods =
    table &&
    linkMethods(table, (name) => {
      const isThere = schemas.has(posix.normalize(`${folder}/${name}.json`));
      return isThere ? nameOf(`${folder}/methods.yaml`, `${name}.json`) : name;
    });
  const taken: Group['taken'] = new Map();
  for (const [key, own] of names) {
    const [id = '', name] = key.split('#');
    const from = origins.get(id) ?? id;
    if (posix.dirname(from) === folder) continue;
    const file = name
      ? fileOf(posix.dirname(from), posix.basename(from, '.json'))
      : posix.dirname(from).split('/').join('-');
    taken.set(capital(own), { file, name: capital(name ?? posix.basename(from, '.json')) });
  }
  return { defs, taken, ...(methods && { methods }) };
}

/** A copy of a method table in which definitions of other folders, such as `../v1/Task`, have the names that `linked` gives. */
function linkMethods(table: WrittenTable, linked: (name: string) => string): WrittenTable {
  const named = (name: string) => (name.includes('/') ? linked(name) : name);
  const entries = Object.entries(table.methods).map(
    ([method, { message, params, result, ...rest }]): [string, WrittenMethod] => [
      method,
      {
        ...rest,
        ...(message === undefined ? {} : { message: named(message) }),
        ...(params === undefined ? {} : { params: named(params) }),
        ...(result === undefined ? {} : { result: Array.isArray(result) ? result.map(named) : named(result) }),
      },
    ],
  );
  return { ...table, methods: Object.fromEntries(entries) };
}

/** A definition of a format by its name. */
const definition = (schema: Loose | undefined, name: string | undefined): Schema | undefined =>
  (schema?.$defs as { [name: string]: Schema } | undefined)?.[name ?? ''];

export interface Inspected {
  groups: Group[];
  problems: Problem[];
  /** What the files do not say of themselves, or say in a form that tools of others handle badly. */
  lacking: Problem[];
  /** By id, what a revision takes over from another one. */
  origins: Map<string, string>;
}

/** All groups of a folder of schemas, sorted by name, without what is wrong in the files: `problems` has that. */
export function inspectGroups(dir: string): Inspected {
  const problems: Problem[] = [];
  const { schemas: own, unread } = readSchemas(dir, problems);
  const broken = new Set<string>();
  const readable = [...own].filter(([id]) => !unread.has(id));
  const lacking = readable.flatMap(([id, schema]) => undescribed(id, schema));
  // What else they hold is found by what happens to it.
  const revisions = readInFolders(dir, 'revision.yaml', { title: 'text', extends: 'text' }, problems, broken) as Map<
    string,
    unknown
  > as Map<string, Revision>;
  const written = readInFolders(dir, 'methods.yaml', { errors: 'object', methods: 'object' }, problems, broken) as Map<
    string,
    unknown
  > as Map<string, WrittenTable>;
  const errata = errataByFolder(readInFolders(dir, 'errata.yaml', { errata: 'list' }, problems, new Set()), revisions);
  const whole = withRevisions(own, revisions, written, problems, { unread, broken });
  const { schemas, tables, origins } = whole;
  problems.push(...brokenReferences(whole, { unread, broken }));
  // What tells branches apart is known only if all references lead somewhere.
  if (problems.length === 0) lacking.push(...awkwardForms(whole));
  const folders = new Map<string, string[]>();
  for (const id of [...schemas.keys()].sort()) {
    const folder = posix.dirname(id);
    folders.set(folder, [...(folders.get(folder) ?? []), id]);
  }
  const groups: Group[] = [];
  for (const [folder, ids] of folders) {
    if (folder.includes('/')) {
      const [protocol, version] = folder.split('/') as [string, string];
      const table = tables.get(folder);
      const { defs, methods, taken } = linkProtocol(folder, ids, whole, table, problems);
      const title = methods?.title ?? `${protocol} ${version}`;
      const description = `All definitions of ${title}.`;
      const group: Group = { protocol, version, kind: 'protocol', title, description, defs, taken };
      if (methods) group.methods = methods;
      const differences = errata(folder);
      if (differences) group.errata = differences;
      groups.push(group);
      // Of a file that can't be read it is not known what message it is.
      if (broken.has(folder) || ids.some((id) => unread.has(id))) continue;
      const wrong = tableProblems(group, `${folder}/${revisions.has(folder) ? 'revision' : 'methods'}.yaml`);
      problems.push(...wrong);
      if (wrong.length > 0) continue;
      const made = messageDefinitions(group);
      Object.assign(defs, made);
      group.made = Object.keys(made);
    } else {
      for (const id of ids) {
        const { root, defs, taken } = linkFormat(id, schemas);
        const version = posix.basename(id, '.json');
        groups.push({
          protocol: folder,
          version,
          kind: 'format',
          title: root!.title ?? folder,
          description: root!.description ?? '',
          root: root!,
          defs,
          taken,
        });
      }
    }
  }
  return { groups, problems, lacking, origins };
}

/** The groups, if they can be made, whatever their files do not say of themselves. Throws SchemaProblems. */
export function readGroups(folder: SchemaFolder): Group[] {
  const { groups, problems } = inspectGroups(folder.dir);
  if (problems.length > 0) throw new SchemaProblems(problems, folder);
  return groups;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Where our bundles say that they are: a name, under which nothing is served. */
export const BASE = 'https://proctor.example/schemas/';

/**
 * The bundle of a group: one schema file, definitions under `$defs`, references as `#/$defs/NAME`. The root of a protocol takes its messages.
 * `base` begins its `$id`.
 */
export function bundleOf(group: Group, base: string = BASE): Bundle {
  const { examples, title, description, ...root } = group.root ?? {};
  return {
    $schema: DIALECT,
    $id: `${base}${group.protocol}/${group.version}.json`,
    title: group.title,
    description: group.description,
    ...root,
    ...(examples ? { examples } : {}),
    ...(group.root ? {} : { anyOf: rootsOf(group).map((name) => ({ $ref: `#/$defs/${name}` })) }),
    $defs: group.defs,
  };
}
