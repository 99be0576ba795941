// The part `--pages` of `npm run generate`: the pages of docs/reference that are made from the commands and from the schemas of target files and
// cases. `--check` writes nothing, names the pages that are stale or do not belong there, and exits 1 if there are any.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { commandLinePages } from './docs/command-line.mjs';
import { schemaPages } from './docs/schema-pages.mjs';
import { repository } from './generate/schemas.mjs';

process.chdir(repository);
const { commandLine, schemas } = parse(readFileSync('scripts/docs/pages.yaml', 'utf8'));
const pages = new Map([
  ...(await commandLinePages(commandLine)),
  ...schemas.flatMap(({ schema, pages }) => schemaPages(schema, pages)),
]);

const stale = [...pages].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
/** Every page of this folder is generated: that of a command that is gone goes with it. */
const COMMANDS = 'docs/reference/command-line';
const gone = (existsSync(COMMANDS) ? readdirSync(COMMANDS) : [])
  .map((name) => join(COMMANDS, name))
  .filter((path) => !pages.has(path));

if (process.argv.includes('--check')) {
  for (const [path] of stale) console.log(`stale: ${path}`);
  for (const path of gone) console.log(`not generated: ${path}`);
  if (stale.length + gone.length > 0) {
    console.log('run `npm run generate`');
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  for (const path of gone) rmSync(path);
  console.log(`${pages.size} pages, ${stale.length} written, ${gone.length} removed`);
}
