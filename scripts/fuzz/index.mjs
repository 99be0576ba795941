// `npm run fuzz [-- --frames N --seed S --role R --transport T --where inside|process|readers --jobs N]`: sends changed traffic to the
// references and judges what they make of it, and hostile bytes to everything in Proctor that reads. N frames (a million) for each role,
// mcp/server unless roles are named, and as many inputs for the readers. Time and memory of each input are limited. A role
// whose reference writes files or starts programs does so with changed values: fuzz it where nothing can be lost. Prints where
// the frames went and what was found; exits 1 on a finding. `--record` records the traffic anew: the kit's half of a run of
// all cases.
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const outfile = 'node_modules/.cache/proctor/fuzz.mjs';
await build({
  entryPoints: ['scripts/fuzz/main.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
