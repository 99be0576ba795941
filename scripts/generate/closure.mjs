// Of the types of all groups, those that the modules of the repository need: the ones that they import, and whatever these
// are made of. What a group takes from another one unchanged is imported from there.
import { JSON_TYPE, typesOf } from './schemas.mjs';

/** The file that every JSON value has its type from. */
export const JSON_FILE = 'json';
const JSON_NAMES = ['Json', 'JsonObject'];
const WIDTH = 120;

/** Where a declaration stands: the file without its ending (`acp-0.12.2`), and the name in it. */
const place = (file, name) => ({ file, name });

/**
 * What modules import of generated files, by `types/NAME` or `methods/NAME`. Of a namespace (`import type * as T`) those
 * names are meant that the module uses.
 *
 * @param {string[]} texts the modules
 * @returns {Map<string, Set<string>>}
 */
export function importedNames(texts) {
  const found = new Map();
  const add = (file, names) => found.set(file, new Set([...(found.get(file) ?? []), ...names]));
  for (const text of texts) {
    for (const [, list, file] of text.matchAll(
      / \{([^}]*)\} from '[^']*\/generated\/((?:types|methods)\/[^']+)\.js'/g,
    )) {
      const names = list.split(',').map((one) => /^\s*(?:type )?(\w+)/.exec(one)?.[1]);
      add(file, names.filter(Boolean));
    }
    for (const [, alias, file] of text.matchAll(
      / \* as (\w+) from '[^']*\/generated\/((?:types|methods)\/[^']+)\.js'/g,
    ))
      add(file, usedOf(alias, text));
  }
  return found;
}

/** The names that a text uses of a namespace. */
export function usedOf(alias, text) {
  return [...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name]) => name);
}

/**
 * Resolves with the sources of the type files that hold `wanted`, by name of the file.
 *
 * @param {import('../../runner/schemas/types.js').Group[]} groups
 * @param {Map<string, Set<string>>} wanted names of types by group
 * @returns {Promise<Map<string, string>>}
 */
export async function closureOf(groups, wanted) {
  const modules = await modulesOf(groups, [...wanted.keys()]);
  const needed = new Map();
  const open = [...wanted].flatMap(([file, names]) => [...names].map((name) => place(file, name)));
  for (let next = open.pop(); next; next = open.pop()) {
    const { file, name } = modules.get(next.file).at(next.name);
    const names = needed.get(file) ?? new Set();
    needed.set(file, names);
    if (names.has(name)) continue;
    const declaration = modules.get(file).declarations.get(name);
    // The compiler reports a name that does not exist at the module that imports it.
    if (declaration === undefined) continue;
    names.add(name);
    for (const ref of declaration.refs) open.push(place(file, ref));
  }
  const files = [...new Set([...needed.keys(), ...wanted.keys()])];
  return new Map(
    files.map((file) => [file, sourceOf(file, modules, needed.get(file) ?? new Set(), wanted.get(file) ?? new Set())]),
  );
}

/**
 * @typedef {object} Module the types of a group
 * @property {Map<string, { text: string, refs: Set<string> }>} declarations
 * @property {(name: string) => { file: string, name: string }} at where a type is declared first
 */

/** The groups of these names, and those that they take something from, as `Module`s by name. */
async function modulesOf(groups, names) {
  const byName = new Map(groups.map((group) => [`${group.protocol}-${group.version}`, group]));
  const modules = new Map();
  modules.set(JSON_FILE, { declarations: declarationsOf(JSON_TYPE), at: (name) => place(JSON_FILE, name) });
  const load = async (file, waiting) => {
    const group = byName.get(file);
    if (modules.has(file) || group === undefined) return;
    const taken = [...group.taken].filter(([, from]) => !waiting.includes(from.file));
    for (const [, from] of taken) await load(from.file, [...waiting, file]);
    const module = { declarations: declarationsOf(asJson(await typesOf(group, { open: false }))) };
    for (const name of JSON_NAMES) module.declarations.delete(name);
    const places = new Map(JSON_NAMES.map((name) => [name, place(JSON_FILE, name)]));
    for (const [name, from] of taken) {
      const there = modules.get(from.file)?.at(from.name);
      const has = there !== undefined && modules.get(there.file).declarations.has(there.name);
      if (has && module.declarations.has(name)) places.set(name, there);
    }
    module.at = (name) => places.get(name) ?? place(file, name);
    modules.set(file, module);
    dropChanged(file, places, modules);
  };
  for (const name of names) await load(name, []);
  return modules;
}

