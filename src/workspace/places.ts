import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Links that may be followed in one path before it counts as a circle. */
const MOST_LINKS = 40;

/**
 * The real place of an absolute path: every link in it is followed as far as the path exists, a link that leads nowhere too. Names are
 * as the disk has them, whatever their case. Throws what the system says for a path that can't be looked at, such as a circle of links.
 */
export function realPlace(path: string): string {
  return follow(resolve(path), MOST_LINKS);
}

function follow(path: string, links: number): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || links === 0) throw error;
  }
  const parent = dirname(path);
  const target = linkAt(path);
  if (target !== undefined) return follow(resolve(follow(parent, links - 1), target), links - 1);
  return parent === path ? path : join(follow(parent, links), basename(path));
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a place lies in a folder, or is it. Both are real places. */
export function isBelow(place: string, folder: string): boolean {
  const way = relative(folder, place);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
