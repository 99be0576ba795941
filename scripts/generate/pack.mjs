// Programs of one file each: `src/schemas/built/built-module.ts` loads them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Packs a module (its path, or esbuild's `stdin`) and what it imports into `folder`/`name`.cjs, and returns the modules in it by
 * their paths, each with what it imports; without a folder nothing is written. Ajv stays out: it is loaded only if a case or a tool brings a schema of its own; so does lmdb, which is
 * no JavaScript. Throws an Error if the file holds anything but ASCII, for it is read as Latin-1: esbuild escapes what is in strings,
 * not what is in regular expressions.
 */
export async function pack(folder, name, entry, { plugins = [], define = {} } = {}) {
  const { metafile } = await build({
    ...(typeof entry === 'string'
      ? { entryPoints: { [name]: entry }, outdir: folder ?? 'dist/bin', outExtension: { '.js': '.cjs' } }
      : { stdin: entry, outfile: join(folder, `${name}.cjs`) }),
    write: folder !== undefined,
    metafile: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // What is loaded later comes from the same file.
    supported: { 'dynamic-import': false },
    external: ['ajv', 'ajv/*', 'json-schema-to-typescript', 'lmdb'],
    plugins,
    define: { ...define, 'import.meta.url': 'packedFile' },
    banner: { js: "const packedFile = require('node:url').pathToFileURL(__filename).href;" },
    legalComments: 'none',
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  if (folder !== undefined) assertAscii(join(folder, `${name}.cjs`));
  // A module that nothing uses is among the inputs, with no bytes.
  const used = Object.keys(inputs).filter((module) => inputs[module].bytesInOutput > 0);
  return new Map(used.map((module) => [module, metafile.inputs[module].imports.map(({ path }) => path)]));
}

function assertAscii(file) {
  const [found] = /.{0,40}\P{ASCII}.{0,40}/u.exec(readFileSync(file, 'utf8')) ?? [];
  if (found !== undefined) throw new Error(`${file} may hold ASCII alone, and has: ${found}`);
}