/** Leaves of `places` only types that are the same there, with all that they are made of. */
function dropChanged(file, places, modules) {
  const shapeOf = (module, name) => shape(module.declarations.get(name), name, (ref) => module.at(ref));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, there] of places) {
      if (there.file === JSON_FILE) continue;
      if (shapeOf(modules.get(file), name) === shapeOf(modules.get(there.file), there.name)) continue;
      places.delete(name);
      changed = true;
    }
  }
}

/**
 * Types in the form in which they are assignable to `Json`. An interface never is, as others may add members to it; a type with the same
 * members is. What a schema leaves open is JSON in any case.
 */
const asJson = (source) =>
  source
    .replace(/^export interface (\w+) (\{(?:\}|[\s\S]*?\n\}))$/gm, 'export type $1 = $2;')
    .replace(/(\{\s*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?\[k: string\]: )unknown(;\s*\})/g, '$1Json$2')
    // Beside optional members an index can't be without undefined.
    .replace(/\n *\[k: string\]: unknown;(\n *\})(?!\[)/g, '$1 & JsonObject')
    .replaceAll(': unknown;', ': Json;');

/** Comments, strings and words of a declaration. */
const TOKENS = /\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|\w+/g;
const isWord = (token) => /^\w/.test(token);

/** A declaration without its name, its comments and the breaks of its lines, and with each reference as the place that it means. */
function shape({ text, refs }, own, at) {
  return text
    .replace(TOKENS, (token) => {
      if (token.startsWith('/*')) return '';
      if (!isWord(token) || !(refs.has(token) || token === own)) return token;
      return token === own ? '#self' : `#${at(token).file}#${at(token).name}`;
    })
    .replace(/\s+/g, '')
    .replace(/([=(<:])\|/g, '$1');
}

/** The exported types of a source in their order, each with its comment and the names of others that it uses. */
function declarationsOf(source) {
  const texts = new Map();
  for (const [text, name] of source.matchAll(
    /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:type|interface) (\w+)[\s\S]*?(?=\n(?:\/\*\*|export |(?![\s\S])))/gm,
  ))
    texts.set(name, text.trimEnd());
  const refsOf = (text) => (text.match(TOKENS) ?? []).filter((token) => texts.has(token) || JSON_NAMES.includes(token));
  return new Map(
    [...texts].map(([name, text]) => [name, { text, refs: new Set(refsOf(text).filter((ref) => ref !== name)) }]),
  );
}

/** The source of a file with the declarations `names`, which imports what they need from others and exports `wanted` as its own. */
function sourceOf(file, modules, names, wanted) {
  const { declarations, at } = modules.get(file);
  const own = [...declarations].filter(([name]) => names.has(name));
  const used = new Set(own.flatMap(([, { refs }]) => [...refs]));
  const statements = [...listed('import', used), ...listed('export', wanted)];
  const parts = [statements, own.map(([, { text }]) => text)].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;

  /** Statements for those of the names that are declared elsewhere. */
  function listed(word, those) {
    const byFile = new Map();
    for (const name of [...those].sort()) {
      const there = at(name);
      if (there.file === file) continue;
      const term = there.name === name ? name : `${there.name} as ${name}`;
      byFile.set(there.file, [...(byFile.get(there.file) ?? []), term]);
    }
    return [...byFile].sort().map(([from, terms]) => statement(word, terms, from));
  }
}

function statement(word, terms, from) {
  const whole = `${word} type { ${terms.join(', ')} } from './${from}.js';`;
  if (whole.length <= WIDTH) return whole;
  const lines = [];
  for (const term of terms) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + term.length + 4 <= WIDTH) lines[lines.length - 1] = `${last} ${term},`;
    else lines.push(`  ${term},`);
  }
  return `${word} type {\n${lines.join('\n')}\n} from './${from}.js';`;
}
