import { join } from 'node:path';
import { type JsonObject, stringifyJson } from '../json/json.js';
import type { Workspace } from './confinement.js';

/**
 * Writes a file of a run's record, and the folder where it is missing (Harn bridge, Delegated workers). At once: a wait for the disk would
 * be one that no clock sees.
 *
 * @param folder the record, in the workspace. Throws as `Workspace` does.
 */
export function writeRecord(files: Workspace, folder: string, file: string, content: JsonObject): void {
  files.write(join(folder, file), `${stringifyJson(content)}\n`);
}
