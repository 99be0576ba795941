import { join } from 'node:path';
import { type LoadedCorpus, type LoadOptions, loadCorpus } from '../../load/corpus.js';
import { packageRoot } from '../root.js';

/** The corpus of the package, as the build compiled it; loaded anew where a file has changed since. */
export function packageCorpus(options: LoadOptions = {}): Promise<LoadedCorpus> {
  return loadCorpus(packageRoot, { compiled: join(packageRoot, 'dist/corpus'), ...options });
}
