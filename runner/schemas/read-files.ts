// Reads the files of a folder of schemas. What can't be read is a problem, and stands for anything, so that what refers to it is no further one.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parse as explain } from 'lossless-json';
import { LineCounter, parseDocument } from 'yaml';
import { LARGEST, type Problem } from './problems.js';
import type { Loose } from './types.js';

/** How deep folders are looked into: a definition is PROTOCOL/VERSION/NAME.json. */
const DEEPEST = 8;
/** Files that are read at most. */
const MOST_FILES = 20_000;

/** The files below a folder, in order. A folder that links lead back to is entered once. `problems` gets what is not read. */
function filesBelow(dir: string, problems: Problem[]): string[] {
  const found: string[] = [];
  const entered = new Set<string>();
  let tooMany = false;
  const enter = (folder: string, depth: number): void => {
    const real = realpathSync(folder);
    if (entered.has(real)) return;
    entered.add(real);
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const skip = (message: string) => problems.push({ file: slashes(relative(dir, path)), message });
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) skip('is a link that leads nowhere');
      else if (stat.isDirectory()) {
        if (depth === DEEPEST) skip(`is a folder at level ${depth + 1}; at most ${DEEPEST} levels are read`);
        else enter(path, depth + 1);
      } else if (stat.isFile()) {
        if (stat.size > LARGEST) skip(`has ${stat.size} bytes; at most ${LARGEST} are read`);
        else if (found.length < MOST_FILES) found.push(path);
        else tooMany = true;
      }
    }
  };
  enter(dir, 1);
  if (tooMany)
    problems.push({ file: '', message: `holds more than ${MOST_FILES} files: name the folder of the schemas alone` });
  return found;
}

export const isObject = (value: unknown): value is Loose =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const slashes = (path: string): string => path.split(sep).join('/');

/**
 * Every schema file by its path below `dir`, with forward slashes, and the paths of those that can't be read.
 * `problems` gets what is wrong.
 */
export function readSchemas(dir: string, problems: Problem[]): { schemas: Map<string, Loose>; unread: Set<string> } {
  const schemas = new Map<string, Loose>();
  const unread = new Set<string>();
  for (const path of filesBelow(dir, problems)) {
    if (!path.endsWith('.json')) continue;
    const id = slashes(relative(dir, path));
    const schema = readJson(path, id, problems);
    if (schema === undefined) unread.add(id);
    else if (schema.$id !== undefined && schema.$id !== id)
      problems.push({ file: id, pointer: '/$id', message: `$id must be ${id}, the path below the folder, or absent` });
    schemas.set(id, { ...schema, $id: id });
  }
  return { schemas, unread };
}

function readJson(path: string, file: string, problems: Problem[]): Loose | undefined {
  const text = readFileSync(path, 'utf8');
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    problems.push({ file, ...causeOf(text, error as Error) });
    return undefined;
  }
  if (isObject(schema)) return schema;
  problems.push({ file, pointer: '', message: 'a schema file holds one object' });
  return undefined;
}

/** Why a text is no JSON, and at which character. The engine says the place of some errors alone. */
function causeOf(text: string, error: Error): { offset: number; message: string } {
  let said = error.message;
  try {
    explain(text);
  } catch (better) {
    said = (better as Error).message;
  }
  const [, what = said, position = '0'] = /^(.*) at position (\d+)$/s.exec(said) ?? [];
  return { offset: Number(position), message: `is not valid JSON: ${lower(what)}` };
}

/**
 * The YAML files of this name below `dir`, as data by the folder that they are in: `mcp/2025-11-25`. What is no YAML, or lacks a member, is
 * left out.
 * `members` says what each file has to have, and what that is; `problems` gets what is wrong, and `broken` the folders of files that are left
 * out.
 */
export function readInFolders(
  dir: string,
  name: string,
  members: Record<string, 'object' | 'text' | 'list'>,
  problems: Problem[],
  broken: Set<string>,
): Map<string, Loose> {
  const found = new Map<string, Loose>();
  // What it does not read is a problem for the schemas already.
  for (const path of filesBelow(dir, []).filter((one) => one.endsWith(`${sep}${name}`))) {
    const folder = slashes(relative(dir, dirname(path)));
    const file = `${folder}/${name}`;
    const data = readYaml(path, file, problems);
    const wrong = Object.entries(members).filter(([member, kind]) => data && !IS[kind](data[member]));
    for (const [member, kind] of wrong)
      problems.push({ file, pointer: `/${member}`, message: `\`${member}\` must be here and ${SAID[kind]}` });
    if (data === undefined || wrong.length > 0) broken.add(folder);
    else found.set(folder, data);
  }
  return found;
}

const lower = (text: string): string => `${text[0]!.toLowerCase()}${text.slice(1)}`;

const IS = {
  object: isObject,
  text: (value: unknown): boolean => typeof value === 'string',
  list: Array.isArray,
};

const SAID = { object: 'have a member for each of its names', text: 'be text', list: 'be a list' };

/** A YAML file of the folder that has members, as data; undefined if it does not exist, or is broken: `problems` has that. */
export function readYamlFile(dir: string, file: string, problems: Problem[]): Loose | undefined {
  const path = join(dir, file);
  return existsSync(path) ? readYaml(path, file, problems) : undefined;
}

function readYaml(path: string, file: string, problems: Problem[]): Loose | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const message = `is not valid YAML: ${lower(error.message)}`;
    problems.push({ file, offset: error.pos[0], message });
    return undefined;
  }
  const data: unknown = document.toJS();
  if (isObject(data)) return data;
  problems.push({ file, pointer: '', message: 'has to have members' });
  return undefined;
}
