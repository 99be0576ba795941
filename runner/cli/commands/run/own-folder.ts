import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { locked } from '../../../../src/files/lock.js';
import { replaceFile } from '../../../../src/files/write.js';

/** The folder in which runs keep what later ones need, below the working directory. */
export const OWN_FOLDER = '.proctor';
/** Keeps the folder out of git, itself too, so that no project has to name it. */
const IGNORES = join(OWN_FOLDER, '.gitignore');

/** Errors of a folder that nobody may write to. To keep something is worth trying, and no more. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Changes a file of `.proctor` while no other run does, and makes the folder if it is missing. Does nothing if nobody may write there.
 *
 * @param lock the lock of the file, below `folder`
 * @throws PlaceError for a `.proctor` that leads out of `folder`, and what `change` throws
 */
export async function changeKept(lock: string, folder: string, change: () => void): Promise<void> {
  try {
    // A folder that was there before may have files of a person in it.
    const isNew = lstatSync(join(folder, OWN_FOLDER), { throwIfNoEntry: false }) === undefined;
    await locked(lock, folder, () => {
      if (isNew) replaceFile(IGNORES, '*\n', folder);
      change();
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!READ_ONLY.has(code ?? '')) throw error;
  }
}
