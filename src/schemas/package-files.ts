import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * The folder that the build filled: `dist` of the package that this file belongs to, whether it runs bundled from there or
 * as source from a test. Throws where nothing was built yet.
 */
export function builtFiles(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); found === undefined; folder = dirname(folder)) {
    const dist = join(folder, 'dist');
    if (existsSync(join(dist, 'validators'))) found = dist;
    else if (folder === dirname(folder)) throw new Error('the schemas are not built; run `npm run build`');
  }
  return found;
}
