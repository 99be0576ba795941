import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that the build reads. */
const FOLDERS = ['cases', 'profiles', 'reports', 'runner', 'schemas', 'scripts', 'src'];
const FILES = ['package-lock.json', 'package.json'];

/**
 * The SHA-256, hexadecimal, of everything that makes a build what it is: the names and contents of its sources below a folder.
 * Tests among the sources count too.
 */
export function stampOf(root) {
  const hash = createHash('sha256');
  for (const path of [...FOLDERS.flatMap((folder) => filesBelow(root, folder)), ...FILES]) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    });
}
