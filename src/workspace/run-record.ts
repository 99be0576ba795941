import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, stringifyJson } from '../json/json.js';

/**
 * Writes a file of a run's record, and the folder where it is missing (Harn bridge, Delegated workers). At once: a wait for the disk would
 * be one that no clock sees.
 *
 * @param folder absolute path of the record. Throws Error with what the system says.
 */
export function writeRecord(folder: string, file: string, content: JsonObject): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), `${stringifyJson(content)}\n`);
}
