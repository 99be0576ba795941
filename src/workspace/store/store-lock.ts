import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StoreError } from './store-error.js';

const NAME = 'owner';
/** Times that a lock of a dead process is taken over before somebody else is assumed to be faster each time. */
const TRIES = 10;

/**
 * Makes this process the only one that uses a folder, until `release` is called or it dies. Throws StoreError if another process has it.
 *
 * @param folder absolute path; it must be there and writable
 */
export function lockStore(folder: string): { release(): void } {
  const place = join(folder, NAME);
  const mine = `${hostname()} ${process.pid} ${startedAt(process.pid)} ${randomBytes(8).toString('hex')}\n`;
  for (let tries = 0; !take(place, mine); tries++) {
    const theirs = read(place);
    if (theirs === undefined) continue;
    if (tries >= TRIES || isAlive(theirs)) {
      const [host, pid] = theirs.split(' ');
      const who = /^\d+$/.test(pid ?? '')
        ? `process ${pid}${host === hostname() ? '' : ` on ${host}`}`
        : 'another process';
      throw new StoreError(
        `${folder} is in use by ${who}: end it or name another folder (if it is gone, remove ${place})`,
      );
    }
    removeStale(place, theirs);
  }
  return {
    release: () => {
      if (read(place) === mine) rmSync(place, { force: true });
    },
  };
}

/** Makes the file with its content in one step; false if it is there. */
function take(place: string, content: string): boolean {
  const draft = asideOf(place);
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Some file systems have no second name for a file.
    return takePlainly(place, content);
  } finally {
    rmSync(draft, { force: true });
  }
}

function takePlainly(place: string, content: string): boolean {
  try {
    writeFileSync(place, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** What is in the lock; undefined if there is none, empty if it is no file of ours. */
function read(place: string): string | undefined {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return undefined;
  return found.isFile() && found.size < 1000 ? readFileSync(place, 'latin1') : '';
}

/** Two processes may see the same stale lock: it is moved aside, and put back if it is another one by then. */
function removeStale(place: string, theirs: string): void {
  const aside = asideOf(place);
  try {
    renameSync(place, aside);
    if (read(aside) !== theirs) linkSync(aside, place);
  } catch {
    // Somebody else was faster.
  }
  rmSync(aside, { recursive: true, force: true });
}

/** A process of another machine is taken for alive: nobody here can tell. So is one whose id another process has now, if its start is unknown. */
function isAlive(owner: string): boolean {
  const [, host, pid, started] = /^(\S+) (\d{1,10}) (\S+) [0-9a-f]{16}\n$/.exec(owner) ?? [];
  if (host === undefined) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt(Number(pid)) === started;
}

/** When a process started, in ticks since the machine did (proc(5), stat); `-` if the system does not say. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

const asideOf = (place: string) => `${place}-${randomBytes(8).toString('hex')}`;
