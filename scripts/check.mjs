// `npm run check`: everything that can be said about the tree without running a target. All checks run; the exit code
// is 1 if any failed.
import { spawnSync } from 'node:child_process';

const checks = [
  ['types', ['npx', '--no-install', 'tsc', '-p', '.']],
  ['lint and format', ['npx', '--no-install', 'biome', 'check', '.']],
  ['unused code', ['npx', '--no-install', 'knip']],
  ['imports', ['npm', 'run', '-s', 'imports']],
  ['generated files', ['node', 'scripts/generate.mjs', '--check']],
  ['corpus', ['node', 'dist/bin/proctor.mjs', 'validate', 'corpus', '.']],
];

let failed = 0;
for (const [name, [command, ...args]] of checks) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  if (status !== 0) {
    failed++;
    console.log(`${stdout}${stderr}`.trimEnd());
  }
}
process.exit(failed > 0 ? 1 : 0);
