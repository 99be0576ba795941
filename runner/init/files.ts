import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { plainCause } from '../../src/files/cause.js';
import { PlaceError } from '../../src/files/place.js';
import { ReadError, readText } from '../../src/files/read.js';
import { checkPlace, type Draft, draftOf } from '../../src/files/write.js';

/** A file that shall be there. */
export interface PlannedFile {
  path: string;
  text: string;
  /** What a link to it may not lead out of, if not the folder of all. */
  within?: string;
}

/** A file that can't be written, with the reason. */
export class WriteError extends Error {}

/**
 * Writes files, all or none: each is written beside its place first and moved there when all are. Files that have their text already
 * are left alone. Returns the paths that were written. Throws WriteError, also for a link that leads out of `folder`.
 */
export function writeAll(files: readonly PlannedFile[], folder: string): string[] {
  const due = files.filter(({ path, text }) => textOf(path) !== text);
  const drafts: Draft[] = [];
  let last = '';
  try {
    for (const { path, text, within = folder } of due) {
      last = named(path, within);
      drafts.push(draftOf(last, text, within));
    }
    for (const draft of drafts) draft.commit();
  } catch (error) {
    throw writeError(last, error);
  } finally {
    for (const draft of drafts) draft.discard();
  }
  return due.map(({ path }) => path);
}

/** Throws WriteError for a file that `writeAll` could not write, as far as that can be seen before. */
export function checkWritable(path: string, folder: string): void {
  try {
    checkPlace(named(path, folder), folder);
  } catch (error) {
    throw writeError(named(path, folder), error);
  }
}

function textOf(path: string): string | undefined {
  try {
    return existsSync(path) ? readText(path) : undefined;
  } catch (error) {
    // What can't be read may be written all the same.
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}

/** How an error names a file: from the folder, or whole where it is elsewhere. */
function named(path: string, folder: string): string {
  const way = relative(folder, resolve(folder, path));
  return way.split(sep, 1)[0] === '..' ? resolve(folder, path) : way;
}

function writeError(path: string, error: unknown): WriteError {
  const cause = error instanceof PlaceError ? error.message : `${path} can't be written: ${plainCause(error)}`;
  return new WriteError(`nothing was written: ${cause}`);
}
