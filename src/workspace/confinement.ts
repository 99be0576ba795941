import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Anchored, Swapped } from './anchored.js';
import { NotAllowed } from './not-allowed.js';
import { isBelow, realPlace } from './places.js';
import { namesIn, readRegular, removeFile, replaceRegular, writeRegular } from './regular-files.js';

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
    return this.anchored(path).place;
  }

  read(path: string): Buffer {
    return this.at(path, readRegular);
  }

  /** Writes a file. `parents`: with the folders that it lies in. */
  write(path: string, content: string | Uint8Array, { parents = true } = {}): void {
    this.at(path, (at) => writeRegular(at, content, { parents }));
  }

  /** Writes a file with its folders, so that whoever reads it meanwhile reads the old or the new content whole. */
  replace(path: string, content: string): void {
    this.at(path, (at) => replaceRegular(at, content));
  }

  append(path: string, content: string): void {
    this.at(path, (at) => writeRegular(at, content, { append: true }));
  }

  remove(path: string): void {
    this.at(path, removeFile);
  }

  /** The names in a folder. */
  list(path: string): string[] {
    return this.at(path, namesIn);
  }

  /** Whether a folder that can be read is there. */
  hasFolder(path: string): boolean {
    const place = this.place(path);
    accessSync(place, constants.R_OK);
    return statSync(place).isDirectory();
  }

  /** A place, and the root below which it lies. */
  private anchored(path: string): Anchored {
    if (path.includes('\0')) throw new NotAllowed(`a path has no NUL character: ${JSON.stringify(path)}`);
    const place = realPlace(resolve(this.folder, path));
    for (const folder of this.roots) {
      // A root may be a link itself, and may have been made meanwhile.
      const root = realPlace(folder);
      if (isBelow(place, root)) return { root, place };
    }
    throw this.refusal(path);
  }

  /** A link that has taken over a part of the path meanwhile leads nowhere. */
  private at<T>(path: string, act: (at: Anchored) => T): T {
    try {
      return act(this.anchored(path));
    } catch (error) {
      throw error instanceof Swapped ? this.refusal(path) : error;
    }
  }

  private refusal(path: string): NotAllowed {
    const outside = `${JSON.stringify(path)} lies outside of the working directory of this mock`;
    if (!this.scripted) return new NotAllowed(outside);
    const line = `files: [${JSON.stringify(dirname(resolve(this.folder, path)))}]`;
    return new NotAllowed(`${outside}; to allow it, write this line in the script of the mock: ${line}`);
  }
}
