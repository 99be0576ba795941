import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { makeFolder } from '../files/folder.js';
import { NoRegularFile } from './no-regular-file.js';

/** Windows has neither flag. */
const { O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0 } = constants;

/** A part of a path became a link after it was looked at. */
export class Swapped extends Error {
  override readonly name = 'Swapped';
}

/** Bytes of the longest path. Folder by folder longer ones could be made, that nobody could reach or remove by their names. */
const LONGEST = 4095;

/** Where the system shows open folders as folders, so that what lies in them is reached without their paths. */
const DESCRIPTORS = isFolderByDescriptor('/proc/self/fd') ? '/proc/self/fd' : undefined;

/** A place below a folder, both without links. The place need not exist. */
export interface Anchored {
  root: string;
  place: string;
}

/**
 * Opens a regular file below a folder and follows no link on the way, also none that takes the place of a folder after the path was
 * looked at: each folder is opened in the one before. If the system has no way to do that, what was opened is compared with what
 * stands there afterwards.
 *
 * @param flags of `open`, such as O_RDONLY
 * @param parents whether folders that are missing are made
 * @returns its descriptor
 * @throws Swapped, NoRegularFile, or what the system says
 */
export function openBelow(at: Anchored, flags: number, parents = false): number {
  const file = inFolderOf(at, parents, (path) => noLink(() => openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o666)));
  try {
    const about = fstatSync(file);
    if (!about.isFile()) throw new NoRegularFile('it is not a file');
    if (DESCRIPTORS === undefined && !stands(at.place, about)) throw new Swapped(`${at.place} is another file now`);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Calls `use` with a path to the place that no link can take over while it runs, except at its last part.
 *
 * @param parents whether folders that are missing are made
 * @throws Swapped, or what the system says
 */
export function inFolderOf<T>({ root, place }: Anchored, parents: boolean, use: (path: string) => T): T {
  if (Buffer.byteLength(place) > LONGEST)
    throw Object.assign(new Error('ENAMETOOLONG: name too long'), { code: 'ENAMETOOLONG' });
  if (DESCRIPTORS === undefined) {
    if (parents) makeFolder(dirname(place));
    return use(place);
  }
  if (parents) makeFolder(root);
  if (place === root) return use(root);
  const way = relative(root, dirname(place));
  let here = openSync(root, constants.O_RDONLY | O_DIRECTORY);
  try {
    for (const part of way === '' ? [] : way.split(sep)) {
      const path = join(DESCRIPTORS, String(here), part);
      if (parents) makeOne(path);
      const next = noLink(() => openSync(path, constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
      closeSync(here);
      here = next;
    }
    return use(join(DESCRIPTORS, String(here), basename(place)));
  } finally {
    closeSync(here);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A link has no business in a real place. */
function noLink(open: () => number): number {
  try {
    return open();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException & { path?: string };
    const isLink = code === 'ELOOP' || (code === 'ENOTDIR' && path !== undefined && isLinkAt(path));
    throw isLink ? new Swapped('a part of the path is a link now') : error;
  }
}

const isLinkAt = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Whether a real place is one still, and leads to this file. */
function stands(place: string, { dev, ino }: { dev: number; ino: number }): boolean {
  try {
    const now = statSync(place);
    return realpathSync.native(place) === place && now.dev === dev && now.ino === ino;
  } catch {
    return false;
  }
}

function isFolderByDescriptor(descriptors: string): boolean {
  let folder: number | undefined;
  try {
    folder = openSync('/', constants.O_RDONLY | O_DIRECTORY);
    return statSync(`${descriptors}/${folder}/.`).isDirectory();
  } catch {
    return false;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
