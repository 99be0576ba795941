import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RootDatabase } from 'lmdb';
import { makeFolder as makeFolders } from '../../files/folder.js';
import { FreeSpace } from './free-space.js';
import { NO_ROOM, StoreError, systemWords } from './store-error.js';
import { lockStore } from './store-lock.js';

const DATA = 'data.mdb';
const LOCK = 'lock.mdb';
/** Bytes of a store with nothing in it, at most. */
const EMPTY = 64 * 1024;
/** How long the check of a store may take, in ms: it reads some 200 MB in a second. */
const CHECKED_WITHIN = 120_000;

export interface OpenStoreOptions {
  /** Each change is on the disk before it is answered; without it the machine flushes it some seconds later. */
  sync?: boolean;
}

export interface OpenStore {
  root: RootDatabase;
  /**
   * Writes a value of about so many bytes, all of it or nothing. Throws StoreError if it can't be kept.
   */
  keep(bytes: number, write: () => unknown): void;
  /** Closes it and lets others open it. */
  close(): Promise<void>;
}

/**
 * Opens the LMDB environment in a folder, which is made if it is missing, and keeps every other process out of it. What is there is
 * read and copied by a child process first: a damaged file ends that child and not this process. Rejects with StoreError if the folder is none, is a
 * link, is used by another process, can't be written or holds a damaged or foreign file, and if the package lmdb is missing.
 *
 * @param folder absolute path
 */
export async function openStore(folder: string, { sync = false }: OpenStoreOptions = {}): Promise<OpenStore> {
  const { open } = await loadLmdb();
  makeFolder(folder);
  const lock = locked(folder);
  try {
    for (const name of [DATA, LOCK]) assertPlain(join(folder, name));
    removeDrafts(folder);
    if (lstatSync(join(folder, DATA), { throwIfNoEntry: false })) renewChecked(folder);
    // A folder whose name has a dot is a folder all the same. `overlappingSync` would answer before the flush.
    const space = new FreeSpace(folder);
    if (!space.hasRoomFor(EMPTY)) throw noRoom(folder);
    const root = open({ path: folder, noSubdir: false, ...(sync ? { overlappingSync: false } : { noSync: true }) });
    const close = async () => {
      await root.close();
      lock.release();
    };
    return { root, close, keep: (bytes, write) => keep(space, bytes, write) };
  } catch (error) {
    lock.release();
    throw error instanceof StoreError ? error : unusable(folder, error);
  }
}

async function loadLmdb(): Promise<typeof import('lmdb')> {
  try {
    return await import('lmdb');
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new StoreError('the folder named by `state` is kept by the package lmdb: npm install lmdb');
  }
}

function makeFolder(folder: string): void {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw new StoreError(`${folder} is a link: name the folder itself`);
    if (found && !found.isDirectory()) throw new StoreError(`${folder} is not a folder: name another one`);
    if (!found) makeFolders(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(folder, error);
  }
}

function locked(folder: string) {
  try {
    return lockStore(folder);
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(folder, error);
  }
}

/** Whoever can put a link into the folder would have another file overwritten. */
function assertPlain(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isFile() || found.nlink > 1) throw new StoreError(`${file} is a link or no regular file: remove it`);
  accessSync(file, constants.R_OK | constants.W_OK);
}

function keep(space: FreeSpace, bytes: number, write: () => unknown): void {
  try {
    if (!space.hasRoomFor(bytes)) throw new Error(NO_ROOM);
    write();
  } catch (error) {
    throw new StoreError(`it could not be kept: ${systemWords(error)}`);
  }
}

/** Drafts of a check that was killed. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^checked-[0-9a-f]{16}$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Puts a checked copy of the data in its place. */
function renewChecked(folder: string): void {
  const data = join(folder, DATA);
  if (statSync(data).size === 0) throw damaged(data, 'it is empty');
  if (!new FreeSpace(folder).hasRoomFor(statSync(data).size / 2)) throw noRoom(folder);
  const draft = join(folder, `checked-${randomBytes(8).toString('hex')}`);
  try {
    mkdirSync(draft, { mode: 0o700 });
    // Readers of a process that was killed may be noted in the old lock file.
    rmSync(join(folder, LOCK), { force: true });
    const child = spawnSync(process.execPath, [checkProgram(), folder, draft], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: CHECKED_WITHIN,
      killSignal: 'SIGKILL',
      maxBuffer: 1024 * 1024,
    });
    if (child.status !== 0) {
      const said = String(child.stderr ?? '');
      if (/no space left/i.test(said)) throw noRoom(folder);
      throw damaged(data, child.signal ? `reading it ends with ${child.signal}` : reasonIn(said));
    }
    renameSync(join(draft, DATA), data);
    rmSync(join(folder, LOCK), { force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The line of what Node prints of an error that says what it is. */
const reasonIn = (said: string): string =>
  /^(?:\w*Error|\[?Error)[^\n]{0,300}/m.exec(said)?.[0].replace(/^\[?\w*Error: /, '') ?? 'it can not be read';

const damaged = (data: string, reason: string) =>
  new StoreError(`${data} is damaged or of another program (${reason}): move it away, or name another folder`);

const unusable = (folder: string, error: unknown) =>
  new StoreError(`${folder} can't be used for \`state\`: ${systemWords(error)}`);

const noRoom = (folder: string) => unusable(folder, new Error(NO_ROOM));

/** dist/bin/store-check.cjs, seen from a packed program beside it or from the sources. */
function checkProgram(): string {
  const here = fileURLToPath(import.meta.url);
  for (let folder = dirname(here); folder !== dirname(folder); folder = dirname(folder))
    for (const place of ['store-check.cjs', 'dist/bin/store-check.cjs']) {
      const file = join(folder, place);
      if (lstatSync(file, { throwIfNoEntry: false })) return file;
    }
  throw new Error('dist/bin/store-check.cjs is not built: run `npm run build`');
}
