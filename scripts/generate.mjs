// `npm run generate` writes src/generated from schemas/: the types and method tables that some module needs. `--check`
// writes nothing, names the files that are stale or do not belong there, and exits 1 if there are any. `--dist [FOLDER]`
// writes what the build puts into dist/, the types of all groups among it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { methodTypes } from './generate/method-types.mjs';
import { methodTable } from './generate/methods.mjs';
import { readGroups, repository } from './generate/sources.mjs';

const GENERATED = 'src/generated';
const SOURCES = ['src', 'runner', 'reports'];
const NOTE = 'Generated from schemas/ by `npm run generate`. Do not edit.';

/** Path below the repository -> text, for everything in src/generated. */
async function generated() {
  const files = new Map();
  const tables = [];
  const imported = importedTypes();
  const groups = readGroups();
  // Loaded when they are needed: they take longer to load than broken schemas to be found.
  const { typesOf } = await import('./generate/types.mjs');
  for (const group of groups) {
    const name = `${group.protocol}-${group.version}`;
    const table = methodTable(group);
    const called = table && imported.methods.has(name);
    // The types of a table's methods import those of its protocol.
    if (called || imported.types.has(name)) files.set(`${GENERATED}/types/${name}.ts`, await typesOf(group));
    if (!called) continue;
    files.set(`${GENERATED}/methods/${name}.ts`, `// ${NOTE}\n${methodTypes(table, name)}`);
    files.set(`${GENERATED}/methods/${name}.json`, `${JSON.stringify({ $comment: NOTE, ...table }, null, 2)}\n`);
    tables.push([`${group.protocol}/${group.version}`, name]);
  }
  const lines = [`// ${NOTE}`];
  for (const [, name] of tables) lines.push(`import ${identifier(name)} from './${name}.json' with { type: 'json' };`);
  lines.push(
    '',
    '/** Method tables by `protocol/version`, of those whose methods some module calls. The build puts all into dist/. */',
    'export const tables = {',
  );
  for (const [key, name] of tables) lines.push(`  '${key}': ${identifier(name)},`);
  lines.push('};', '');
  files.set(`${GENERATED}/methods/index.ts`, lines.join('\n'));
  return files;
}

/** The groups whose types, or whose methods' types, some module imports, as `protocol-version`. */
function importedTypes() {
  const modules = SOURCES.flatMap(filesBelow).filter((path) => path.endsWith('.ts') && !path.startsWith(GENERATED));
  const texts = modules.map((path) => readFileSync(path, 'utf8'));
  const found = (folder) => {
    const pattern = new RegExp(` from '[^']*/generated/${folder}/([^']+)\\.js'`, 'g');
    return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));
  };
  return { types: found('types'), methods: found('methods') };
}

const identifier = (name) => name.replace(/[^A-Za-z0-9]+/g, '_');

function filesBelow(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = `${dir}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

process.chdir(repository);
const dist = process.argv.indexOf('--dist');
if (dist > 0) {
  const folder = process.argv[dist + 1] ?? 'dist';
  const { buildSchemas } = await import('./generate/bundles.mjs');
  const files = await buildSchemas(folder);
  console.log(`${files.length} files below ${folder}`);
} else {
  const files = await generated();
  const check = process.argv.includes('--check');
  const stale = [...files].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  const foreign = filesBelow(GENERATED).filter((path) => !files.has(path));
  if (check) {
    for (const [path] of stale) console.log(`stale: ${path}`);
    for (const path of foreign) console.log(`not generated: ${path}`);
    if (stale.length + foreign.length > 0) {
      console.log('run `npm run generate`');
      process.exitCode = 1;
    }
  } else {
    for (const [path, text] of stale) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
    for (const path of foreign) rmSync(path);
    console.log(`${files.size} files, ${stale.length} written, ${foreign.length} removed`);
  }
}
