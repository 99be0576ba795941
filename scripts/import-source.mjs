import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Where the code of a module of Proctor is, with that of all that it imports, once it was imported. */
export const builtSource = (entry) => `node_modules/.cache/proctor/${basename(entry, '.ts')}.mjs`;

/** A module of Proctor, as it stands in the sources; `entry` is its path below the repository, which is `root`. */
export async function importSource(entry, root = process.cwd()) {
  const outfile = join(root, builtSource(entry));
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

/** By path: modules that were bundled in memory. */
const inMemory = new Map();

/** A module of Proctor with all that it imports, wherever the working directory is; bundled once, and written nowhere. @param path the whole one */
export function importInMemory(path) {
  if (!inMemory.has(path))
    inMemory.set(
      path,
      build({
        entryPoints: [path],
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        logLevel: 'warning',
      }).then(({ outputFiles: [file] }) => import(`data:text/javascript,${encodeURIComponent(file.text)}`)),
    );
  return inMemory.get(path);
}
