// `npm run check`: everything that can be said about the tree without running a target. All checks run, as many at once as
// there are cores; the exit code is 1 if any failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

// The longest first.
const checks = [
  ['types', ['npx', '--no-install', 'tsc', '-p', '.']],
  ['types of the pages', ['npx', '--no-install', 'tsc', '-p', 'src/ui']],
  ['types of their tests', ['npx', '--no-install', 'tsc', '-p', 'test/web']],
  ['imports', ['npm', 'run', '-s', 'imports']],
  ['unused code', ['npx', '--no-install', 'knip']],
  ['corpus', ['node', 'dist/bin/proctor.mjs', 'validate', 'corpus', '.']],
  ['generated files', ['node', 'scripts/generate.mjs', '--check']],
  ['generated pages', ['node', 'scripts/docs.mjs', '--check']],
  ['pages and their links', ['node', 'scripts/pages.mjs']],
  ['lengths of files and folders', ['node', 'scripts/lengths.mjs']],
  ['honest references', ['node', 'scripts/honest.mjs']],
  ['pictures', ['node', 'scripts/pictures.mjs', '--check']],
  ['plain words', ['node', 'scripts/words.mjs']],
  ['lint and format', ['npx', '--no-install', 'biome', 'check', '.']],
];

/** Resolves with whether the check holds, once what it said is printed. */
function holds([name, [command, ...args]]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    child.on('error', reject);
    child.on('close', (status) => {
      console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
      if (status !== 0) console.log(said.trimEnd());
      resolve(status === 0);
    });
  });
}

let failed = 0;
const waiting = [...checks];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await holds(next))) failed++;
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = failed > 0 ? 1 : 0;
