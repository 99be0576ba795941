// What the build puts into dist/: bundles, types, method tables, OpenRPC documents and compiled validators.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { aboutOf, BASE, publish, readGroups, repository, typesOf } from './schemas.mjs';
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
  const { version: proctor } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const options = {
    base: BASE,
    about: aboutOf(groups),
    proctor,
    types: typesOf,
    usual: usualVersions(groups),
    singles: false,
    pages: false,
  };
  for (const [path, text] of await publish(groups, options)) put(path, text);
  for (const group of groups) {
    const { verdicts, reports } = await compileValidators(group);
    put(`validators/${group.protocol}-${group.version}.cjs`, verdicts);
    put(`validators/reports/${group.protocol}-${group.version}.cjs`, reports);
  }
  for (const folder of FOLDERS.filter((name) => existsSync(join(outDir, name)))) {
    for (const entry of readdirSync(join(outDir, folder), { withFileTypes: true, recursive: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(json|cjs|code|d\.ts)$/.test(file) && !written.includes(file)) rmSync(file);
    }
  }
  return written;
}

/** By protocol, the version that is meant if none is named: what versions.yaml says, else the last that it has; else the first of the schemas. */
function usualVersions(groups) {
  const usual = {};
  for (const { protocol, version } of groups) usual[protocol] ??= version;
  for (const protocol of Object.keys(usual)) {
    const file = join('cases', protocol, 'versions.yaml');
    if (!existsSync(file)) continue;
    const { versions = {}, default: named = Object.keys(versions).at(-1) } = parse(readFileSync(file, 'utf8'));
    if (named !== undefined) usual[protocol] = named;
  }
  return usual;
}
