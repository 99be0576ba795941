import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { descriptorNamed, kindOf, PATIENCE, pause } from './special.js';

const MIB = 1024 * 1024;
/** How much of a file is read if the reader does not say: more than any file that a person writes. */
const LARGEST = 4 * MIB;
/** How long somebody may take to write the next bytes into a FIFO. In ms. */
const SILENT = 60_000;
const POLL = 5;

/** A file that can't be read. */
export class ReadError extends Error {
  override name = 'ReadError';

  /**
   * @param reason what is wrong, in words that follow the name of the file
   * @param code that of the system, `ENOENT` for a file that does not exist
   */
  constructor(
    path: string,
    readonly reason: string,
    readonly code?: string,
  ) {
    super(`${path} ${reason}`);
  }
}

export interface ReadOptions {
  /** The most that is read, in bytes; a larger file is an error. 4 MiB by default. */
  most?: number;
  /**
   * Set if a person named the path. A FIFO, a process substitution and stdin are read then, but never through a link: a repository
   * could have brought that.
   */
  named?: boolean;
  /** How long somebody may take to open the other end of a FIFO, in ms. */
  patience?: number;
}

/**
 * The bytes of a regular file. Nothing else is opened, because to open a FIFO or a device can wait, or do something; and no more is
 * read than `most`, whatever size the system reports. Throws ReadError.
 */
export function readBytes(path: string, options: ReadOptions = {}): Buffer {
  try {
    return read(path, options);
  } catch (error) {
    throw error instanceof ReadError ? error : systemError(path, error as NodeJS.ErrnoException);
  }
}

/** The same as text, which must be UTF-8; a byte order mark is left out. Throws ReadError. */
export function readText(path: string, options?: ReadOptions): string {
  const bytes = readBytes(path, options);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ReadError(path, 'is not UTF-8 text');
  }
}

function read(path: string, { most = LARGEST, named = false, patience = PATIENCE }: ReadOptions): Buffer {
  const own = named ? descriptorNamed(path) : undefined;
  // A socket can't be opened by its name.
  if (own !== undefined && fstatSync(own).isSocket()) return drain({ path, descriptor: own, most, waits: true });
  const takes = (stats: Stats) => stats.isFile() || (named && isNamedDirectly(path, stats));
  refuseUnless(takes, path, statSync(path));
  const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  const descriptor = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  try {
    const stats = fstatSync(descriptor);
    refuseUnless(takes, path, stats);
    if (stats.isFile() && stats.size > most) throw tooLarge(path, most);
    const isDevice = stats.isCharacterDevice();
    return drain({
      path,
      descriptor,
      most: isDevice ? Math.min(most, LARGEST) : most,
      waits: !stats.isFile(),
      patience: stats.isFIFO() && own === undefined ? patience : 0,
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a path leads to a FIFO or a device of characters without a link, but for those to open files of this process. */
function isNamedDirectly(path: string, stats: Stats): boolean {
  if (!stats.isFIFO() && !stats.isCharacterDevice()) return false;
  return descriptorNamed(path) !== undefined || !lstatSync(path).isSymbolicLink();
}

function refuseUnless(takes: (stats: Stats) => boolean, path: string, stats: Stats): void {
  if (takes(stats)) return;
  throw new ReadError(path, `is ${kindOf(stats)}, not a file`, stats.isDirectory() ? 'EISDIR' : undefined);
}

interface Drained {
  path: string;
  descriptor: number;
  most: number;
  /** Whether bytes may come later. */
  waits: boolean;
  /** ms in which the other end of a pipe must be opened; 0 if it is open already, so that no byte means the end. */
  patience?: number;
}

/** Reads to the end, and no more than `most`. */
function drain({ path, descriptor, most, waits, patience = 0 }: Drained): Buffer {
  const part = Buffer.allocUnsafe(64 * 1024);
  const parts: Buffer[] = [];
  let total = 0;
  let waited = 0;
  for (let opened = patience === 0; ; ) {
    const count = readSome(descriptor, part, Math.min(part.length, most + 1 - total));
    if (count === 0 && opened) return Buffer.concat(parts, total);
    if (count !== undefined && count > 0) {
      parts.push(Buffer.from(part.subarray(0, count)));
      total += count;
      if (total > most) throw tooLarge(path, most);
      [opened, waited] = [true, 0];
      continue;
    }
    opened ||= count === undefined;
    if (!opened && waited >= patience) throw new ReadError(path, 'is a FIFO that nobody writes to');
    if (!waits || waited >= SILENT)
      throw new ReadError(path, `has nothing to read${waits ? ` for ${SILENT / 1000} s` : ''}`);
    pause(POLL);
    waited += POLL;
  }
}

/** How many bytes were read, 0 at the end; undefined if there are none yet. */
function readSome(descriptor: number, into: Buffer, most: number): number | undefined {
  try {
    return readSync(descriptor, into, 0, most, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    if (code === 'EOF') return 0;
    throw error;
  }
}

const tooLarge = (path: string, most: number) =>
  new ReadError(path, `is larger than ${most / MIB} MiB, and no more of it is read`);

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'does not exist (a part of its path is not a directory)'],
  ['EISDIR', 'is a directory, not a file'],
  ['EACCES', 'may not be read (no permission)'],
  ['ELOOP', 'is a link that leads to itself'],
  ['ENXIO', 'is a socket, not a file'],
  ['EBADF', 'is not open'],
]);

/** Why the system did not let a file be read, in words that follow its name. */
export const readProblem = ({ code, message }: NodeJS.ErrnoException): string =>
  REASONS.get(code) ?? `can't be read: ${message}`;

const systemError = (path: string, error: NodeJS.ErrnoException): ReadError =>
  new ReadError(path, readProblem(error), error.code);
