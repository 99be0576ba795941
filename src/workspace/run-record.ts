import { join } from 'node:path';
import { type JsonObject, stringifyJson } from '../json/json.js';
import type { Workspace } from './confinement.js';

/**
 * Writes a file of the record of a run, and its folder if need be (Harn bridge, Worker lifecycle notifications). At once: a wait for the disk would
 * be one that no clock sees.
 *
 * @param folder the record, in the workspace. Throws as `Workspace` does.
 */
export function writeRecord(files: Workspace, folder: string, file: string, content: JsonObject): void {
  files.write(join(folder, file), `${stringifyJson(content)}\n`);
}
