import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from './workspace.js';

let base: string;
let workspace: Workspace;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  mkdirSync(join(base, 'plant/src'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside/secret.st'), 'secret');
  writeFileSync(join(base, 'plant/src/main.st'), 'main');
  symlinkSync('../outside', join(base, 'plant/out'));
  symlinkSync('../outside/secret.st', join(base, 'plant/secret.st'));
  symlinkSync('../outside/made', join(base, 'plant/to-nothing'));
  symlinkSync('src', join(base, 'plant/in'));
  symlinkSync('circle', join(base, 'plant/circle'));
  workspace = new Workspace(join(base, 'plant'));
});
afterEach(() => rmSync(base, { recursive: true }));

describe('a path that leaves the workspace', () => {
  const PATHS = [
    '../outside/secret.st',
    'a/../../outside/secret.st',
    'a/../../plant/src/main.st',
    '/etc/hostname',
    '\\\\server\\share',
    'C:\\x',
    'C:/x',
    'out/secret.st',
    'out/new.st',
    'secret.st',
    'to-nothing',
    'in/../out/secret.st',
  ];
  it.each(PATHS)('%s is -32001, and nothing outside is read or made', (path) => {
    const refusal = expect.objectContaining({ code: -32001, data: { path, kind: 'path_outside_workspace' } });
    expect(() => workspace.read(workspace.place(path))).toThrow(refusal);
    expect(() => workspace.write(workspace.place(path), 'x', true)).toThrow(refusal);
    expect(readFileSync(join(base, 'outside/secret.st'), 'utf8')).toBe('secret');
    expect(existsSync(join(base, 'outside/new.st')) || existsSync(join(base, 'outside/made'))).toBe(false);
  });
});

it.each(['src/main.st', './src/main.st', 'none/../src/main.st', 'src//main.st', 'in/main.st', 'src/./main.st'])(
  '%s stays inside',
  (path) => expect(workspace.read(workspace.place(path))).toBe('main'),
);

it.each(['', ' ', '.', 'a/..', './', 'a\0b'])('%j names no file', (path) => {
  expect(() => workspace.place(path)).toThrow(expect.objectContaining({ code: -32602 }));
});

it.each([
  ['none.st', 'ENOENT'],
  ['src', 'not a file'],
  ['circle', 'ELOOP'],
  ['src/main.st/x', 'ENOTDIR'],
  ['a'.repeat(300), 'ENAMETOOLONG'],
])('%s can not be read', (path, message) => {
  const read = () => workspace.read(workspace.place(path));
  expect(read).toThrow(expect.objectContaining({ code: -32002, message: expect.stringContaining(message) }));
});

it('reads no text that is not UTF-8, and keeps a byte order mark', () => {
  writeFileSync(join(base, 'plant/latin'), Buffer.from([0xfc]));
  writeFileSync(join(base, 'plant/marked'), '\uFEFFx');
  expect(() => workspace.read(workspace.place('latin'))).toThrow('not UTF-8');
  expect(workspace.read(workspace.place('marked'))).toBe('\uFEFFx');
});

it('makes folders only where it may', () => {
  expect(() => workspace.write(workspace.place('new/a.st'), 'a', false)).toThrow(
    expect.objectContaining({ code: -32002 }),
  );
  expect(existsSync(join(base, 'plant/new'))).toBe(false);
  workspace.write(workspace.place('new/deep/a.st'), 'a', true);
  expect(readFileSync(join(base, 'plant/new/deep/a.st'), 'utf8')).toBe('a');
});

it('lists sources once each, and none that a link brings from outside', () => {
  writeFileSync(join(base, 'plant/src/b.POU'), '');
  writeFileSync(join(base, 'plant/src/notes.md'), '');
  symlinkSync('..', join(base, 'plant/src/loop'));
  const top = workspace.files(workspace.top, /\.(?:st|pou)$/i).map(({ path }) => path);
  expect(top).toEqual(['in/b.POU', 'in/main.st']);
  const below = workspace.files(workspace.place('src'), /\.(?:st|pou)$/i).map(({ path }) => path);
  expect(below).toEqual(['src/b.POU', 'src/main.st']);
});
