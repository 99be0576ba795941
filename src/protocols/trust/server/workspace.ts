import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Anchored, Swapped } from '../../../workspace/anchored.js';
import { isBelow, realPlace } from '../../../workspace/places.js';
import { readRegular, writeRegular } from '../../../workspace/regular-files.js';
import { failed, invalidParams, pathEscape } from '../errors.js';

/** Sources of one project: files, and levels of folders. */
const MOST_FILES = 10_000;
const DEEPEST = 64;

/** A place in the workspace, as a path that holds good in it. */
export interface Place {
  /** As it was given. */
  readonly raw: string;
  /** Without `.` and `..`, relative to the workspace root; `` for the root itself. */
  readonly path: string;
  /** The same, absolute. */
  readonly absolute: string;
}

/**
 * The files of the workspace. Whatever a path says, and whatever is a link or becomes one meanwhile, nothing outside of the root is read or
 * written (Agent API v1, Stable Error Codes).
 */
export class Workspace {
  /** Absolute, without links. */
  readonly root: string;

  /** @param root a folder. Throws what the system says if it is none. */
  constructor(root: string) {
    this.root = realpathSync.native(root);
    if (!statSync(this.root).isDirectory()) throw new Error(`${root} is not a folder`);
  }

  /**
   * A place that a path names.
   *
   * @param base what it is relative to; default: the root
   * @throws RpcError -32001 for one that leaves the base on its way or by a link, -32602 for one that names nothing
   */
  place(raw: string, base: Place = this.top): Place {
    const path = join(base.path, normalized(raw));
    const place = { raw, path, absolute: join(this.root, path) };
    this.realOf(place);
    return place;
  }

  /** The root. */
  get top(): Place {
    return { raw: '.', path: '', absolute: this.root };
  }

  /** The bytes of a file. Throws RpcError -32002 if it can't be read. */
  bytes(place: Place): Buffer {
    return this.acting('read', place, (at) => readRegular(at));
  }

  /** The text of a file. Throws RpcError -32002 if it can't be read, or is no UTF-8. */
  read(place: Place): string {
    const bytes = this.bytes(place);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw failed(`failed to read '${place.absolute}': it is not UTF-8`, { path: place.path });
    }
  }

  /** Writes a file. @param parents whether folders that are missing are made. Throws RpcError -32002 if it can't be written. */
  write(place: Place, content: string | Uint8Array, parents: boolean): void {
    this.acting('write', place, (at) => writeRegular(at, content, { parents }));
  }

  /** Whether a folder is there. */
  isFolder(place: Place): boolean {
    return statSync(this.realOf(place), { throwIfNoEntry: false })?.isDirectory() === true;
  }

  /** Whether a file is there. */
  isFile(place: Place): boolean {
    return statSync(this.realOf(place), { throwIfNoEntry: false })?.isFile() === true;
  }

  /**
   * The files below a folder whose names end so, by their paths. What a link brings from outside, or twice, is left out.
   *
   * @throws RpcError -32002 if there are too many
   */
  files(folder: Place, pattern: RegExp): Place[] {
    const found: Place[] = [];
    const seen = new Set<string>();
    const walk = (path: string, depth: number) => {
      const here = this.inside(path);
      if (here === undefined || seen.has(here) || depth > DEEPEST) return;
      seen.add(here);
      for (const name of readdirSync(here).sort()) {
        const inner = join(path, name);
        const place = this.inside(inner);
        const stats = place === undefined ? undefined : lstatSync(place, { throwIfNoEntry: false });
        if (stats?.isDirectory()) walk(inner, depth + 1);
        else if (stats?.isFile() && pattern.test(name) && !seen.has(place!)) {
          seen.add(place!);
          found.push({ raw: inner, path: inner, absolute: join(this.root, inner) });
          if (found.length > MOST_FILES)
            throw failed(`there are more than ${MOST_FILES} sources in '${folder.absolute}'`);
        }
      }
    };
    this.acting('read', folder, () => walk(folder.path, 0));
    return found;
  }

  /** The real place of a path in the root; undefined if it lies outside. */
  private inside(path: string): string | undefined {
    try {
      const real = realPlace(join(this.root, path));
      return isBelow(real, this.root) ? real : undefined;
    } catch {
      return undefined;
    }
  }

  /** Where a path leads. The part that is there decides. */
  private realOf({ raw, absolute }: Place): string {
    let real: string;
    try {
      real = realPlace(absolute);
    } catch (error) {
      throw failed(`failed to look at '${raw}': ${(error as Error).message}`, { path: raw });
    }
    if (!isBelow(real, this.root)) throw pathEscape(raw);
    return real;
  }

  private acting<T>(what: 'read' | 'write', place: Place, act: (at: Anchored) => T): T {
    try {
      return act({ root: this.root, place: this.realOf(place) });
    } catch (error) {
      if (error instanceof Swapped) throw pathEscape(place.raw);
      if (error instanceof RpcError) throw error;
      throw failed(`failed to ${what} '${place.absolute}': ${reasonOf(error as Error)}`, { path: place.path });
    }
  }
}

/** What the system says, without the name by which the file was reached. */
const reasonOf = ({ code, message }: NodeJS.ErrnoException) =>
  code !== undefined && message.startsWith(`${code}: `) ? message.replace(/, \w+(?: '.*')?$/s, '') : message;

/** A path below a folder, as others write it: with slashes. */
export const slashed = (path: string) => (sep === '/' ? path : path.split(sep).join('/'));

/** The way from one place to another, with slashes; absolute if it would lead upwards. */
export function wayTo(from: Place, to: Place): string {
  const way = relative(from.absolute, to.absolute);
  return way === '..' || way.startsWith(`..${sep}`) ? slashed(to.absolute) : slashed(way);
}

/** Without `.` and `..`. A path may go up and down again, but never above where it begins. */
function normalized(raw: string): string {
  if (raw.trim() === '') throw invalidParams('A path must not be empty.');
  if (raw.includes('\0')) throw invalidParams('A path has no NUL character.');
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(raw)) throw pathEscape(raw);
  const parts: string[] = [];
  for (const part of raw.split(sep === '/' ? '/' : /[/\\]/)) {
    if (part === '..') {
      if (parts.pop() === undefined) throw pathEscape(raw);
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  if (parts.length === 0) throw invalidParams(`Path '${raw}' names the root itself.`);
  return parts.join(sep);
}
