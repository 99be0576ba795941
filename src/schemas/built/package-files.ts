import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * The folder that the build filled: `dist` of the package that this file belongs to, whether it runs bundled from there or
 * as source from a test. Throws where nothing was built yet.
 */
export function builtFiles(): string {
  found ??= foundFiles();
  if (found === undefined) throw new Error('the schemas are not built; run `npm run build`');
  return found;
}

/** Whether something was built: the build itself runs before that. */
export function isBuilt(): boolean {
  found ??= foundFiles();
  return found !== undefined;
}

function foundFiles(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const dist = join(folder, 'dist');
    if (existsSync(join(dist, 'validators'))) return dist;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Everything that schemas were built of: the versions and profiles of protocols, and our own formats, as `mcp/2025-11-25`. */
export function builtGroups(): string[] {
  const folder = join(builtFiles(), 'schemas');
  return readdirSync(folder).flatMap((protocol) =>
    readdirSync(join(folder, protocol))
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${protocol}/${basename(file, '.json')}`),
  );
}
