import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Anchored, inFolderOf, openBelow } from './anchored.js';
import { NoRegularFile } from './no-regular-file.js';

/** Bytes of the largest file that is read for a peer. */
const MOST = 64 * 1024 * 1024;

/**
 * The content of a regular file. Reads at once: mocks read small files, and a wait for the disk would be one that no clock sees. Throws
 * NoRegularFile for what is none or larger than 64 MiB, Swapped for what a link has taken over, else what the system says.
 */
export function readRegular(at: Anchored): Buffer {
  return withFile(openBelow(at, constants.O_RDONLY), (file) => {
    const { size } = fstatSync(file);
    if (size > MOST) throw new NoRegularFile(`it has ${size} bytes, and at most ${MOST} are read`);
    const content = Buffer.alloc(size);
    let read = 0;
    for (let count = -1; count !== 0 && read < size; read += count)
      count = readSync(file, content, read, size - read, null);
    return content.subarray(0, read);
  });
}

/**
 * Writes a regular file in place of what it held or behind it; through no link, and never into a device or a pipe. `parents`: with the
 * folders that it lies in. Throws as `readRegular`.
 */
export function writeRegular(
  at: Anchored,
  content: string | Uint8Array,
  { append = false, parents = false }: { append?: boolean; parents?: boolean } = {},
): void {
  const bytes = Buffer.from(content as string);
  const flags = constants.O_WRONLY | constants.O_CREAT | (append ? constants.O_APPEND : 0);
  withFile(openBelow(at, flags, parents), (file) => {
    if (!append) ftruncateSync(file);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  });
}

/** Puts a file in the place of what is there, at once and whole, and makes the folders that it lies in. Throws as `readRegular`. */
export function replaceRegular(at: Anchored, content: string): void {
  inFolderOf(at, true, (path) => {
    // A name that nobody can have taken before.
    const draft = `${path}.${randomUUID()}.new`;
    writeFileSync(draft, content, { flag: 'wx' });
    try {
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

/** Removes a file or link; does nothing if there is none. */
export function removeFile(at: Anchored): void {
  inFolderOf(at, false, (path) => rmSync(path, { force: true }));
}

/** The names in a folder. */
export function namesIn({ root, place }: Anchored): string[] {
  return inFolderOf({ root, place: join(place, 'any') }, false, (path) => readdirSync(join(path, '..')));
}

function withFile<T>(file: number, use: (file: number) => T): T {
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
