// Programs of one file each, with the code that V8 compiled for them beside it: `src/schemas/built-module.ts` loads them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Packs a module and what it imports into `folder`/`name`.cjs. Ajv stays out: it is loaded only where a case or a tool brings a
 * schema of its own; so does lmdb, which is no JavaScript. Throws an Error where the file holds anything but ASCII, for it is read as Latin-1: esbuild escapes what is
 * in strings, not what is in regular expressions.
 */
export async function pack(folder, name, entry, { plugins = [], define = {} } = {}) {
  await build({
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // What is loaded later comes from the same file.
    supported: { 'dynamic-import': false },
    external: ['ajv', 'ajv/*', 'lmdb'],
    plugins,
    define: { ...define, 'import.meta.url': 'packedFile' },
    banner: { js: "const packedFile = require('node:url').pathToFileURL(__filename).href;" },
    legalComments: 'none',
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  const file = join(folder, `${name}.cjs`);
  const [found] = /.{0,40}\P{ASCII}.{0,40}/u.exec(readFileSync(file, 'utf8')) ?? [];
  if (found !== undefined) throw new Error(`${file} may hold ASCII alone, and has: ${found}`);
}
