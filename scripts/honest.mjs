// Part of `npm run check`: a reference reads as if it had no defects. Only the folders `defects/` and `permissive/`, and the files that put a
// reference together, mention switches and permissive variants. That nothing else imports from there is in .dependency-cruiser.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join('src', 'protocols');
/** Files that put a reference or the peer of a case together, that test it, or that describe it to people. */
const TOGETHER =
  /(?:^|\/)(?:start|start-options|live|running|roles|mock-facts|peer-reference|testing)\.ts$|\.test\.ts$|\/testing\//;
/** What stands between a reference and its link or its handlers. */
const AROUND = /\/(?:defects|permissive)\//;
/** Asks what a target offers, and is no part of a reference. */
const EXPLORERS = /\/explore\//;
const WORDS = /\b(?:switches|SWITCHES|permissive\w*|Permissive\w*|defects)\b/;

/** The code of a file, without its comments and the paths of its imports. */
const codeOf = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/from '[^']*';/g, '');

const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map(({ parentPath, name }) => join(parentPath, name));
const speaking = files
  .filter((path) => ![TOGETHER, AROUND, EXPLORERS].some((place) => place.test(path)))
  .filter((path) => WORDS.test(codeOf(readFileSync(path, 'utf8'))));
for (const path of speaking)
  console.error(`${path} mentions switches or permissive variants: move that into defects/ or permissive/ beside it`);
process.exitCode = speaking.length > 0 ? 1 : 0;
