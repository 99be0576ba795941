import { lstat, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { ReadError, readBytes } from '../../files/read.js';
import { StageError } from '../stage.js';
import type { SpareFolders } from './spare-folders.js';
import { makeTempFolder, removeTempFolder } from './temp-folder.js';

/** The most that is read of a file, in bytes: a target may have written it. */
const LARGEST = 64 * 1024 * 1024;

/** The folder of one case (`${dir}`), made when somebody asks for it. Nothing outside it can be named. */
export class CaseFolder {
  private made: string | undefined;
  /** The same without symbolic links. */
  private real: Promise<string> | undefined;
  private named = false;
  private over = false;

  constructor(private readonly spares: SpareFolders) {}

  /** Its whole path. Late questions, which a target may ask while its case is cleaned up, make no folder any more. */
  path(): string {
    this.named = true;
    return this.have(() => makeTempFolder('proctor-'));
  }

  /** The same path, for one who is told of the folder and keeps nothing by its name. */
  root(): string {
    return this.have(() => this.spares.take());
  }

  /** Writes a file, makes a link, or with null removes what is there. Throws StageError (defect) for a path outside. */
  async write(path: string, content: Uint8Array | { link: string } | null): Promise<void> {
    const file = await this.inside(path);
    if (content === null) return void (await rm(file, { recursive: true, force: true }));
    if (dirname(file) !== (await this.whole())) await mkdir(dirname(file), { recursive: true });
    if (content instanceof Uint8Array) await writeFile(file, content);
    else await symlink(content.link, file);
  }

  /** The bytes of a file; undefined if there is none, or more than 64 MiB of it. Throws StageError (defect) for a path outside. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const file = await this.inside(path);
    const info = await lstat(file).catch(() => undefined);
    return info?.isFile() ? bytesOf(file) : undefined;
  }

  /** Never throws. */
  async remove(): Promise<void> {
    this.over = true;
    if (this.made === undefined) return;
    await (this.named ? removeTempFolder(this.made) : this.spares.giveBack(this.made));
  }

  private have(make: () => string): string {
    if (this.over) return this.made ?? join(tmpdir(), 'proctor-gone');
    this.made ??= make();
    return this.made;
  }

  private whole(): Promise<string> {
    this.real ??= realpath(this.path());
    return this.real;
  }

  private async inside(path: string): Promise<string> {
    const root = await this.whole();
    const file = resolve(root, path);
    if (file !== root && !file.startsWith(root + sep))
      throw new StageError('defect', `${path} lies outside the case's folder`);
    return file;
  }
}

function bytesOf(file: string): Uint8Array | undefined {
  try {
    return readBytes(file, { most: LARGEST });
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}
