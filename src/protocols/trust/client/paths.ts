import { isAbsolute, join, relative, sep } from 'node:path';
import type { Json, JsonObject } from '../../../json/json.js';
import { realPlace } from '../../../workspace/places.js';

/** A path of the script leads out of the workspace, so the request is not sent. */
export class OutsideWorkspace extends Error {}

/**
 * Params whose paths are relative (Agent API v1, Method Notes): `project` and `files` to the workspace, `sources_root` and the path of
 * `lsp.*` to the project. An absolute path below the workspace becomes what it is relative to it. Throws OutsideWorkspace.
 *
 * @param root the workspace, absolute
 */
export function relativeParams(method: string, params: JsonObject, root: string): JsonObject {
  const { project, ...rest } = params;
  const own = typeof project === 'string' ? relativePath(project, root) : project;
  const base = typeof own === 'string' ? join(root, own) : root;
  const at = (value: Json, folder: string) => (typeof value === 'string' ? relativePath(value, folder) : value);
  const result: JsonObject = own === undefined || own === '.' ? {} : { project: own };
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'path') result.path = at(value, method.startsWith('lsp.') ? base : root);
    else if (name === 'sources_root') result.sources_root = at(value, base);
    else if (name === 'files' && Array.isArray(value)) result.files = value.map((one) => at(one, root));
    else result[name] = value;
  }
  return result;
}

/** A path as it is sent: with `/`, relative to a folder. One that is relative stays as it is. */
function relativePath(path: string, folder: string): string {
  if (!isAbsolute(path)) return path;
  const way = relative(realPlace(folder), realPlace(path));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new OutsideWorkspace(`${path} is outside of ${folder}, and paths are relative to the workspace`);
  return way === '' ? '.' : way.split(sep).join('/');
}
