import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Confinement } from '../../../workspace/confinement.js';
import { Files, slice } from './files.js';

let root: string;
let outside: string;
beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-files-')));
  root = join(folder, 'work');
  outside = join(folder, 'outside.txt');
  mkdirSync(root);
  writeFileSync(outside, 'secret\n');
});
afterEach(() => rmSync(join(root, '..'), { recursive: true }));

const workspaceAt = (cwd: string) => new Confinement({ cwd, overStdio: true }).in(cwd);
const filesOf = (unsaved: [string, string][] = [], makesFolders = true) =>
  new Files(async () => workspaceAt(root), unsaved, makesFolders);
const code = (code: number) => expect.objectContaining({ code });
const at = (path: string) => ({ sessionId: 's', path: join(root, path) });

describe('reading', () => {
  it('gives the text as it is, or the lines asked for', async () => {
    const text = '\uFEFFone\r\ntwo\n\nvier größe';
    writeFileSync(join(root, 'a.txt'), text);
    const files = filesOf();
    expect(await files.read(at('a.txt'))).toEqual({ content: text });
    expect(await files.read({ ...at('a.txt'), line: 2, limit: 2 })).toEqual({ content: 'two\n\n' });
    expect(await files.read({ ...at('a.txt'), line: 4 })).toEqual({ content: 'vier größe' });
    expect(await files.read({ ...at('a.txt'), line: 5, limit: 1 })).toEqual({ content: '' });
    expect(await files.read({ ...at('a.txt'), line: null, limit: null })).toEqual({ content: text });
    await expect(files.read({ ...at('a.txt'), line: 0 })).rejects.toEqual(code(-32602));
  });

  it('cuts a text into slices that make it again', () => {
    const text = 'a\nb\r\n\n\u2028c';
    const parts = [1, 2, 3, 4, 5].map((line) => slice(text, line, 1));
    expect(parts).toEqual(['a\n', 'b\r\n', '\n', '\u2028c', '']);
    expect(slice(text, 2, 0)).toBe('');
    expect(slice('', 1, 5)).toBe('');
  });

  it('shows what is not saved, under whatever name the file goes, until it is written', async () => {
    writeFileSync(join(root, 'a.txt'), 'saved');
    symlinkSync('a.txt', join(root, 'link'));
    const files = filesOf([[join(root, 'a.txt'), 'changed']]);
    expect(await files.read(at('link'))).toEqual({ content: 'changed' });
    await files.write({ ...at('a.txt'), content: 'agent' });
    expect(await files.read(at('a.txt'))).toEqual({ content: 'agent' });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('agent');
  });

  it('refuses what is not a text of a file', async () => {
    writeFileSync(join(root, 'binary'), Uint8Array.of(0xff, 0xfe));
    const files = filesOf();
    await expect(files.read(at('none'))).rejects.toEqual(code(-32002));
    await expect(files.read(at('binary/x'))).rejects.toEqual(code(-32602));
    await expect(files.read(at('.'))).rejects.toEqual(code(-32602));
    await expect(files.read(at('binary'))).rejects.toEqual(code(-32602));
  });
});

describe('writing', () => {
  it('makes the file and its folders, after what was asked for before', async () => {
    const files = filesOf();
    const both = [files.write({ ...at('a/b/c.txt'), content: 'größe' }), files.read(at('a/b/c.txt'))];
    expect(await Promise.all(both)).toEqual([{}, { content: 'größe' }]);
    await expect(files.write({ ...at('a'), content: '' })).rejects.toEqual(code(-32602));
  });

  it('makes no folders where it is told so', async () => {
    const files = filesOf([], false);
    await expect(files.write({ ...at('b/c.txt'), content: '' })).rejects.toEqual(code(-32002));
  });
});

describe('the folder of the session', () => {
  it.each([
    ['a path outside', () => outside],
    ['dots', () => `${root}/../outside.txt`],
    ['a neighbour with a longer name', () => `${root}-2/a.txt`],
    ['a link', () => join(root, 'link')],
    ['a link to nowhere', () => join(root, 'nowhere')],
    ['a link on the way', () => join(root, 'up', 'outside.txt')],
    ['a circle', () => join(root, 'circle')],
    ['a relative path', () => 'a.txt'],
  ])('is not left by %s', async (_, path) => {
    symlinkSync(outside, join(root, 'link'));
    symlinkSync('../not-there.txt', join(root, 'nowhere'));
    symlinkSync('..', join(root, 'up'));
    symlinkSync('circle', join(root, 'circle'));
    const files = filesOf();
    await expect(files.read({ sessionId: 's', path: path() })).rejects.toEqual(code(-32602));
    await expect(files.write({ sessionId: 's', path: path(), content: 'x' })).rejects.toEqual(code(-32602));
    expect(readFileSync(outside, 'utf8')).toBe('secret\n');
  });

  it('may itself be a link', async () => {
    const link = `${root}-link`;
    symlinkSync(root, link);
    const files = new Files(async () => workspaceAt(link), [], true);
    await files.write({ sessionId: 's', path: join(link, 'a.txt'), content: 'x' });
    expect(await files.read({ sessionId: 's', path: join(root, 'a.txt') })).toEqual({ content: 'x' });
  });
});
