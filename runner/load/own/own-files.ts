import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { ReadError, readBytes } from '../../../src/files/read.js';
import type { FileProblem } from '../../types.js';

/** How many folders may lie in one another, and how many files may be there in all: more is no folder of cases. */
const DEEPEST = 12;
const MOST = 2_000;

/** A file that a project brings, and what it holds by its name. */
export interface OwnFile {
  path: string;
  /** How messages and places name it: from the working directory, with `./` in front. */
  shown: string;
  kind: 'cases' | 'fragments' | 'behaviors' | 'requirements' | 'sources' | 'schema' | 'methods';
}

/** Where something was named that is read. */
export interface Named {
  /** Absolute. */
  path: string;
  as: 'cases' | 'requirements' | 'schemas';
  /** Makes a problem of it where it was named: in a target file, or on the command line. */
  problem(message: string, suggestion?: string): FileProblem;
}

/** All files that were named, or lie in folders that were, each once; folders are read in the order of their names. */
export function ownFiles(named: readonly Named[]): { files: OwnFile[]; problems: FileProblem[] } {
  const files = new Map<string, OwnFile>();
  const problems: FileProblem[] = [];
  for (const one of named) {
    try {
      for (const file of filesOf(one)) if (!files.has(file.path)) files.set(file.path, file);
    } catch (error) {
      if (error instanceof TooMuch) problems.push(one.problem(error.message));
      else problems.push(one.problem(`${shownFrom(one.path)} ${reasonOf(error as NodeJS.ErrnoException)}`));
    }
  }
  return { files: [...files.values()], problems };
}

/** SHA-256 over the names and contents of files, hexadecimal. Where they are makes no difference. What can be read only once counts by its name. */
export function ownDigest(files: readonly OwnFile[]): string {
  const hash = createHash('sha256');
  for (const { path } of files) {
    const bytes = contentOf(path);
    hash.update(`${basename(path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function contentOf(path: string): Buffer {
  try {
    return readBytes(path);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return Buffer.alloc(0);
  }
}

/** A path as messages name it. */
export function shownFrom(path: string): string {
  const from = relative(process.cwd(), path).split(sep).join('/');
  if (from === '') return '.';
  return from.startsWith('../') || from === '..' ? from : `./${from}`;
}

class TooMuch extends Error {}

function filesOf({ path, as }: Named): OwnFile[] {
  if (!statSync(path).isDirectory()) return [{ path: resolve(path), shown: shownFrom(path), kind: kindOf(path, as) }];
  const found: OwnFile[] = [];
  const read = (folder: string, kind: Named['as'], depth: number) => {
    if (depth > DEEPEST) throw new TooMuch(`the folder ${shownFrom(path)} nests deeper than ${DEEPEST} levels`);
    for (const entry of sorted(readdirSync(folder, { withFileTypes: true }))) {
      const inside = join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) read(inside, kind === 'cases' && entry.name === 'schemas' ? 'schemas' : kind, depth + 1);
      else if (isRead(entry, kind)) found.push({ path: inside, shown: shownFrom(inside), kind: kindOf(inside, kind) });
      if (found.length > MOST) throw new TooMuch(`the folder ${shownFrom(path)} has more than ${MOST} files`);
    }
  };
  read(resolve(path), as, 1);
  return found;
}

const sorted = (entries: Dirent[]) => entries.sort((a, b) => (a.name < b.name ? -1 : 1));

const isRead = (entry: Dirent, as: Named['as']) =>
  (entry.isFile() || entry.isSymbolicLink()) && (as === 'schemas' ? /\.(ya?ml|json)$/ : /\.ya?ml$/).test(entry.name);

function kindOf(path: string, as: Named['as']): OwnFile['kind'] {
  const name = path
    .split(sep)
    .at(-1)!
    .replace(/\.[^.]*$/, '');
  if (as === 'schemas') return name === 'methods' ? 'methods' : 'schema';
  if (as === 'requirements') return name === 'sources' ? 'sources' : 'requirements';
  if (name === 'fragments' || name === 'behaviors' || name === 'sources') return name;
  return /^requirements([-.]|$)/.test(name) ? 'requirements' : 'cases';
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EACCES') return 'must not be read by this user';
  return `can't be read: ${message}`;
}
