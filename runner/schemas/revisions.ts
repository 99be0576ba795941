// Revisions of a protocol that say in revision.yaml what they change of another one: what is in them as a whole.
import { posix } from 'node:path';
import type { Unknown } from './inspect.js';
import { memberAt, type Problem } from './problems.js';
import { isObject } from './read-files.js';
import type { Loose, WrittenTable } from './types.js';

/** What one list of a revision does to what it takes over. */
interface Changes {
  removes?: string[];
  changes?: { [name: string]: Loose };
  adds?: { [name: string]: Loose };
}

/** What revision.yaml of a revision holds, by the schema in `schemas/revision`. */
export interface Revision {
  title: string;
  /** The version that it is made from. */
  extends: string;
  definitions?: Changes & { takes?: { [version: string]: string[] } };
  methods?: Changes;
  errors?: Changes;
  messages?: Loose;
}

export interface Whole {
  /** Every definition by its path below the folder, with those that revisions take over. */
  schemas: Map<string, Loose>;
  /** Method tables by folder. */
  tables: Map<string, WrittenTable>;
  /** Of those taken over: where each comes from. */
  origins: Map<string, string>;
  unread: Set<string>;
}

/**
 * Adds to `schemas` the definitions that revisions take over from others, changed where they say so, under ids of their own;
 * and returns the method tables of all folders, as written or as taken over. `origins` has, by id, where each comes from.
 * `problems` gets what does not fit; `unread` those that are taken over from files that can't be read; `broken` the folders whose revision
 * does not fit, and those that extend them.
 */
export function withRevisions(
  schemas: Map<string, Loose>,
  revisions: Map<string, Revision>,
  tables: Map<string, WrittenTable>,
  problems: Problem[],
  { unread, broken }: Unknown,
): Whole {
  const whole: Whole = { schemas: new Map(schemas), tables: new Map(tables), origins: new Map(), unread };
  const done = new Set<string>();
  const complete = (folder: string, waiting: string[]) => {
    const revision = revisions.get(folder);
    if (!revision || done.has(folder) || broken.has(folder)) return;
    try {
      make(folder, revision, waiting);
      done.add(folder);
    } catch (error) {
      // Read as it stands: what is no list or object where one belongs is found by what happens to it.
      if (!(error instanceof Unfit || error instanceof TypeError)) throw error;
      broken.add(folder);
      const { pointer = '', message } = error instanceof Unfit ? error : { pointer: '', message: FORM };
      if (message !== '') problems.push({ file: `${folder}/revision.yaml`, pointer, message });
    }
  };
  const make = (folder: string, revision: Revision, waiting: string[]) => {
    if (waiting.includes(folder)) fail('/extends', `extends itself by way of ${revision.extends}`);
    const beside = (version: string) => `${posix.dirname(folder)}/${version}`;
    const theirs = (version: string, pointer: string) => {
      complete(beside(version), [...waiting, folder]);
      if (broken.has(beside(version))) throw new Unfit('', pointer);
      return definitionsIn(beside(version), whole.schemas);
    };
    const inherited = theirs(revision.extends, '/extends');
    if (Object.keys(inherited).length === 0)
      fail('/extends', `extends ${revision.extends}, of which there are no definitions`);
    for (const [other, names] of Object.entries(revision.definitions?.takes ?? {})) {
      const there = theirs(other, '/definitions/takes');
      for (const [index, name] of names.entries())
        inherited[name] =
          there[name] ??
          fail(`${memberAt('/definitions/takes', other)}/${index}`, `takes ${name} of ${other}, which is not there`);
    }
    extendDefinitions(folder, inherited, revision.definitions ?? {}, whole);
    if (tables.has(folder)) fail('', 'is beside a methods.yaml; a folder has one of the two');
    whole.tables.set(folder, extendedTable(folder, whole.tables.get(beside(revision.extends)), revision));
  };
  for (const folder of revisions.keys()) complete(folder, []);
  return whole;
}

const FORM = 'does not have the form that dist/schemas/revision/v1.json describes';

