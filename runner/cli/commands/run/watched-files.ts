import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve, sep } from 'node:path';
import { formatOf } from '../../../load/files/formats.js';
import { readFormat } from '../../../load/files/read.js';
import { ownOf } from '../../../load/own/own-of-target.js';
import { writtenTransports } from '../../../load/target/target-checks.js';

/** What a watched run is about, as its command line says it. */
export interface WatchedTarget {
  /** Its file. */
  target?: string | undefined;
  cwd?: string | undefined;
  cases?: readonly string[] | undefined;
  known?: string | undefined;
  /** After `--`. */
  command?: readonly string[] | undefined;
}

/** What is watched, in whole paths. */
export interface WatchedFiles {
  /** Folders, and files outside of them. */
  roots: readonly string[];
  /** Files that are named: each change of one is a reason to run. */
  named: ReadonlySet<string>;
}

/** Files whose change may change a verdict, by how their names end. */
const ENDINGS = new Set(
  '.c .cc .cjs .cpp .cs .cts .ex .exs .go .h .java .js .jsx .kt .mjs .mts .php .py .rb .rs .scala .swift .toml .ts .tsx .yaml .yml'.split(
    ' ',
  ),
);
/** JSON files are mostly data, which a target may write while it runs. */
const NAMES = new Set(['package.json', 'tsconfig.json', '.env']);
/** Folders of others, and of what tools make. */
const LEFT_OUT = new Set(['node_modules', '__pycache__', 'venv', 'target']);

/** The folder that a target is started in, with what its file and the command line name. A file that can't be read names nothing. */
export async function watchedFiles({
  target,
  cwd,
  cases = [],
  known,
  command = [],
}: WatchedTarget): Promise<WatchedFiles> {
  const folder = resolve(target === undefined ? '.' : dirname(target));
  const home = cwd === undefined ? folder : resolve(cwd);
  const { folders, files } = target === undefined ? { folders: [], files: [] } : await namedIn(target, folder);
  const named = [...command.map((word) => resolve(home, word)), ...files].filter(isFile);
  const lists = [target, known].flatMap((one) => (one === undefined ? [] : [resolve(one)]));
  const all = new Set([...named, ...lists]);
  return { roots: [...new Set([home, ...folders, ...cases.map((one) => resolve(one)), ...all])], named: all };
}

/** What a target file names: folders in which its commands are started, programs, and cases of the project. */
async function namedIn(target: string, folder: string): Promise<{ folders: string[]; files: string[] }> {
  if (!existsSync(target)) return { folders: [], files: [] };
  const { source, data } = readFormat(target, target, await formatOf('target'));
  if (!data) return { folders: [], files: [] };
  const started = writtenTransports(data).map(([, { command = [], cwd = '.' }]) => ({
    command,
    cwd: resolve(folder, cwd),
  }));
  return {
    folders: [...started.map(({ cwd }) => cwd), ...ownOf(data, source, folder).named.map(({ path }) => path)].filter(
      existsSync,
    ),
    files: started.flatMap(({ command, cwd }) => command.map((word) => resolve(cwd, word))),
  };
}

/** A folder that a command names is not its source: it may be a whole disk. Nor is a word that no file can be called, such as a program. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a file that changed is a reason to run. @param named whole paths */
export function concerns(path: string, named: ReadonlySet<string>): boolean {
  return named.has(path) || ENDINGS.has(extname(path)) || NAMES.has(basename(path));
}

/** Whether nothing below a folder is looked at. @param root a folder that is watched */
export function isLeftOut(path: string, root: string): boolean {
  const below = path.startsWith(root + sep) ? path.slice(root.length + 1).split(sep) : [];
  return below.some((part) => LEFT_OUT.has(part) || (part.startsWith('.') && part !== '.env'));
}
