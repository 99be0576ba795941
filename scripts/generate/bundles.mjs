// What the build puts into dist/: bundles, OpenRPC documents and compiled validators.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openRpc } from './openrpc.mjs';
import { readGroups } from './sources.mjs';
import { compileValidators } from './validators.mjs';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The bundle of a group: one schema file, definitions under `$defs`, references as `#/$defs/NAME`. */
export function bundleOf(group) {
  const { examples, title, description, ...root } = group.root ?? {};
  return {
    $schema: DIALECT,
    $id: `${group.protocol}/${group.version}.json`,
    title: group.title,
    description: group.description,
    ...root,
    ...(examples ? { examples } : {}),
    $defs: group.defs,
  };
}

/**
 * Writes `schemas/`, `openrpc/` and `validators/` below `outDir`. Returns the paths written. Throws where a schema or a
 * method table is broken.
 */
export async function buildSchemas(outDir) {
  const written = [];
  const put = (path, text) => {
    const file = join(outDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    written.push(file);
  };
  for (const group of readGroups()) {
    put(`schemas/${group.protocol}/${group.version}.json`, `${JSON.stringify(bundleOf(group), null, 1)}\n`);
    if (group.methods) {
      put(`openrpc/${group.protocol}/${group.version}.json`, `${JSON.stringify(openRpc(group), null, 1)}\n`);
    }
    put(`validators/${group.protocol}-${group.version}.cjs`, await compileValidators(group));
  }
  return written;
}
