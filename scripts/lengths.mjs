// Part of `npm run check`: no file of code or tests has more lines than somebody reads at once, and no folder more files than somebody
// looks through. Generated ones are no reading.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_LINES = 400;
const MOST_FILES = 30;
const FOLDERS = ['src', 'runner', 'reports', 'scripts', 'test'];
/** Folders that may have more files: generated ones, goldens, and those of schemas, which have one definition in each file. */
const EXEMPT = [/^src\/generated\//, /\/golden$/, /^schemas\/[^/]+\/[^/]+$/];

const long = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)),
)
  .filter((path) => !path.startsWith(join('src', 'generated')) && !path.includes('node_modules'))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > MOST_LINES);

/** Every file that git has or would add. */
const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
const paths = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
const folders = new Map();
// One that was removed is listed until git is told.
for (const path of new Set(paths.filter((one) => one !== '' && existsSync(one)))) {
  const folder = dirname(path);
  folders.set(folder, (folders.get(folder) ?? 0) + 1);
}
const wide = [...folders].filter(([folder, count]) => count > MOST_FILES && !EXEMPT.some((one) => one.test(folder)));

for (const { path, lines } of long)
  console.error(`${path} has ${lines} lines; split it by subject, at most ${MOST_LINES}`);
for (const [folder, count] of wide)
  console.error(`${folder} has ${count} files; order them in folders by subject, at most ${MOST_FILES}`);
process.exitCode = long.length + wide.length > 0 ? 1 : 0;
