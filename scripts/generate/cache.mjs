// Keeps types and validators by what they were made from: making those of all schemas takes six seconds of CPU, and most
// schemas stay as they are. With PROCTOR_FRESH=1 everything is made anew.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const FOLDER = join(repository, 'node_modules/.cache/proctor/generate');
/** What npm has installed, with versions. */
const INSTALLED = join(repository, 'node_modules/.package-lock.json');
/** The code that makes them. */
const CODE = ['scripts/generate', 'runner/schemas', 'src/schemas', 'src/schemas/errors'];
/** Some ten times what the schemas of one tree make. */
const MOST = 500;

let code;

/** Digest of the code, of Node and of all packages; undefined where it can't be known which those are. */
function codeDigest() {
  if (process.env.PROCTOR_FRESH === '1' || !existsSync(INSTALLED)) return undefined;
  const hash = createHash('sha256').update(`${process.version}\0`).update(readFileSync(INSTALLED));
  for (const folder of CODE)
    for (const { name } of readdirSync(join(repository, folder), { withFileTypes: true }).filter((one) => one.isFile()))
      hash.update(`\0${name}\0`).update(readFileSync(join(repository, folder, name)));
  return hash.digest('hex');
}

/** Resolves with what `make` makes of `input`, JSON both of them: what it made before, where nothing has changed since. */
export async function cached(what, input, make) {
  code ??= codeDigest();
  if (code === undefined) return make();
  const key = createHash('sha256')
    .update(`${code} ${what} ${JSON.stringify(input)}`)
    .digest('hex');
  const file = join(FOLDER, `${key}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await make();
  mkdirSync(FOLDER, { recursive: true });
  const kept = readdirSync(FOLDER);
  if (kept.length > MOST) for (const name of kept) rmSync(join(FOLDER, name), { force: true });
  // Whoever reads it meanwhile sees nothing or the whole.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
}
