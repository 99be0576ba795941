// Reads the files below schemas/. What can't be read is a problem, and stands for anything, so that what refers to it is no further one.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parse as explain } from 'lossless-json';
import { LineCounter, parseDocument } from 'yaml';

/** @typedef {import('./problems.mjs').Problem} Problem */

function filesBelow(dir) {
  return readdirSync(dir)
    .sort()
    .flatMap((name) => {
      const path = join(dir, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const slashes = (path) => path.split(sep).join('/');

/**
 * Every schema file by its path below `dir`, with forward slashes, and the paths of those that can't be read.
 *
 * @param {string} dir the folder `schemas`
 * @param {Problem[]} problems gets what is wrong
 * @returns {{ schemas: Map<string, object>, unread: Set<string> }}
 */
export function readSchemas(dir, problems) {
  const schemas = new Map();
  const unread = new Set();
  for (const path of filesBelow(dir)) {
    if (!path.endsWith('.json')) continue;
    const id = slashes(relative(dir, path));
    const file = `schemas/${id}`;
    const schema = readJson(path, file, problems);
    if (schema === undefined) unread.add(id);
    else if (schema.$id !== id)
      problems.push({ file, pointer: '/$id', message: `$id must be ${id}: the path below schemas/` });
    schemas.set(id, schema ?? { $id: id });
  }
  return { schemas, unread };
}

function readJson(path, file, problems) {
  const text = readFileSync(path, 'utf8');
  let schema;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    problems.push({ file, ...causeOf(text, error) });
    return undefined;
  }
  if (isObject(schema)) return schema;
  problems.push({ file, pointer: '', message: 'a schema file holds one object' });
  return undefined;
}

/** Why a text is no JSON, and at which character. The engine says the place of some errors alone. */
function causeOf(text, error) {
  let said = error.message;
  try {
    explain(text);
  } catch (better) {
    said = better.message;
  }
  const [, what = said, position = '0'] = /^(.*) at position (\d+)$/s.exec(said) ?? [];
  return { offset: Number(position), message: `is not valid JSON: ${what[0].toLowerCase()}${what.slice(1)}` };
}

/**
 * The YAML files of this name below `dir`, as data by the folder that they are in: `mcp/2025-11-25`. What is no YAML, or lacks a member, is
 * left out.
 *
 * @param {Record<string, 'object' | 'text'>} members what each file has to have, and what that is
 * @param {Problem[]} problems gets what is wrong
 * @param {Set<string>} broken gets the folders of files that are left out
 */
export function readInFolders(dir, name, members, problems, broken) {
  const found = new Map();
  for (const path of filesBelow(dir).filter((one) => one.endsWith(`${sep}${name}`))) {
    const folder = slashes(relative(dir, dirname(path)));
    const file = `schemas/${folder}/${name}`;
    const data = readYaml(path, file, problems);
    const wrong = Object.entries(members).filter(
      ([member, kind]) => data && (kind === 'text' ? typeof data[member] !== 'string' : !isObject(data[member])),
    );
    for (const [member, kind] of wrong)
      problems.push({ file, pointer: `/${member}`, message: `\`${member}\` must be here and ${SAID[kind]}` });
    if (data === undefined || wrong.length > 0) broken.add(folder);
    else found.set(folder, data);
  }
  return found;
}

const SAID = { object: 'have a member for each of its names', text: 'be text' };

function readYaml(path, file, problems) {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const message = `is not valid YAML: ${error.message[0].toLowerCase()}${error.message.slice(1)}`;
    problems.push({ file, offset: error.pos[0], message });
    return undefined;
  }
  const data = document.toJS();
  if (isObject(data)) return data;
  problems.push({ file, pointer: '', message: 'has to have members' });
  return undefined;
}
