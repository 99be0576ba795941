// `npm run exchanges`: runs all cases on the references, and keeps one exchange of each method in exchanges/PROTOCOL/VERSION.json, for the
// pages of schemas.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { importSource } from './import-source.mjs';

process.chdir(resolve(import.meta.dirname, '..'));
const PROCTOR = 'dist/bin/proctor.mjs';
const FOLDER = 'exchanges';

function run(...args) {
  const { status, stderr } = spawnSync(process.execPath, [PROCTOR, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  // A case that fails is not what this is about: what was said, was said.
  if (status > 1) throw new Error(`proctor ${args.join(' ')}: ${stderr}`);
}

/** The text without the places of this machine: temporary folders, which are new each time, the repository, and Node. */
const withoutPlaces = (text) =>
  text
    .replaceAll(new RegExp(`${tmpdir()}(/proctor-[\\w-]+)+`, 'g'), '/home/user/project')
    .replaceAll(process.cwd(), '/home/user/proctor')
    .replaceAll(process.execPath, 'node');

const { roles, roleEntry } = await importSource('src/protocols/index.ts');
const { exchangesIn } = await importSource('runner/cli/commands/schemas/exchanges.ts');
const { publishedGroups } = await importSource('runner/schemas/package-groups.ts');
const { groups } = publishedGroups('dist');
const temporary = mkdtempSync(join(tmpdir(), 'proctor-exchanges-'));
try {
  const files = [];
  for (const role of Object.keys(roles))
    for (const version of (await roleEntry(role)).versions) {
      const file = join(temporary, `${files.length}.ndjson`);
      run('run', '--self', role, '--version', version, '--reporter', `ndjson=${file}`);
      files.push(file);
    }
  const exchanges = await exchangesIn(files, groups);
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [bundle, methods] of exchanges) {
    const path = join(FOLDER, `${bundle}.json`);
    mkdirSync(dirname(path), { recursive: true });
    const sorted = [...methods].sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(path, withoutPlaces(`${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`));
    console.log(`${path}: ${methods.size} methods`);
  }
} finally {
  rmSync(temporary, { recursive: true });
}
