import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { NotAllowed } from './not-allowed.js';
import { isBelow, realPlace } from './places.js';
import { makeParents, readRegular, removeFile, replaceRegular, writeRegular } from './regular-files.js';

export interface ConfinementOptions {
  /** The working directory of the mock, absolute. */
  cwd: string;
  /**
   * Whether the peer is the program that started the mock or that the mock has started. It works where it pleases anyway, so the folder
   * that it names for a session counts as a working directory. Over a socket anybody may be the peer.
   */
  overStdio: boolean;
  /** Other folders that the script allows, relative to `cwd`. */
  files?: readonly string[];
  /** Whether there is a script that could allow more. Default: yes. */
  scripted?: boolean;
}

/** The folders that a mock may touch on behalf of its peer. */
export class Confinement {
  private readonly roots: readonly string[];

  constructor(private readonly options: ConfinementOptions) {
    const { cwd, files = [] } = options;
    this.roots = [cwd, ...files.map((folder) => resolve(cwd, folder))];
  }

  /** The files of a session that works in this folder, an absolute path that its peer may have named. */
  in(folder: string): Workspace {
    const { overStdio, scripted = true } = this.options;
    return new Workspace(folder, overStdio ? [...this.roots, folder] : this.roots, scripted);
  }
}

/**
 * The files that a peer may have touched. What it names is relative to the folder of its session; links, `..` and absolute paths lead
 * nowhere else than below the roots. Every method throws NotAllowed for a path outside, NoRegularFile for what is no file, and else
 * what the system says.
 */
export class Workspace {
  constructor(
    readonly folder: string,
    private readonly roots: readonly string[],
    private readonly scripted: boolean,
  ) {}

  /** The real place of a path, which need not exist. */
  place(path: string): string {
    if (path.includes('\0')) throw new NotAllowed(`a path has no NUL character: ${JSON.stringify(path)}`);
    const whole = resolve(this.folder, path);
    const place = realPlace(whole);
    // A root may be a link itself, and may have been made meanwhile.
    if (this.roots.some((root) => isBelow(place, realPlace(root)))) return place;
    throw this.refusal(path, whole);
  }

  read(path: string): Buffer {
    return readRegular(this.place(path));
  }

  /** Writes a file. `parents`: with the folders that it lies in. */
  write(path: string, content: string | Uint8Array, { parents = true } = {}): void {
    const place = this.place(path);
    if (parents) makeParents(place);
    writeRegular(place, content);
  }

  /** Writes a file with its folders, so that whoever reads it meanwhile reads the old or the new content whole. */
  replace(path: string, content: string): void {
    const place = this.place(path);
    makeParents(place);
    replaceRegular(place, content);
  }

  append(path: string, content: string): void {
    writeRegular(this.place(path), content, 'append');
  }

  remove(path: string): void {
    removeFile(this.place(path));
  }

  /** The names in a folder. */
  list(path: string): string[] {
    return readdirSync(this.place(path));
  }

  /** Whether a folder that can be read is there. */
  hasFolder(path: string): boolean {
    const place = this.place(path);
    accessSync(place, constants.R_OK);
    return statSync(place).isDirectory();
  }

  private refusal(path: string, whole: string): NotAllowed {
    const outside = `${JSON.stringify(path)} lies outside of the working directory of this mock`;
    if (!this.scripted) return new NotAllowed(outside);
    const line = `files: [${JSON.stringify(dirname(whole))}]`;
    return new NotAllowed(`${outside}; to allow it, write this line in the script of the mock: ${line}`);
  }
}
