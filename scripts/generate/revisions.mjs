// Revisions of a protocol that say in revision.yaml what they change of another one: what is in them as a whole.
import { posix } from 'node:path';

/**
 * What revision.yaml of a revision holds, by the schema in `schemas/revision`.
 *
 * @typedef {object} Revision
 * @property {string} title
 * @property {string} extends the version that it is told from
 * @property {{ removes?: string[], changes?: object, takes?: Record<string, string[]> }} [definitions]
 * @property {{ removes?: string[], changes?: object, adds?: object }} [methods]
 * @property {{ removes?: string[], changes?: object, adds?: object }} [errors]
 */

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Adds to `schemas` the definitions that revisions take over from others, changed where they say so, under ids of their own;
 * and returns the method tables of all folders, as written or as taken over. `origins` has, by id, where each comes from.
 *
 * @param {Map<string, object>} schemas every definition file by its path below schemas/
 * @param {Map<string, Revision>} revisions by folder
 * @param {Map<string, object>} tables what methods.yaml says, by folder
 */
export function withRevisions(schemas, revisions, tables) {
  const whole = { schemas: new Map(schemas), tables: new Map(tables), origins: new Map() };
  const done = new Set();
  const complete = (folder, waiting) => {
    const revision = revisions.get(folder);
    if (revision === undefined || done.has(folder)) return;
    const base = `${posix.dirname(folder)}/${revision.extends}`;
    const fail = failing(folder);
    if (waiting.includes(folder)) fail(`extends itself by way of ${revision.extends}`);
    complete(base, [...waiting, folder]);
    const inherited = definitionsIn(base, whole.schemas);
    if (Object.keys(inherited).length === 0) fail(`extends ${revision.extends}, of which there are no definitions`);
    for (const [other, names] of Object.entries(revision.definitions?.takes ?? {})) {
      complete(`${posix.dirname(folder)}/${other}`, [...waiting, folder]);
      const theirs = definitionsIn(`${posix.dirname(folder)}/${other}`, whole.schemas);
      for (const name of names)
        inherited[name] = theirs[name] ?? fail(`definitions: takes ${name} of ${other}, which is not there`);
    }
    extendDefinitions(folder, inherited, revision.definitions ?? {}, whole, fail);
    if (tables.has(folder)) fail('stands beside methods.yaml; its methods are told here');
    whole.tables.set(folder, extendedTable(folder, whole.tables.get(base), revision, fail));
    done.add(folder);
  };
  for (const folder of revisions.keys()) complete(folder, []);
  return whole;
}

const failing = (folder) => (message) => {
  throw new Error(`schemas/${folder}/revision.yaml: ${message}`);
};

/** The definitions of a folder by name. */
function definitionsIn(folder, schemas) {
  const own = [...schemas].filter(([id]) => posix.dirname(id) === folder);
  return Object.fromEntries(own.map(([id, schema]) => [posix.basename(id, '.json'), schema]));
}

function extendDefinitions(folder, inherited, { removes = [], changes = {} }, { schemas, origins }, fail) {
  const own = definitionsIn(folder, schemas);
  for (const name of Object.keys(changes))
    if (own[name]) fail(`definitions: changes ${name}, which has a file here as well`);
  const left = changed(inherited, { removes, changes }, (what) => fail(`definitions: ${what}`));
  for (const name of removes) if (own[name]) fail(`definitions: removes ${name}, which has a file here`);
  for (const [name, schema] of Object.entries(left)) {
    const id = `${folder}/${name}.json`;
    if (own[name]) continue;
    origins.set(id, schema.$id);
    schemas.set(id, { ...schema, $id: id });
  }
}

function extendedTable(folder, base, revision, fail) {
  const [protocol, version] = folder.split('/');
  const part = (name) =>
    changed({ ...base?.[name], ...revision[name]?.adds }, revision[name] ?? {}, (what) => fail(`${name}: ${what}`));
  for (const name of ['errors', 'methods'])
    for (const added of Object.keys(revision[name]?.adds ?? {}))
      if (base?.[name][added]) fail(`${name}: adds ${added}, which ${revision.extends} has`);
  return { protocol, version, title: revision.title, errors: part('errors'), methods: part('methods') };
}

/** Members of an object without some, and with changes to others. */
function changed(members, { removes = [], changes = {} }, fail) {
  const left = { ...members };
  for (const name of removes) {
    if (!(name in left)) fail(`removes ${name}, which is not there`);
    delete left[name];
  }
  for (const [name, patch] of Object.entries(changes)) {
    if (!(name in left)) fail(`changes ${name}, which is not there`);
    left[name] = patched(left[name], patch, (what) => fail(`${name}: ${what}`));
  }
  return left;
}

/**
 * An object with a patch put on it as JSON Merge Patch says (RFC 7396): objects member by member, null removes one, all else
 * replaces. Beyond that, what is removed has to be there, and a member with `$ref` is replaced, and replaces, as a whole.
 */
function patched(value, patch, fail) {
  const copy = { ...value };
  for (const [name, inner] of Object.entries(patch)) {
    const failInside = (what) => fail(`${name}: ${what}`);
    if (inner === null && !(name in copy)) failInside('is not there and so can not be removed');
    if (inner === null) delete copy[name];
    else if (!isObject(inner) || '$ref' in inner) copy[name] = inner;
    else copy[name] = patched(isObject(copy[name]) && !('$ref' in copy[name]) ? copy[name] : {}, inner, failInside);
  }
  return copy;
}
