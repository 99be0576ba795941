import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { isAlive, ownFolder } from './own-folder.js';
import { placeOf } from './place.js';
import { descriptorNamed } from './special.js';

/** A file that this process alone writes. */
export interface Claim {
  /** The file that was named, or one beside it with a number. */
  path: string;
  release(): void;
}

/** Files with a number that are tried. */
const MOST = 1000;

/**
 * Picks the file to write: the one that was named, or, while another Proctor of this user writes that, `name-2`, `name-3` and so on.
 * Devices and pipes are never numbered. Throws PlaceError, as `placeOf`.
 */
export function claimFile(path: string, folder = process.cwd()): Claim {
  const own = isPlain(path, folder) ? ownFolder('writing') : undefined;
  if (own === undefined) return { path, release: () => undefined };
  for (let number = 1; number < MOST; number++) {
    const named = number === 1 ? path : numbered(path, number);
    const note = join(own, createHash('sha256').update(placeOf(named, folder)).digest('hex').slice(0, 32));
    if (!take(note)) continue;
    const release = () => forget(own, note);
    process.once('exit', release);
    return {
      path: named,
      release: () => {
        process.off('exit', release);
        release();
      },
    };
  }
  return { path, release: () => undefined };
}

function isPlain(path: string, folder: string): boolean {
  if (descriptorNamed(path) !== undefined) return false;
  return lstatSync(placeOf(path, folder), { throwIfNoEntry: false })?.isFile() ?? true;
}

function numbered(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-${number}${ext}`);
}

/** Notes the process beside the name of the file. The note of a process that has died is replaced. */
function take(note: string): boolean {
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(note, String(process.pid), { mode: 0o600, flag: 'wx' });
      return true;
    } catch {
      if (isTaken(note)) return false;
      rmSync(note, { force: true });
    }
  }
  return false;
}

/** ms after which a note that names nobody is the work of nobody. */
const ANONYMOUS = 1000;

function isTaken(note: string): boolean {
  try {
    const pid = Number(readFileSync(note, 'utf8'));
    // Another process may have made it this moment, and not yet written to it.
    if (!(pid > 0)) return Date.now() - lstatSync(note).mtimeMs < ANONYMOUS;
    return isAlive(pid);
  } catch {
    return false;
  }
}

/** Takes a note away, and with the last one the folder. */
function forget(folder: string, note: string): void {
  try {
    rmSync(note, { force: true });
    rmdirSync(folder);
  } catch {
    // There are others.
  }
}
