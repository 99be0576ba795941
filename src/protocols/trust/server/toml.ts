import { parse, TomlError } from 'smol-toml';
import type { Json } from '../../../json/json.js';
import { failed } from '../errors.js';
import type { Place, Workspace } from './workspace.js';

/** A file of a project as TOML. Throws RpcError -32002 if it can't be read or is none. */
export function readToml(workspace: Workspace, place: Place): { [name: string]: Json } {
  const text = workspace.read(place);
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' }) as { [name: string]: Json };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw failed(`failed to parse '${place.absolute}': ${error.message.split('\n')[0]}`, { path: place.path });
  }
}
