// What a case costs the runner itself: the same case many times, against targets that cost little.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Returns ms per case, medians of five rounds: against a target in memory that answers at once, and against a reference inside
 * this process; and how many cases a round has.
 */
export async function costPerCase() {
  const outfile = 'node_modules/.cache/proctor/cost-per-case.mjs';
  await build({
    entryPoints: ['scripts/bench/cost-per-case.entry.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const { measure } = await import(pathToFileURL(outfile).href);
  try {
    return await measure();
  } finally {
    rmSync(outfile, { force: true });
  }
}
