// Part of `npm run check`: no file of code or tests has more lines than somebody reads at once. Generated ones are no reading.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST = 400;
const FOLDERS = ['src', 'runner', 'reports', 'scripts', 'test'];

const long = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)),
)
  .filter((path) => !path.startsWith(join('src', 'generated')) && !path.includes('node_modules'))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > MOST);

for (const { path, lines } of long) console.error(`${path} has ${lines} lines; split it by subject, at most ${MOST}`);
process.exitCode = long.length > 0 ? 1 : 0;
