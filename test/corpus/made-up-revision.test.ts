import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCorpus } from '../../runner/load/corpus.js';
import type { Corpus } from '../../runner/types.js';
import { addMadeUpRevision, MADE_UP } from '../testing/made-up-revision.js';

const root = resolve(import.meta.dirname, '../..');

let copy = '';
let corpus: Corpus;
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'revision-'));
  for (const folder of ['cases/mcp', 'schemas', 'scripts', 'runner/schemas', 'src'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(copy, name));
  addMadeUpRevision(copy);
  corpus = (await loadCorpus(copy, { protocols: ['mcp'] })).corpus;
}, 180_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The cases of a role that are for a version, by id. */
const casesFor = (version: string, role: string) =>
  corpus.cases
    .filter((one) => one.role === role && (one.needs.version.length === 0 || one.needs.version.includes(version)))
    .map(({ id }) => id);

it.each(['mcp/server', 'mcp/client'])('a new revision takes part in the cases of its family for %s', (role) => {
  const ids = casesFor(MADE_UP, role);
  expect(ids).toEqual(casesFor('2026-07-28', role));
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.length).toBeGreaterThan(casesFor('DRAFT-2026-v1', role).length);
});

it('a new revision has its renamed member and all other definitions of the one before', () => {
  const script = `import { bundleOf, readGroups } from './scripts/generate/schemas.mjs';
const groups = readGroups().filter(({ protocol, version }) => protocol === 'mcp' && version >= '2026-07-28' && version < 'D');
console.log(JSON.stringify(Object.fromEntries(groups.map((group) => [group.version, bundleOf(group)]))));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const bundles = JSON.parse(output) as { [version: string]: { $id: string; $defs: { [name: string]: unknown } } };
  const takes = (version: string, value: unknown) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(bundles[version]!);
    return ajv.validate({ $ref: `${bundles[version]!.$id}#/$defs/CacheableResult` }, value);
  };
  const before = { resultType: 'complete', ttlMs: 1, cacheScope: 'public' };
  const after = { resultType: 'complete', maxAgeMs: 1, cacheScope: 'public' };
  expect([takes('2026-07-28', before), takes('2026-07-28', after)]).toEqual([true, false]);
  expect([takes(MADE_UP, before), takes(MADE_UP, after)]).toEqual([false, true]);
  expect(Object.keys(bundles[MADE_UP]!.$defs)).toEqual(Object.keys(bundles['2026-07-28']!.$defs));
});
