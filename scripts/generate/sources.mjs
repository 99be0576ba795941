// Reads schemas/ and links every group of definitions into one set whose references are `#/$defs/NAME`.
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenReferences, placeOf, undescribed } from './inspect.mjs';
import { tableProblems } from './methods.mjs';
import { SchemaProblems } from './problems.mjs';
import { readInFolders, readSchemas } from './read-files.mjs';
import { withRevisions } from './revisions.mjs';

export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const schemasDir = join(repository, 'schemas');

/**
 * A group of definitions that is published as one bundle.
 *
 * @typedef {object} Group
 * @property {string} protocol first folder: `mcp`, or the name of one of our formats, such as `case`
 * @property {string} version `2025-11-25`, `v1`
 * @property {'protocol' | 'format'} kind a folder of definitions, or a file of our own
 * @property {string} title
 * @property {string} description
 * @property {object | undefined} root of a format: its root schema without `$defs`
 * @property {Record<string, object>} defs linked definitions by name
 * @property {Map<string, { file: string, name: string }>} taken definitions that are, or were, those of another group: its name
 *   (`acp-0.12.2`), and that of the type there
 * @property {object | undefined} methods the method table as written, or as its revision makes it, where the group has one
 */

/** A copy of a schema in which every `$ref` went through `rename`. Examples, constants and defaults are left alone. */
export function mapRefs(schema, rename) {
  if (Array.isArray(schema)) return schema.map((item) => mapRefs(item, rename));
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$ref') copy.$ref = rename(value);
    else if (name === 'properties' || name === '$defs' || name === 'dependentSchemas' || name === 'patternProperties')
      copy[name] = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapRefs(inner, rename)]));
    else if (name === 'examples' || name === 'const' || name === 'enum' || name === 'default') copy[name] = value;
    else copy[name] = mapRefs(value, rename);
  }
  return copy;
}

const bare = ({ $schema, $id, $defs, ...rest }) => rest;
const capital = (name) => name[0].toUpperCase() + name.slice(1);
/** What definitions from a folder are called: `oauth-script` becomes `OauthScript`, as types are named. */
const ofFolder = (file) => posix.dirname(file).split('-').map(capital).join('');

/** The name of the files that are generated for a group. */
export const fileOf = (protocol, version) => `${protocol}-${version}`;

/** Definition that a reference from file `from` means: the file, and the name of its definition or '' for its root. */
function target(from, ref) {
  const [path, pointer = ''] = ref.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path));
  const name = pointer === '' ? '' : /^\/\$defs\/([^/]+)$/.exec(pointer)?.[1];
  return { file, name };
}

