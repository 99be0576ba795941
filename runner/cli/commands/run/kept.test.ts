import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptError, keepHere, keptHere, LAST_FAILED, readKept } from './kept.js';

const entry = (one: string) => `{"version":1,"targets":{"mcp/server a":${one}}}`;

it('a file is read as it was written', () => {
  const a = { failed: ['x'], open: [], wire: { y: ['x', 'z'] } };
  expect(readKept('{"version":1,"targets":{}}')).toEqual(new Map());
  expect(readKept(entry(JSON.stringify(a)))).toEqual(new Map([['mcp/server a', a]]));
});

it.each([
  '',
  'x',
  '{',
  'null',
  '1',
  '"a"',
  '["a"]',
  '{}',
  '{"version":2,"targets":{}}',
  '{"version":"1","targets":{}}',
  '{"version":{"toString":1},"targets":{}}',
  '{"version":1}',
  ...['null', '1', '"a"', '[]', 'true'].map((one) => `{"version":1,"targets":${one}}`),
  ...['null', '1', '"a"', '[]', '{}'].map(entry),
  entry('{"failed":[],"open":[]}'),
  ...['null', '1', '"a"', '{}', '[1]', '[null]', '[["a"]]', '[{}]'].flatMap((list) => [
    entry(`{"failed":${list},"open":[],"wire":{}}`),
    entry(`{"failed":[],"open":${list},"wire":{}}`),
    entry(`{"failed":[],"open":[],"wire":{"a":${list}}}`),
  ]),
  ...['null', '1', '"a"', '[]'].map((wire) => entry(`{"failed":[],"open":[],"wire":${wire}}`)),
  entry('{"__proto__":{"failed":[],"open":[],"wire":{}}}'),
  `{"version":1,"targets":${'['.repeat(100_000)}`,
])('a file that Proctor did not write is refused: %.60s', (text) => {
  expect(() => readKept(text)).toThrow(KeptError);
});

it('a name that every object has is a name like any other', () => {
  const one = '{"failed":[],"open":[],"wire":{"__proto__":["a"],"constructor":[]}}';
  const kept = readKept(`{"version":1,"targets":{"__proto__":${one}}}`);
  expect([...kept.keys()]).toEqual(['__proto__']);
  expect(Object.entries(kept.get('__proto__')!.wire)).toEqual([
    ['__proto__', ['a']],
    ['constructor', []],
  ]);
});

describe('what is kept', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const one = (id: string) => ({ failed: [id], open: [], wire: {} });
  const keep = (id: string) => keepHere(() => new Map([[id, one(id)]]), folder);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kept-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('by several runs at once is kept of each', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `target ${index}`);
    expect(new Set(await Promise.all(ids.map(keep)))).toEqual(new Set([undefined]));
    expect([...keptHere(folder)!.keys()].sort()).toEqual([...ids].sort());
    expect(readdirSync(at('.proctor'))).toEqual(['.gitignore', 'last-failed.json']);
  });

  it('is in a folder that git ignores whole, if Proctor made it', async () => {
    expect(await keep('a')).toBeUndefined();
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    expect(execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: folder })).toHaveLength(0);
    rmSync(at('.proctor/.gitignore'));
    expect(await keep('b')).toBeUndefined();
    expect(readdirSync(at('.proctor'))).toEqual(['last-failed.json']);
  });

  it.each<[string, () => void]>([
    ['not JSON', () => writeFileSync(at(LAST_FAILED), '{')],
    ['a device', () => symlinkSync('/dev/zero', at(LAST_FAILED))],
  ])('in a file that is %s is written anew, with a warning', async (_what, make) => {
    mkdirSync(at('.proctor'));
    make();
    expect(() => keptHere(folder)).toThrow(KeptError);
    expect(await keep('a')).toContain(`${LAST_FAILED} is ignored and written anew: it is `);
    expect(keptHere(folder)).toEqual(new Map([['a', one('a')]]));
  });

  it('does not leave the folder by a link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    symlinkSync(outside, at('.proctor'));
    expect(await keep('a')).toContain(`what failed is not kept in ${LAST_FAILED}: .proctor leads by a link to `);
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });
});
