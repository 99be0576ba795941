import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './folder.js';
import { ownPlaceOf, PlaceError, placeOf } from './place.js';
import { kindOf } from './special.js';

/** A file that is written and not yet in its place. */
export interface Draft {
  /** Puts it into its place, in one step. */
  commit(): void;
  /** Removes it, if it is not in its place. Never throws. */
  discard(): void;
}

/** The bits of a mode that say who may do what. */
const PERMISSIONS = 0o777;

/**
 * Writes a file beside its place, under a name that nobody can guess, so that nobody can put a link there. The new file keeps the
 * permissions of the old one, and a link to it stays a link. Makes the folders that are missing. Throws PlaceError for a path that leads out
 * of `folder` (see `placeOf`) or to something other than a file, and the errors of the system.
 */
export function draftOf(path: string, content: string | Uint8Array, folder: string): Draft {
  return draftAt(path, placeOf(path, folder), content);
}

function draftAt(path: string, place: string, content: string | Uint8Array, mode?: number): Draft {
  const there = fileAt(path, place);
  makeFolder(dirname(place));
  const draft = join(dirname(place), `.proctor-${randomBytes(12).toString('hex')}.tmp`);
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode ?? 0o666);
  const discard = () => rmSync(draft, { force: true });
  try {
    writeFileSync(descriptor, content);
    const permissions = mode ?? there?.mode;
    if (permissions !== undefined) fchmodSync(descriptor, permissions & PERMISSIONS);
  } catch (error) {
    discard();
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return { commit: () => renameSync(draft, place), discard };
}

/**
 * Throws what `draftOf` would throw for a path. In the folder where it would begin, another one is made and removed: below /proc
 * the permissions do not say what is allowed.
 */
export function checkPlace(path: string, folder: string): void {
  const place = placeOf(path, folder);
  fileAt(path, place);
  let above = dirname(place);
  while (!existsSync(above)) above = dirname(above);
  rmdirSync(mkdtempSync(join(above, '.proctor-')));
}

/**
 * Writes a file that Proctor keeps for itself in one step: whoever reads it meanwhile has the old or the new one whole. A link in its place
 * is replaced. Else as `draftOf`.
 *
 * @param mode the permissions that it gets, whatever those of the old one are
 */
export function replaceFile(path: string, content: string | Uint8Array, folder: string, mode?: number): void {
  const place = ownPlaceOf(path, folder);
  if (isLink(place)) unlinkSync(place);
  const draft = draftAt(path, place, content, mode);
  try {
    draft.commit();
  } finally {
    draft.discard();
  }
}

const isLink = (place: string) => lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** The file that a path leads to; undefined if there is none yet. */
function fileAt(path: string, place: string): Stats | undefined {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new PlaceError(`${path} is ${kindOf(stats)}, not a file`);
  return stats;
}