/** What does not fit in a revision; without a message if that is said of another one already. */
class Unfit extends Error {
  constructor(
    message: string,
    readonly pointer: string,
  ) {
    super(message);
  }
}

function fail(pointer: string, message: string): never {
  throw new Unfit(message, pointer);
}

/** The definitions of a folder by name. */
function definitionsIn(folder: string, schemas: Map<string, Loose>): { [name: string]: Loose } {
  const own = [...schemas].filter(([id]) => posix.dirname(id) === folder);
  return Object.fromEntries(own.map(([id, schema]) => [posix.basename(id, '.json'), schema]));
}

function extendDefinitions(
  folder: string,
  inherited: { [name: string]: Loose },
  { removes = [], changes = {} }: Changes,
  { schemas, origins, unread }: Whole,
): void {
  const own = definitionsIn(folder, schemas);
  for (const name of Object.keys(changes))
    if (own[name]) fail(memberAt('/definitions/changes', name), `changes ${name}, which has a file here as well`);
  // What a file says is not known if it can't be read.
  const known = Object.entries(changes).filter(([name]) => !unread.has(inherited[name]?.$id as string));
  const left = changed(inherited, { removes, changes: Object.fromEntries(known) }, '/definitions');
  for (const [index, name] of removes.entries())
    if (own[name]) fail(`/definitions/removes/${index}`, `removes ${name}, which has a file here`);
  for (const [name, schema] of Object.entries(left)) {
    const id = `${folder}/${name}.json`;
    if (own[name]) continue;
    origins.set(id, schema.$id as string);
    if (unread.has(schema.$id as string)) unread.add(id);
    schemas.set(id, { ...schema, $id: id });
  }
}

function extendedTable(folder: string, base: WrittenTable | undefined, revision: Revision): WrittenTable {
  const [protocol, version] = folder.split('/') as [string, string];
  for (const name of ['errors', 'methods'] as const)
    for (const added of Object.keys(revision[name]?.adds ?? {}))
      if (base?.[name][added]) fail(memberAt(`/${name}/adds`, added), `adds ${added}, which ${revision.extends} has`);
  const part = <T>(name: 'errors' | 'methods') =>
    changed(
      { ...base?.[name], ...revision[name]?.adds } as { [name: string]: Loose },
      revision[name] ?? {},
      `/${name}`,
    ) as T;
  const messages = patched({ ...base?.messages }, revision.messages ?? {}, '/messages');
  return { protocol, version, title: revision.title, messages, errors: part('errors'), methods: part('methods') };
}

/** Members of an object without some, and with changes to others; `pointer` is where the revision says so. */
function changed(
  members: { [name: string]: Loose },
  { removes = [], changes = {} }: Changes,
  pointer: string,
): { [name: string]: Loose } {
  const left = { ...members };
  for (const [index, name] of removes.entries()) {
    if (!(name in left)) fail(`${pointer}/removes/${index}`, `removes ${name}, which is not there`);
    delete left[name];
  }
  for (const [name, patch] of Object.entries(changes)) {
    const at = memberAt(`${pointer}/changes`, name);
    if (!(name in left)) fail(at, `changes ${name}, which is not there`);
    left[name] = patched(left[name]!, patch, at);
  }
  return left;
}

/**
 * An object with a patch put on it as JSON Merge Patch says (RFC 7396): objects member by member, null removes one, all else
 * replaces. Beyond that, what is removed has to be there, and a member with `$ref` is replaced, and replaces, as a whole.
 */
function patched(value: Loose, patch: Loose, pointer: string): Loose {
  const copy = { ...value };
  for (const [name, inner] of Object.entries(patch)) {
    const at = memberAt(pointer, name);
    if (inner === null && !(name in copy)) fail(at, `${name} is not there and so can not be removed`);
    if (inner === null) delete copy[name];
    else if (!isObject(inner) || '$ref' in inner) copy[name] = inner;
    else copy[name] = patched(openObject(copy[name]), inner, at);
  }
  return copy;
}

const openObject = (value: unknown): Loose => (isObject(value) && !('$ref' in value) ? value : {});
