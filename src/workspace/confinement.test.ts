import { execFileSync } from 'node:child_process';
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
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Confinement, type Workspace } from './confinement.js';
import { NoRegularFile } from './no-regular-file.js';
import { NotAllowed } from './not-allowed.js';

let base: string;
let work: string;
let outside: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'confinement-')));
  [work, outside] = [join(base, 'work'), join(base, 'outside')];
});
afterAll(() => rmSync(base, { recursive: true }));
beforeEach(() => {
  for (const folder of [work, outside]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(work, 'deep/er'), { recursive: true });
  mkdirSync(join(outside, 'folder'), { recursive: true });
  writeFileSync(join(outside, 'secret'), 'secret');
  writeFileSync(join(work, 'notes'), 'notes');
  // Beside the working directory, with its name as the beginning.
  mkdirSync(`${work}-twin`, { recursive: true });
  symlinkSync(join(outside, 'secret'), join(work, 'to-file'));
  symlinkSync('../outside', join(work, 'to-folder'));
  symlinkSync('../outside/made', join(work, 'to-nothing'));
  symlinkSync('to-folder', join(work, 'to-link'));
  symlinkSync('../../outside', join(work, 'deep/out'));
  symlinkSync('deep/er', join(work, 'inside'));
  symlinkSync('circle', join(work, 'circle'));
  // Seen from where it stands it leads to work/outside; seen from where its folder really is, out of it.
  symlinkSync('er', join(work, 'deep/same'));
  symlinkSync('../../../outside/made', join(work, 'deep/er/up'));
  execFileSync('mkfifo', [join(work, 'pipe')]);
});

const confined = (folder = work, more: { overStdio?: boolean; files?: string[] } = {}) =>
  new Confinement({ cwd: work, overStdio: false, ...more }).in(folder);

/** Each names a place outside, relative to the working directory or absolute. */
const OUTSIDE: readonly [name: string, path: () => string][] = [
  ['an absolute path', () => join(outside, 'secret')],
  ['the root', () => '/'],
  ['a path with ..', () => '../outside/secret'],
  ['.. behind a folder that is not there', () => 'none/../../outside/secret'],
  ['.. behind a link', () => 'inside/../../../outside/secret'],
  ['a folder whose name begins alike', () => `${work}-twin/made`],
  ['a link to a file', () => 'to-file'],
  ['a file behind a link to a folder', () => 'to-folder/secret'],
  ['a new file behind a link to a folder', () => 'to-folder/made'],
  ['new folders behind a link', () => 'to-folder/some/made'],
  ['a link to nothing', () => 'to-nothing'],
  ['a link to a link', () => 'to-link/secret'],
  ['a link below a folder', () => 'deep/out/secret'],
  ['a link with .. behind another link', () => 'deep/same/up'],
  ['a NUL character', () => 'notes\0/../../outside/secret'],
  ['a device', () => '/dev/zero'],
  ['the parent', () => '..'],
];

const ACTS: readonly [name: string, act: (files: Workspace, path: string) => unknown][] = [
  ['read', (files, path) => files.read(path)],
  ['write', (files, path) => files.write(path, 'x')],
  ['append', (files, path) => files.append(path, 'x')],
  ['replace', (files, path) => files.replace(path, 'x')],
  ['remove', (files, path) => files.remove(path)],
  ['list', (files, path) => files.list(path)],
  ['hasFolder', (files, path) => files.hasFolder(path)],
];

describe('what lies outside of the working directory', () => {
  const matrix = OUTSIDE.flatMap(([what, path]) => ACTS.map(([act, run]) => [act, what, path, run] as const));
  it.each(matrix)('is out of reach of %s by %s', (_act, _what, path, run) => {
    expect(() => run(confined(), path())).toThrow(NotAllowed);
    // Nor does a peer get there by the folder that it names for its session.
    if (!path().startsWith('..')) expect(() => run(confined('/'), path())).toThrow();
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect([existsSync(join(outside, 'made')), existsSync(join(outside, 'some'))]).toEqual([false, false]);
    expect(existsSync(`${work}-twin/made`)).toBe(false);
  });

  it('is told with the line of the script that allows it', () => {
    const line = `files: [${JSON.stringify(outside)}]`;
    expect(() => confined().read('../outside/secret')).toThrow(line);
    expect(
      confined(work, { files: ['../outside'] })
        .read('../outside/secret')
        .toString(),
    ).toBe('secret');
    expect(
      confined(work, { files: [outside] })
        .read('to-file')
        .toString(),
    ).toBe('secret');
  });

  it('is in reach where the peer is the program that started the mock and names it as the folder of a session', () => {
    const files = confined(outside, { overStdio: true });
    expect(files.read('secret').toString()).toBe('secret');
    expect(files.read(join(work, 'notes')).toString()).toBe('notes');
    expect(() => files.read('../else')).toThrow(NotAllowed);
    expect(() => confined(outside).read('secret')).toThrow(NotAllowed);
  });
});

describe('what lies below the working directory', () => {
  it('can be read, written, appended to, replaced and removed, with new folders and by links that stay inside', () => {
    const files = confined();
    files.write('inside/some/made', 'ab');
    files.append('deep/er/some/made', 'c');
    expect(files.read(join(work, 'deep/../deep/er/some/made')).toString()).toBe('abc');
    files.write('inside/some/made', 'd');
    files.replace('new/state', '1');
    files.replace('new/state', '2');
    expect([files.list('new'), files.read('new/state').toString()]).toEqual([['state'], '2']);
    files.remove('deep/er/some/made');
    files.remove('none');
    expect(existsSync(join(work, 'deep/er/some/made'))).toBe(false);
    expect(files.hasFolder('deep')).toBe(true);
  });

  it('is found although the working directory is named by a link', () => {
    symlinkSync(work, join(base, 'link'));
    const files = new Confinement({ cwd: join(base, 'link'), overStdio: false }).in(join(base, 'link'));
    files.write('made', 'x');
    expect(files.read(join(work, 'made')).toString()).toBe('x');
    rmSync(join(base, 'link'));
  });

  it.each(['pipe', 'deep'])('is refused at once where it is not a file: %s', (path) => {
    const files = confined();
    expect(() => files.read(path)).toThrow(/not a file|EISDIR/);
    expect(() => files.write(path, 'x')).toThrow();
    if (path === 'pipe') expect(() => files.read(path)).toThrow(NoRegularFile);
  });

  it('is not a circle of links', () => {
    expect(() => confined().read('circle')).toThrow('ELOOP');
  });
});
