// Sources in TypeScript, bundled for one measurement.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** What `measure` of an entry beside this file returns. */
export async function measured(entry) {
  const outfile = `node_modules/.cache/proctor/${basename(entry, '.entry.ts')}.mjs`;
  await build({
    entryPoints: [`scripts/bench/${entry}`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  try {
    const { measure } = await import(pathToFileURL(outfile).href);
    return await measure();
  } finally {
    rmSync(outfile, { force: true });
  }
}
