import { SpareFolders } from '../../src/conversation/case/spare-folders.js';
import { makeTempFolder, removeTempFolder } from '../../src/conversation/case/temp-folder.js';
import { endAll } from '../../src/wire/process/process.js';

/** Where the references of a selftest have their files. */
export interface Places {
  /** Files for references in processes of their own. */
  folder: string;
  /** The folders that cases have: one mutant leaves its to the next, or each case of each mutant would make and remove one. */
  folders: SpareFolders;
}

/** Does something that starts references, with places for their files; afterwards neither is left. */
export async function inFolder<T>(work: (places: Places) => Promise<T>): Promise<T> {
  const places = { folder: makeTempFolder('proctor-selftest-'), folders: new SpareFolders() };
  try {
    return await work(places);
  } finally {
    await endAll();
    await places.folders.close();
    await removeTempFolder(places.folder);
  }
}
