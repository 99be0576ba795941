// Builds dist/: the bundled programs, the schema bundles, the validators.
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { buildSchemas } from './generate/bundles.mjs';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const folder of ['dist/bin', 'dist/corpus']) if (existsSync(folder)) rmSync(folder, { recursive: true });

await Promise.all([
  build({
    entryPoints: { proctor: 'runner/cli/main.ts', shim: 'src/play/shim.ts' },
    outdir: 'dist/bin',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Bundled: hundreds of small files would cost every start more than Node itself. Ajv is loaded only where a case or a
    // tool brings a schema of its own.
    external: ['ajv', 'ajv/*'],
    banner: { js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);" },
    chunkNames: 'chunks/[name]-[hash]',
    define: { PROCTOR_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    logLevel: 'warning',
  }),
  buildSchemas('dist'),
]);
chmodSync('dist/bin/proctor.mjs', 0o755);
