import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './folder.js';
import { isAlive } from './own-folder.js';
import { ownPlaceOf, PlaceError } from './place.js';
import { readText } from './read.js';

/** How long a lock is waited for, how often it is looked at, and how long somebody who does so little may have it. In ms. */
const WITHIN = 2000;
const POLL = 10;
const OUTLIVED = 30_000;
/** From which age on a lock that names nobody is the work of nobody. In ms. */
const ANONYMOUS = 1000;

/**
 * Does something while no other process does it under the same lock: a file with the name of its owner, which is gone afterwards.
 * The lock of a process that has died is taken over. Throws PlaceError for a path that leads out of `folder` (see `placeOf`), or
 * if another process has the lock for too long; and what `action` throws.
 */
export async function locked<T>(path: string, folder: string, action: () => T, within = WITHIN): Promise<T> {
  const place = ownPlaceOf(path, folder);
  const owner = `${hostname()} ${process.pid} ${randomBytes(12).toString('hex')}\n`;
  makeFolder(dirname(place));
  for (let waited = 0; !take(place, owner); waited += POLL) {
    if (waited >= within)
      throw new PlaceError(`${path} is there: another process has it, or left it behind; remove it then`);
    removeIfStale(place);
    await sleep(POLL);
  }
  try {
    return action();
  } finally {
    if (ownerOf(place) === owner) unlinkSync(place);
  }
}

/** Makes the lock with its owner in it, in one step; false if it is there. */
function take(place: string, owner: string): boolean {
  const draft = asideOf(place);
  writeFileSync(draft, owner, { flag: 'wx' });
  try {
    linkSync(draft, place);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Some file systems have no second name for a file.
    return takePlainly(place, owner);
  } finally {
    unlinkSync(draft);
  }
}

function takePlainly(place: string, owner: string): boolean {
  try {
    writeFileSync(place, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Two processes may see the same stale lock: it is moved aside, and put back if it is another one by now. */
function removeIfStale(place: string): void {
  const owner = ownerOf(place);
  if (owner === undefined || !isStale(place, owner)) return;
  const aside = asideOf(place);
  try {
    renameSync(place, aside);
    if (ownerOf(aside) !== owner) linkSync(aside, place);
  } catch {
    // Somebody else was faster.
  }
  rmSync(aside, { recursive: true, force: true });
}

function isStale(place: string, owner: string): boolean {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (!stats) return false;
  if (!stats.isFile()) return true;
  const age = Math.abs(Date.now() - stats.mtimeMs);
  const [, host, pid] = /^(\S+) (\d{1,10}) [0-9a-f]{24}\n$/.exec(owner) ?? [];
  if (host === undefined) return age > ANONYMOUS;
  return age > OUTLIVED || (host === hostname() && !isAlive(Number(pid)));
}

/** What stands in a lock, nothing if that can't be read; undefined if there is none. */
function ownerOf(place: string): string | undefined {
  if (!lstatSync(place, { throwIfNoEntry: false })) return undefined;
  try {
    return readText(place, { most: 1024 });
  } catch {
    return '';
  }
}

const asideOf = (place: string) => join(dirname(place), `.proctor-${randomBytes(12).toString('hex')}.tmp`);
