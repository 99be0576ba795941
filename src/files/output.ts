import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from './folder.js';
import { PlaceError, placeOf } from './place.js';
import { descriptorNamed, kindOf, PATIENCE, pause } from './special.js';

/** A file that grows: a report, a log. */
export interface OutputFile {
  descriptor: number;
  /** Does nothing to a file that was open before. */
  close(): void;
}

const POLL = 5;

/**
 * Opens a file that a person named, empty, to be written piece by piece. `/dev/stdout`, `/dev/fd/3`, a FIFO and a process substitution are
 * taken too. A link is followed as far as `placeOf` says. Makes the folders that are missing. Throws PlaceError, and the errors of the system.
 *
 * @param folder what the path is relative to
 * @param patience how long somebody may take to open the other end of a FIFO, in ms
 */
export function openOutput(path: string, folder = process.cwd(), patience = PATIENCE): OutputFile {
  const own = descriptorNamed(path);
  if (own !== undefined) return openOwn(path, own);
  const place = placeOf(path, folder);
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there && !there.isFile()) {
    const isLink = lstatSync(resolve(folder, path)).isSymbolicLink();
    if (there.isFIFO() && !isLink) return outputTo(openPipe(path, place, patience));
    if (there.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'EISDIR' });
    if (!there.isCharacterDevice() || isLink) throw refused(path, there);
  }
  if (there === undefined) makeFolder(dirname(place));
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  const descriptor = openSync(place, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o666);
  const stats = fstatSync(descriptor);
  if (stats.isFile()) ftruncateSync(descriptor);
  else if (!stats.isCharacterDevice()) {
    closeSync(descriptor);
    throw refused(path, stats);
  }
  return outputTo(descriptor);
}

/** An open file of this process: opened anew if it is a pipe, so that a write waits for its reader; else it is used as it is. */
function openOwn(path: string, descriptor: number): OutputFile {
  if (fstatSync(descriptor).isFIFO()) return outputTo(openSync(path, constants.O_WRONLY));
  return { descriptor, close: () => undefined };
}

/** Opens a FIFO that somebody reads, or soon will: a plain open would wait for a reader, deaf to every signal. */
function openPipe(path: string, place: string, patience: number): number {
  const { O_WRONLY, O_NONBLOCK } = constants;
  for (let waited = 0; ; waited += POLL) {
    try {
      const first = openSync(place, O_WRONLY | O_NONBLOCK);
      try {
        return openSync(place, O_WRONLY);
      } finally {
        closeSync(first);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      if (waited >= patience) throw new PlaceError(`${path} is a FIFO that nobody reads`);
      pause(POLL);
    }
  }
}

const outputTo = (descriptor: number): OutputFile => ({ descriptor, close: () => closeSync(descriptor) });

const refused = (path: string, stats: Stats) => new PlaceError(`${path} is ${kindOf(stats)}, not a file`);
