import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOutput } from './output.js';
import { SPECIAL, specialFiles } from './testing/special-files.js';
import { draftOf, replaceFile } from './write.js';

let root: string;
let folder: string;
let outside: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-'));
  [folder, outside] = [join(root, 'project'), join(root, 'home')];
  mkdirSync(folder);
  mkdirSync(outside);
  writeFileSync(join(outside, 'precious'), 'keep me');
});
afterEach(() => rmSync(root, { recursive: true }));

/** What writes a file that a person named. */
const WRITERS: [string, (path: string, text: string) => void][] = [
  ['draftOf', (path, text) => draftOf(path, text, folder).commit()],
  [
    'openOutput',
    (path, text) => {
      const file = openOutput(path, folder);
      writeSync(file.descriptor, text);
      file.close();
    },
  ],
];

describe.each(WRITERS)('%s', (_, write) => {
  it('writes a file, new or in place of a longer one, and leaves nothing beside it', () => {
    for (const text of ['a longer text', 'short']) {
      write('file', text);
      expect(readFileSync(at('file'), 'utf8')).toBe(text);
    }
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it.each<[string, () => void, string]>([
    ['a link to a file outside', () => symlinkSync('../home/precious', at('file')), 'file'],
    ['a link to no file outside', () => symlinkSync('../home/new', at('file')), 'file'],
    ['a link to a device', () => symlinkSync('/dev/null', at('file')), 'file'],
    ['a folder that is a link outside', () => symlinkSync(outside, at('folder')), 'folder/precious'],
    [
      'a link through a folder that is a link outside',
      () => {
        symlinkSync(outside, at('folder'));
        symlinkSync('folder/precious', at('file'));
      },
      'file',
    ],
  ])('does not follow %s', (_what, make, path) => {
    make();
    expect(() => write(path, 'owned')).toThrow(/ leads by a link to \S+, outside of /);
    expect(readdirSync(outside)).toEqual(['precious']);
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('keep me');
  });

  it('does not follow a link beside a file outside of the folder, that leads elsewhere', () => {
    const other = join(root, 'reports');
    mkdirSync(other);
    symlinkSync('../home/precious', join(other, 'file'));
    expect(() => write('../reports/file', 'owned')).toThrow(' leads by a link to ');
    write('../reports/other', 'fine');
    expect(readFileSync(join(other, 'other'), 'utf8')).toBe('fine');
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('keep me');
  });

  it('follows a link within the folder, and it stays a link', () => {
    mkdirSync(at('config'));
    writeFileSync(at('config/real'), 'old');
    symlinkSync('config/real', at('middle'));
    symlinkSync('middle', at('file'));
    write('file', 'new');
    expect(readFileSync(at('config/real'), 'utf8')).toBe('new');
    expect([at('file'), at('middle')].map((path) => lstatSync(path).isSymbolicLink())).toEqual([true, true]);
  });

  it('ends a circle of links with an error', () => {
    symlinkSync('b', at('a'));
    symlinkSync('a', at('b'));
    expect(() => write('a', 'text')).toThrow('a is a link that leads to itself');
  });

  it.each([0o600, 0o640, 0o755])('keeps the permissions of a file: %o', (mode) => {
    writeFileSync(at('file'), 'old');
    chmodSync(at('file'), mode);
    write('file', 'new');
    expect(statSync(at('file')).mode & 0o7777).toBe(mode);
  });
});

describe('what is not a file', () => {
  let special: Awaited<ReturnType<typeof specialFiles>>;
  beforeEach(async () => {
    special = await specialFiles();
  });
  afterEach(() => special.close());

  it('is neither replaced nor written to', () => {
    for (const [name] of SPECIAL) {
      expect(() => draftOf(name, 'text', special.folder), name).toThrow();
      expect(() => openOutput(name, special.folder, 20), name).toThrow();
      expect(existsSync(join(special.folder, name))).toBe(true);
    }
  });

  it('is not waited for', () => {
    expect(() => draftOf('fifo', 'text', special.folder)).toThrow('fifo is a FIFO, not a file');
    expect(() => openOutput('fifo', special.folder, 20)).toThrow('fifo is a FIFO that nobody reads');
  });
});

describe('a file that Proctor keeps for itself', () => {
  it.each(['../home/precious', '../home/new', '/dev/null', 'mine', 'file'])('replaces a link to %s', (to) => {
    writeFileSync(at('mine'), 'keep me, too');
    symlinkSync(to, at('file'));
    replaceFile('file', 'new', folder);
    expect(lstatSync(at('file')).isFile()).toBe(true);
    expect(readFileSync(at('file'), 'utf8')).toBe('new');
    expect(readFileSync(at('mine'), 'utf8')).toBe('keep me, too');
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('keep me');
    expect(readdirSync(outside)).toEqual(['precious']);
  });

  it('does not stand in a folder that is a link outside', () => {
    symlinkSync(outside, at('.proctor'));
    expect(() => replaceFile('.proctor/precious', 'owned', folder)).toThrow(' leads by a link to ');
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('keep me');
  });
});

it('drafts have names that nobody can guess, and are gone when they are discarded', () => {
  const drafts = [draftOf('file', 'a', folder), draftOf('file', 'b', folder)];
  const names = readdirSync(folder);
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/^\.proctor-[0-9a-f]{24}\.tmp$/);
  for (const draft of drafts) draft.discard();
  expect(readdirSync(folder)).toEqual([]);
});
