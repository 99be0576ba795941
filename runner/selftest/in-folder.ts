import { makeTempFolder, removeTempFolder } from '../../src/conversation/case/temp-folder.js';
import { endAll } from '../../src/wire/process/process.js';

/** Does something that starts references, with a folder for their files; afterwards neither is left. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTempFolder('proctor-selftest-');
  try {
    return await work(folder);
  } finally {
    await endAll();
    await removeTempFolder(folder);
  }
}
