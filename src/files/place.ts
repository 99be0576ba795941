import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A path that leads elsewhere by a link, or a place that can't be written to; `message` says it all. */
export class PlaceError extends Error {
  override name = 'PlaceError';
}

/** As many links in a row as Linux follows. */
const MOST_LINKS = 40;

/**
 * Where a file really stands, or will: the path without links. A link is followed only within `folder`, or, for a path outside of it, within
 * the folder of the file: what a repository brought must not lead a write to other files of the user. Throws PlaceError.
 *
 * @param folder what paths are relative to
 */
export function placeOf(path: string, folder: string): string {
  const named = resolve(folder, path);
  const home = isWithin(named, resolve(folder)) ? realpathSync(folder) : real(path, dirname(named));
  let place = named;
  for (let links = 0; ; links++) {
    const parent = real(path, dirname(place));
    place = join(parent, basename(place));
    const next = linkAt(place);
    if (next === undefined) break;
    if (links === MOST_LINKS) throw new PlaceError(`${path} is a link that leads to itself`);
    place = resolve(parent, next);
  }
  if (isWithin(place, home)) return place;
  throw new PlaceError(
    `${path} leads by a link to ${place}, outside of ${home}: remove the link, or name the file that you mean`,
  );
}

/** The same for a file that Proctor keeps for itself: a link in its place is not followed, and what replaces the file replaces the link. */
export const ownPlaceOf = (path: string, folder: string): string =>
  join(placeOf(dirname(path), folder), basename(path));

/** Whether a path stands at or below a folder; both are absolute. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

/** A folder without links. Of one that does not exist yet, the part that does. */
function real(path: string, folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (linkAt(folder) !== undefined)
      throw new PlaceError(`${path}: ${folder} is a link to a folder that does not exist`);
    return join(real(path, dirname(folder)), basename(folder));
  }
}

/** What a link says; undefined if there is none. */
function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
