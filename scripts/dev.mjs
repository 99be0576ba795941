// `npm run dev` keeps dist/ and src/generated as the sources are: after each change it makes anew what depends on it. A change in cases/
// compiles the corpus alone.
import { spawn } from 'node:child_process';
import { sep } from 'node:path';
import { watch } from 'chokidar';

/** What is watched. */
const SOURCES = ['src', 'runner', 'reports', 'schemas', 'cases', 'targets', 'package.json'];
/** Written by `generate` itself. */
const GENERATED = `src${sep}generated`;
/** ms that nothing may change before something is made: editors write several files. */
const SETTLED = 150;

const changed = new Set();
let timer;
let isBusy = true;

function call(...args) {
  return new Promise((done) => {
    spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code) => done(code === 0));
  });
}

/** Makes what depends on the changed files; what changes meanwhile is made after that. */
async function make() {
  isBusy = true;
  while (changed.size > 0) {
    const paths = [...changed];
    changed.clear();
    const began = Date.now();
    const isCases = paths.every((path) => path.startsWith(`cases${sep}`));
    const isSchemas = paths.some((path) => path.startsWith(`schemas${sep}`) || path.endsWith('versions.yaml'));
    const isWhole = (!isSchemas || (await call('scripts/generate.mjs', '--pages'))) && (await build(isCases));
    const [first, ...more] = paths;
    const what = more.length === 0 ? first : `${first} and ${more.length} more`;
    console.log(`${isWhole ? 'built' : 'not built'} after ${what}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  isBusy = false;
}

const build = (isCases) => call('scripts/build.mjs', ...(isCases ? ['--corpus'] : []));

watch(SOURCES, { ignoreInitial: true, ignored: (path) => path.startsWith(GENERATED) }).on('all', (event, path) => {
  if (event === 'addDir' || event === 'unlinkDir') return;
  changed.add(path);
  clearTimeout(timer);
  timer = setTimeout(() => isBusy || make(), SETTLED);
});
await call('scripts/build.mjs', '--changed');
console.log('watching; a change builds what depends on it');
await make();
