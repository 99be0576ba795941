import { readdirSync } from 'node:fs';
import { makeTempFolder, removeTempFolder } from './temp-folder.js';

/**
 * Folders that cases need to name and seldom use, such as roots: who leaves one empty leaves it to a later case, because some file
 * systems take ms to remove a folder. No two cases have one at the same time.
 */
export class SpareFolders {
  private readonly spare: string[] = [];

  /** The whole path of an empty folder. */
  take(): string {
    return this.spare.pop() ?? makeTempFolder('proctor-');
  }

  /** Never throws. */
  async giveBack(path: string): Promise<void> {
    if (isEmpty(path)) this.spare.push(path);
    else await removeTempFolder(path);
  }

  /** Removes those that nobody has. Never throws. */
  async close(): Promise<void> {
    await Promise.all(this.spare.splice(0).map((path) => removeTempFolder(path)));
  }
}

function isEmpty(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
