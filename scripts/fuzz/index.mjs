// `npm run fuzz [-- --frames N --seed S --role R --transport T --where inside|process --jobs N]`: sends changed traffic to the
// references and judges what they make of it. N frames (a million) for each role; mcp/server unless roles are named. A role
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
