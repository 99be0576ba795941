// Runs the suite, or what the further arguments select, as often as its first argument says, and prints a line of JSON after each run: what came of it, the bytes in use
// once garbage is gone, and what is open that was not before the first.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { children, openFiles } from './proc.mjs';

const root = resolve(import.meta.dirname, '../..');
const outfile = resolve(root, 'node_modules/.cache/proctor/soak.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/soak/one-process.entry.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
// Its process would be counted as ours.
stop();
const { prepare } = await import(pathToFileURL(outfile).href);
const [times, ...patterns] = process.argv.slice(2);
const runOnce = await prepare(root, patterns);
const before = openFiles(process.pid);
const childrenBefore = children(process.pid);
for (let time = 1; time <= Number(times); time++) {
  const { exit, verdicts, seconds } = await runOnce();
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((settle) => setImmediate(settle));
    globalThis.gc?.();
  }
  process.stdout.write(
    `${JSON.stringify({
      time,
      exit,
      verdicts,
      seconds,
      heap: process.memoryUsage().heapUsed,
      open: openFiles(process.pid).filter((file) => !before.includes(file)),
      children: children(process.pid).filter((pid) => !childrenBefore.includes(pid)),
    })}\n`,
  );
}
