// `npm run generate` writes src/generated from schemas/ and cases/: the types, method tables and versions that some module needs. `--check`
// writes nothing, names the files that are stale or do not belong there, and exits 1 if there are any. `--pages` does the same for the
// generated pages of docs/, too. What is wrong with a schema is printed with its place, and then nothing is written. `--dist [FOLDER]` writes what the build puts into dist/, the types of all groups among it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { methodTypes } from './generate/method-types.mjs';
import { printingProblems } from './generate/printing.mjs';
import { fileOf, methodTable, repository, soundGroups } from './generate/schemas.mjs';
import { versionTables } from './generate/versions.mjs';

const GENERATED = 'src/generated';
const SOURCES = ['src', 'runner', 'reports', 'test'];
const NOTE = 'Generated from schemas/ by `npm run generate`. Do not edit.';

/** Path below the repository -> text, for everything in src/generated. */
async function generated() {
  const files = new Map();
  const tables = [];
  const groups = await soundGroups();
  // Loaded when they are needed: they take longer to load than broken schemas to be found.
  const { closureOf, importedNames, JSON_FILE, usedOf } = await import('./generate/closure.mjs');
  const imported = importedNames(modules());
  /** The types that modules import, and those of the methods that they call. */
  const wanted = new Map([[JSON_FILE, imported.get(`types/${JSON_FILE}`) ?? new Set()]]);
  for (const group of groups) {
    const name = fileOf(group.protocol, group.version);
    const types = new Set(imported.get(`types/${name}`));
    const called = imported.get(`methods/${name}`);
    const table = methodTable(group);
    if (table && called) {
      const text = methodTypes(table, name, called);
      for (const type of usedOf('T', text)) types.add(type);
      files.set(`${GENERATED}/methods/${name}.ts`, `// ${NOTE}\n${text}`);
      files.set(`${GENERATED}/methods/${name}.json`, `${JSON.stringify({ $comment: NOTE, ...table }, null, 2)}\n`);
      tables.push([`${group.protocol}/${group.version}`, name]);
    }
    if (types.size > 0) wanted.set(name, types);
  }
  for (const [protocol, text] of versionTables(modules()))
    files.set(`${GENERATED}/versions/${protocol}.ts`, `// ${NOTE.replace('schemas/', 'cases/')}\n\n${text}`);
  for (const [name, text] of await closureOf(groups, wanted))
    files.set(`${GENERATED}/types/${name}.ts`, `// ${NOTE}\n\n${text}`);
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

/** The texts of all modules that may import what is generated. */
function modules() {
  const paths = SOURCES.flatMap(filesBelow).filter((path) => path.endsWith('.ts') && !path.startsWith(GENERATED));
  return paths.map((path) => readFileSync(path, 'utf8')).filter((text) => text.includes('/generated/'));
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
  const files = await printingProblems(() => buildSchemas(folder));
  console.log(`${files.length} files below ${folder}`);
} else {
  const files = await printingProblems(generated);
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
  if (process.argv.includes('--pages')) await import('./docs.mjs');
}
