import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { makeFolder } from '../../files/folder.js';
import { crypto } from '../../json/crypto.js';

/** Bytes of one file, at most. The largest that a build of ours makes takes a tenth of it. */
const LARGEST = 16 * 1024 * 1024;
/** Files that the folder keeps, the newest. One install of Proctor makes some 40. */
const KEPT = 128;
const HASH_BYTES = 32;

/**
 * The folder for what V8 compiled, in the user's own cache (XDG Base Directory; `Caches` on macOS, `LOCALAPPDATA` on Windows).
 * Undefined if the user has no home, and if Node's own `NODE_DISABLE_COMPILE_CACHE` is set.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const base = userCaches(env, platform);
  return base !== undefined && isAbsolute(base) ? join(base, 'proctor', 'code') : undefined;
}

function userCaches(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  if (platform === 'win32') return env.LOCALAPPDATA;
  if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
  try {
    return join(homedir(), ...(platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
  } catch {
    return undefined;
  }
}

/**
 * What V8 compiled for one source, in `folder`. V8 compares no more of the source than its length, and takes code of another patch
 * of Node for its own and crashes, so the file's name says for which Node it is, and its head the hashes of source and code.
 */
export class CodeCache {
  readonly #file: string;
  readonly #source: Buffer;

  constructor(
    private readonly folder: string,
    file: string,
    source: Buffer,
    purpose = '',
  ) {
    this.#source = sha256(source);
    const name = [basename(file, '.cjs'), purpose, process.version, process.platform, process.arch]
      .filter((part) => part !== '')
      .join('-');
    this.#file = join(folder, `${name}-${this.#source.toString('hex', 0, 8)}`);
  }

  /**
   * The code, if it is whole and made of this source. A folder or file that someone else could have written is not read.
   */
  read(): Buffer | undefined {
    if (!isOwn(this.folder)) return undefined;
    const content = readOwn(this.#file);
    if (content === undefined || content.length <= 2 * HASH_BYTES) return undefined;
    const code = content.subarray(2 * HASH_BYTES);
    const head = content.subarray(0, 2 * HASH_BYTES);
    return head.equals(Buffer.concat([this.#source, sha256(code)])) ? code : undefined;
  }

  /** Keeps the code for the next start, in one step. A folder that can't be written costs that start some ms and nothing else. */
  write(code: Buffer): void {
    const draft = `${this.#file}.${crypto().randomBytes(8).toString('hex')}`;
    try {
      makeFolder(this.folder, 0o700);
      if (!isOwn(this.folder)) return;
      writeNew(draft, Buffer.concat([this.#source, sha256(code), code]));
      renameSync(draft, this.#file);
      forgetOldest(this.folder);
    } catch {
      discard(draft);
    }
  }
}

const sha256 = (bytes: Uint8Array): Buffer => crypto().createHash('sha256').update(bytes).digest();

/** Whether a folder is the user's, and writable by nobody else. Where the system has no user ids, its access lists decide. */
function isOwn(folder: string): boolean {
  try {
    const found = lstatSync(folder);
    return found.isDirectory() && belongsToUser(found);
  } catch {
    return false;
  }
}

function belongsToUser({ uid, mode }: { uid: number; mode: number }): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function readOwn(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile() || !belongsToUser(found) || found.size > LARGEST) return undefined;
    const content = Buffer.allocUnsafe(found.size);
    return content.subarray(0, readSync(descriptor, content));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function writeNew(file: string, content: Buffer): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
  try {
    for (let done = 0; done < content.length; ) done += writeSync(descriptor, content, done);
  } finally {
    closeSync(descriptor);
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where it can't be removed it can't be written either.
  }
}

/** Removes the oldest files beyond those that are kept: those of versions and builds that are gone. */
function forgetOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= KEPT) return;
  const aged = names.map((name) => ({ name, age: statSync(join(folder, name)).mtimeMs })).sort((a, b) => a.age - b.age);
  for (const { name } of aged.slice(0, names.length - KEPT)) rmSync(join(folder, name), { force: true });
}
