import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { invalidParams } from '../errors.js';

/** Where one session is at work. */
export interface SessionFolders {
  /** Working directory, absolute. */
  cwd: string;
  /** The folders that an agent may touch. */
  roots: readonly string[];
}

/** The folders of a session. Rejects with RpcError where there is no such session. */
export type Workspace = (sessionId: string) => Promise<SessionFolders>;

/**
 * The real place of a path that an agent named: absolute, and below one of the roots once every link is followed, be it of
 * the path or of a root. What does not exist yet is judged by where it would come to lie. Rejects with RpcError -32602.
 */
export async function allowedPath(path: string, roots: readonly string[]): Promise<string> {
  if (!isAbsolute(path)) throw invalidParams(`the path must be absolute: ${path}`);
  const place = await follow(resolve(path));
  for (const root of roots) if (isBelow(place, await follow(resolve(root)))) return place;
  throw invalidParams(`the path lies outside of the session: ${path}`);
}

/**
 * An absolute path with every link in it followed, as far as it exists. A link that leads nowhere is followed too. Rejects
 * with RpcError -32602 for links that run in a circle, and where the system does not let us look.
 */
export async function follow(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw invalidParams(`the path can't be used: ${path} (${code})`);
  }
  const target = await readlink(path).catch(() => undefined);
  const parent = dirname(path);
  if (target !== undefined) return follow(resolve(parent, target));
  return parent === path ? path : join(await follow(parent), basename(path));
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