/** Links the definitions of a format, and whatever they refer to in other files, into one set of names. */
function linkFormat(id, schemas) {
  const defs = {};
  const names = new Map();
  const nameOf = (from, ref) => {
    const { file, name } = target(from, ref);
    const key = `${file}#${name}`;
    if (!names.has(key)) {
      const foreign = schemas.get(file);
      const schema = name === '' ? foreign && bare(foreign) : foreign?.$defs?.[name];
      const wanted = name || ofFolder(file);
      const taken = [...names.values()].includes(wanted) || (file !== id && schemas.get(id).$defs?.[wanted]);
      const own = taken ? ofFolder(file) + wanted : wanted;
      names.set(key, own);
      defs[own] = mapRefs(schema, (inner) => `#/$defs/${nameOf(file, inner)}`);
    }
    return names.get(key);
  };
  const schema = schemas.get(id);
  for (const name of Object.keys(schema.$defs ?? {})) nameOf(id, `#/$defs/${name}`);
  const root = mapRefs(bare(schema), (ref) => `#/$defs/${nameOf(id, ref)}`);
  const taken = new Map();
  for (const [key, own] of names) {
    const [file, name] = key.split('#');
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
function linkProtocol(folder, ids, { schemas, origins }, table, problems) {
  const names = new Map(ids.map((id) => [id, posix.basename(id, '.json')]));
  const defs = {};
  const nameOf = (from, ref) => {
    const { file, name } = target(from, ref);
    // A definition of a format is in a file with others.
    const key = name ? `${file}#${name}` : file;
    if (!names.has(key)) {
      const wanted = name || posix.basename(file, '.json');
      const taken = [...names.values()].includes(wanted);
      names.set(key, taken ? capital(file.split('/')[0]) + wanted : wanted);
      link(key);
    }
    return names.get(key);
  };
  const link = (key) => {
    const [file, name] = key.split('#');
    const own = names.get(key);
    if (defs[own])
      problems.push({ ...placeOf(file, '', origins), message: `another definition is named ${own} already` });
    const schema = schemas.get(file);
    defs[own] = mapRefs(bare(name ? schema.$defs[name] : schema), (ref) => `#/$defs/${nameOf(file, ref)}`);
  };
  for (const id of ids) link(id);
  const methods =
    table &&
    linkMethods(table, (name) => {
      const isThere = schemas.has(posix.normalize(`${folder}/${name}.json`));
      return isThere ? nameOf(`${folder}/methods.yaml`, `${name}.json`) : name;
    });
  const taken = new Map();
  for (const [key, own] of names) {
    const [id, name] = key.split('#');
    const from = origins.get(id) ?? id;
    if (posix.dirname(from) === folder) continue;
    const file = name
      ? fileOf(posix.dirname(from), posix.basename(from, '.json'))
      : fileOf(...posix.dirname(from).split('/'));
    taken.set(capital(own), { file, name: capital(name ?? posix.basename(from, '.json')) });
  }
  return { defs, methods, taken };
}

/** A copy of a method table in which definitions of other folders, such as `../v1/Task`, have the names that `linked` gives. */
function linkMethods(table, linked) {
  const named = (name) => (name.includes('/') ? linked(name) : name);
  const entries = Object.entries(table.methods).map(([method, { message, params, result, ...rest }]) => [
    method,
    {
      ...rest,
      ...(message === undefined ? {} : { message: named(message) }),
      ...(params === undefined ? {} : { params: named(params) }),
      ...(result === undefined ? {} : { result: Array.isArray(result) ? result.map(named) : named(result) }),
    },
  ]);
  return { ...table, methods: Object.fromEntries(entries) };
}

/**
 * All groups of schemas/, sorted by name, without what is wrong in the files: `problems` has that, and `lacking` what the files do not say of
 * themselves. `origins` has, by id, what a revision takes over from another one.
 *
 * @typedef {import('./problems.mjs').Problem} Problem
 * @returns {{ groups: Group[], problems: Problem[], lacking: Problem[], origins: Map<string, string> }}
 */
export function inspectGroups() {
  const problems = [];
  const { schemas: own, unread } = readSchemas(schemasDir, problems);
  const broken = new Set();
  const readable = [...own].filter(([id]) => !unread.has(id));
  const lacking = readable.flatMap(([id, schema]) => undescribed(`schemas/${id}`, schema));
  const revisions = readInFolders(schemasDir, 'revision.yaml', { title: 'text', extends: 'text' }, problems, broken);
  const written = readInFolders(schemasDir, 'methods.yaml', { errors: 'object', methods: 'object' }, problems, broken);
  const whole = withRevisions(own, revisions, written, problems, { unread, broken });
  const { schemas, tables, origins } = whole;
  problems.push(...brokenReferences(whole, { unread, broken }));
  const folders = new Map();
  for (const id of [...schemas.keys()].sort()) {
    const folder = posix.dirname(id);
    folders.set(folder, [...(folders.get(folder) ?? []), id]);
  }
  const groups = [];
  for (const [folder, ids] of folders) {
    if (folder.includes('/')) {
      const [protocol, version] = folder.split('/');
      const table = tables.get(folder);
      const { defs, methods, taken } = linkProtocol(folder, ids, whole, table, problems);
      const title = methods?.title ?? `${protocol} ${version}`;
      const description = `All definitions of ${title}.`;
      const group = { protocol, version, kind: 'protocol', title, description, defs, taken, methods };
      groups.push(group);
      // Of a file that can't be read it is not known what message it is.
      if (!broken.has(folder) && !ids.some((id) => unread.has(id)))
        problems.push(
          ...tableProblems(group, `schemas/${folder}/${revisions.has(folder) ? 'revision' : 'methods'}.yaml`),
        );
    } else {
      for (const id of ids) {
        const { root, defs, taken } = linkFormat(id, schemas);
        const version = posix.basename(id, '.json');
        groups.push({
          protocol: folder,
          version,
          kind: 'format',
          title: root.title,
          description: root.description,
          root,
          defs,
          taken,
        });
      }
    }
  }
  return { groups, problems, lacking, origins };
}

/** The groups, if they can be made: what their files do not say of themselves is left to `npm run generate`. Throws SchemaProblems. */
export function readGroups() {
  const { groups, problems } = inspectGroups();
  if (problems.length > 0) throw new SchemaProblems(problems, repository);
  return groups;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Where bundles say that they are: a name, under which nothing is served. */
const BASE = 'https://proctor.example/schemas/';

/** The bundle of a group: one schema file, definitions under `$defs`, references as `#/$defs/NAME`. */
export function bundleOf(group) {
  const { examples, title, description, ...root } = group.root ?? {};
  return {
    $schema: DIALECT,
    $id: `${BASE}${group.protocol}/${group.version}.json`,
    title: group.title,
    description: group.description,
    ...root,
    ...(examples ? { examples } : {}),
    $defs: group.defs,
  };
}
