import { join } from 'node:path';
import { roles } from '../../../src/protocols/index.js';
import { type LoadedCorpus, type LoadOptions, loadCorpus } from '../../load/corpus.js';
import { packageRoot } from '../root.js';

/** The corpus of the package, as the build compiled it; loaded anew where a file has changed since. */
export function packageCorpus(options: LoadOptions = {}): Promise<LoadedCorpus> {
  return loadCorpus(packageRoot, { compiled: join(packageRoot, 'dist/corpus'), ...options });
}

/** Where what a project brings is looked up: beside the cases of the package, for all roles that it plays. */
export const ownContext = { root: packageRoot, roles: Object.keys(roles) };
