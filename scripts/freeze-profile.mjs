// Writes profiles/VERSION.json: the requirements of the release that package.json names, as a list that never changes again.
//
//   node scripts/freeze-profile.mjs            before a release; refuses to change the profile of a version that has a tag
//   node scripts/freeze-profile.mjs --check    at the release: exit 1 if the profile is not there, or lacks a requirement
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { importSource } from './import-source.mjs';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const file = `profiles/${version}.json`;
const { loadCorpus } = await importSource('runner/load/corpus.ts');
const { corpus, problems } = await loadCorpus(root, { compiled: 'dist/corpus' });
if (problems.length > 0) fail('the corpus has mistakes: npm run check says which');
const requirements = [...corpus.requirements.keys()].sort();
const text = `${JSON.stringify({ format: 'proctor-profile', version: 1, release: version, requirements }, null, 2)}\n`;
const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
if (before === text) process.exit();
if (process.argv.includes('--check'))
  fail(
    `${file} ${before === undefined ? 'is missing' : 'is not that of this corpus'}: run npm run freeze, and commit it`,
  );
if (before !== undefined && isTagged(version))
  fail(`${file} is frozen: v${version} is released; raise the version in package.json first`);
mkdirSync('profiles', { recursive: true });
writeFileSync(file, text);
console.log(`${file}: ${requirements.length} requirements`);

function isTagged(release) {
  const tags = execFileSync('git', ['tag', '--list', `v${release}`], { encoding: 'utf8' });
  return tags.trim() !== '';
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
