import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CodeCache, cacheFolder } from './code-cache.js';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'code-cache-'));
  folder = join(parent, 'code');
});
afterEach(() => rmSync(parent, { recursive: true }));

const SOURCE = Buffer.from('exports.sum = (a, b) => a + b;');
const CODE = Buffer.from('what V8 compiled');
const cacheOf = (source = SOURCE, purpose = '') => new CodeCache(folder, '/dist/bin/commands.cjs', source, purpose);
const onlyFile = () => join(folder, readdirSync(folder)[0]!);

describe('the code that V8 compiled', () => {
  it('is found again for the same source and purpose', () => {
    cacheOf().write(CODE);
    expect(cacheOf().read()?.toString()).toBe(CODE.toString());
    expect(cacheOf(SOURCE, 'run').read()).toBeUndefined();
  });

  it('is not used for a source of the same length', () => {
    cacheOf().write(CODE);
    const other = Buffer.from(SOURCE.toString().replace('+', '-'));
    // Even under the name that the other source would have.
    const found = onlyFile();
    cacheOf(other).write(CODE);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), readFileSync(found));
    expect(cacheOf(other).read()).toBeUndefined();
  });

  it.each([
    ['cut', (content: Buffer) => content.subarray(0, -1)],
    ['changed', (content: Buffer) => Buffer.concat([content.subarray(0, -1), Buffer.from('!')])],
    ['empty', () => Buffer.alloc(0)],
    ['no more than a head', (content: Buffer) => content.subarray(0, 64)],
  ])('is not used if its file is %s', (_, change) => {
    cacheOf().write(CODE);
    writeFileSync(onlyFile(), change(readFileSync(onlyFile())));
    expect(cacheOf().read()).toBeUndefined();
  });

  it.skipIf(process.getuid === undefined)('is not used if others could have written it', () => {
    cacheOf().write(CODE);
    chmodSync(onlyFile(), 0o622);
    expect(cacheOf().read()).toBeUndefined();
    chmodSync(onlyFile(), 0o600);
    chmodSync(folder, 0o777);
    expect(cacheOf().read()).toBeUndefined();
    chmodSync(folder, 0o700);
    expect(cacheOf().read()).toBeDefined();
  });

  it.skipIf(process.platform === 'win32')('is neither read nor written through a link', () => {
    const elsewhere = join(parent, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, folder);
    cacheOf().write(CODE);
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(folder);
    cacheOf().write(CODE);
    const file = onlyFile();
    writeFileSync(join(parent, 'copy'), readFileSync(file), { mode: 0o600 });
    rmSync(file);
    symlinkSync(join(parent, 'copy'), file);
    expect(cacheOf().read()).toBeUndefined();
  });

  it('leaves no draft behind if the folder can not be made', () => {
    writeFileSync(folder, '');
    cacheOf().write(CODE);
    expect(readdirSync(parent)).toEqual(['code']);
  });

  it('is forgotten, the oldest first, when the folder is full', () => {
    cacheOf().write(CODE);
    const first = onlyFile();
    utimesSync(first, 1, 1);
    for (let n = 0; n < 128; n++) writeFileSync(join(folder, `other-${n}`), '');
    cacheOf(Buffer.from('another')).write(CODE);
    expect(readdirSync(folder)).toHaveLength(128);
    expect(cacheOf().read()).toBeUndefined();
  });
});

describe('the folder of the cache', () => {
  it.each([
    ['XDG_CACHE_HOME', { XDG_CACHE_HOME: '/cache' }, 'linux', '/cache/proctor/code'],
    ['LOCALAPPDATA on Windows', { LOCALAPPDATA: '/local' }, 'win32', '/local/proctor/code'],
    ['nowhere on Windows without it', {}, 'win32', undefined],
    ['nowhere if Node is told to keep no code', { NODE_DISABLE_COMPILE_CACHE: '1' }, 'linux', undefined],
  ] as const)('is %s', (_, env, platform, expected) => {
    expect(cacheFolder(env, platform)).toBe(expected);
  });

  it('is not below a relative XDG_CACHE_HOME', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: 'cache' }, 'linux')).toMatch(/^\/.*\.cache\/proctor\/code$/);
  });
});
