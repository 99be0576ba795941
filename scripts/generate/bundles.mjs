// What the build puts into dist/: bundles, types, method tables, OpenRPC documents and compiled validators.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { bundleOf, methodTable, openRpc, readGroups, typesOf } from './schemas.mjs';
import { compileValidators } from './validators.mjs';

const FOLDERS = ['schemas', 'types', 'methods', 'openrpc', 'validators'];

/**
 * Fills `schemas/`, `types/`, `methods/`, `openrpc/` and `validators/` below `outDir`, and removes from them what is not built any more, and
 * the code that V8 compiled for what was there before: it would take it for that of another module of the same length.
 * Returns the paths of all files. Throws SchemaProblems if a schema or a method table is broken.
 */
export async function buildSchemas(outDir) {
  const written = [];
  const put = (path, text) => {
    const file = join(outDir, path);
    written.push(file);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
    mkdirSync(dirname(file), { recursive: true });
    // A run that reads the file meanwhile sees the old one or the new one, never half of one.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  };
  const groups = readGroups();
  for (const group of groups) {
    put(`schemas/${group.protocol}/${group.version}.json`, `${JSON.stringify(bundleOf(group), null, 1)}\n`);
    put(`types/${group.protocol}/${group.version}.d.ts`, await typesOf(group));
    if (group.methods) {
      put(`methods/${group.protocol}/${group.version}.json`, `${JSON.stringify(methodTable(group))}\n`);
      put(`openrpc/${group.protocol}/${group.version}.json`, `${JSON.stringify(openRpc(group), null, 1)}\n`);
    }
    const { verdicts, reports } = await compileValidators(group);
    put(`validators/${group.protocol}-${group.version}.cjs`, verdicts);
    put(`validators/reports/${group.protocol}-${group.version}.cjs`, reports);
  }
  for (const [protocol, version] of usualVersions(groups))
    put(`types/${protocol}.d.ts`, `export * from './${protocol}/${version}.js';\n`);
  for (const folder of FOLDERS.filter((name) => existsSync(join(outDir, name)))) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(json|cjs|code|d\.ts)$/.test(file) && !written.includes(file)) rmSync(file);
    }
  }
  return written;
}

/** The version that is meant where none is named: what versions.yaml says, else the last that it has; else the first of the schemas. */
function usualVersions(groups) {
  const usual = new Map();
  for (const { protocol, version } of groups) if (!usual.has(protocol)) usual.set(protocol, version);
  for (const protocol of usual.keys()) {
    const file = join('cases', protocol, 'versions.yaml');
    if (!existsSync(file)) continue;
    const { versions = {}, default: named = Object.keys(versions).at(-1) } = parse(readFileSync(file, 'utf8'));
    if (named !== undefined) usual.set(protocol, named);
  }
  return usual;
}
