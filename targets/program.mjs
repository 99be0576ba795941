// Starts a program of a package, wherever that is installed: `program.mjs PACKAGE/FILE ARG…`. Its folder is looked for in the
// `node_modules` above this file, so that the target files beside it work in this repository and in a project that uses it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const name = process.argv[2] ?? '';
const found = foldersAbove(import.meta.dirname)
  .map((folder) => join(folder, 'node_modules', name))
  .find((file) => name !== '' && existsSync(file));
if (found === undefined) {
  console.error(`${name} is not installed; install its package beside proctor`);
  process.exit(1);
}
process.argv.splice(1, 2, found);
await import(pathToFileURL(found).href);

function foldersAbove(folder) {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
