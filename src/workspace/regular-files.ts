import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Bytes of the largest file that is read for a peer. */
const MOST = 64 * 1024 * 1024;

/** Windows has neither flag; there the last part of a real place is no link either. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What stands at a place is no regular file: a folder, a device, a pipe. */
export class NoRegularFile extends Error {
  override readonly name = 'NoRegularFile';
}

/**
 * The content of a regular file at a real place. Reads at once: mocks read small files, and a wait for the disk would be one that no
 * clock sees. Throws NoRegularFile for what is none or larger than 64 MiB, else what the system says.
 */
export function readRegular(place: string): Buffer {
  return withFile(place, constants.O_RDONLY, (file, size) => {
    if (size > MOST) throw new NoRegularFile(`it has ${size} bytes, and at most ${MOST} are read`);
    const content = Buffer.alloc(size);
    let read = 0;
    for (let count = -1; count !== 0 && read < size; read += count)
      count = readSync(file, content, read, size - read, null);
    return content.subarray(0, read);
  });
}

/**
 * Writes a regular file at a real place, in place of what it held or behind it, and the folders that it lies in. Through no link, and
 * never into a device or a pipe. Throws NoRegularFile, else what the system says.
 */
export function writeRegular(place: string, content: string | Uint8Array, how: 'replace' | 'append' = 'replace'): void {
  const bytes = Buffer.from(content as string);
  const flags = constants.O_WRONLY | constants.O_CREAT | (how === 'append' ? constants.O_APPEND : 0);
  withFile(place, flags, (file) => {
    if (how === 'replace') ftruncateSync(file);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  });
}

/** Puts a file in the place of what is there, at once and whole. Its draft has a name that nobody can have taken before. */
export function replaceRegular(place: string, content: string): void {
  const draft = `${place}.${randomUUID()}.new`;
  writeFileSync(draft, content, { flag: 'wx' });
  try {
    renameSync(draft, place);
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

/** Makes the folders that a place lies in. */
export function makeParents(place: string): void {
  mkdirSync(dirname(place), { recursive: true });
}

/** Removes a file or link; does nothing if there is none. */
export function removeFile(place: string): void {
  rmSync(place, { force: true });
}

/** Opens without waiting for whoever is at the other end of a pipe, and looks at what was opened, not at what had that name before. */
function withFile<T>(place: string, flags: number, use: (file: number, size: number) => T): T {
  const file = openSync(place, flags | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    const about = fstatSync(file);
    if (!about.isFile()) throw new NoRegularFile('it is not a file');
    return use(file, about.size);
  } finally {
    closeSync(file);
  }
}
