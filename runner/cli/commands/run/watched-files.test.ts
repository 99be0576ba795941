import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { concerns, isLeftOut, watchedFiles } from './watched-files.js';

const named = new Set(['/p/bin/server']);

it.each([
  ['/p/server.ts', true],
  ['/p/main.go', true],
  ['/p/cases/a.yaml', true],
  ['/p/package.json', true],
  ['/p/.env', true],
  ['/p/bin/server', true],
  ['/p/bin/other', false],
  ['/p/data.json', false],
  ['/p/server.log', false],
  ['/p/store.sqlite', false],
])('a change of %s is a reason to run: %s', (path, is) => {
  expect(concerns(path, named)).toBe(is);
});

it.each([
  ['/p/node_modules/a/index.js', true],
  ['/p/.git/config', true],
  ['/p/.proctor/last-failed.json', true],
  ['/p/a/__pycache__/b.py', true],
  ['/p/target/debug/build.rs', true],
  ['/p/src/a.ts', false],
  ['/p/.env', false],
  ['/p', false],
  // A folder that is named is watched, whatever is above it.
  ['/.hidden/p', false],
])('%s is left out: %s', (path, is) => {
  expect(isLeftOut(path, '/p')).toBe(is);
});

it('watches what the target file names: folders of commands, files among their words, cases', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (...parts: string[]) => join(folder, ...parts);
  for (const name of ['home', 'app/bin', 'cases', 'data']) mkdirSync(at(name), { recursive: true });
  const target = at('home', 'mine.yaml');
  const stdio = { command: ['bin/server', '--data', '../data', 'no-such-file'], cwd: '../app' };
  const document = { name: 'a', role: 'mcp/server', transports: { stdio }, cases: '../cases' };
  for (const [path, text] of [
    [target, JSON.stringify(document)],
    [at('app/bin/server'), ''],
    [at('home/known.yaml'), ''],
  ] as const)
    writeFileSync(path, text);
  const { roots, named } = await watchedFiles({ target, known: at('home/known.yaml') });
  expect([...named].sort()).toEqual([at('app/bin/server'), at('home/known.yaml'), target]);
  // Not the folder that the command names: it may be a whole disk.
  expect(roots.filter((one) => !named.has(one))).toEqual([at('home'), at('app'), at('cases')]);
  writeFileSync(target, 'name: [');
  expect([...(await watchedFiles({ target })).named]).toEqual([target]);
});

it('takes a word of a command that no file can be called for no file', async () => {
  const command = ['node', '-e', `console.log(1)\n${'// '.repeat(2_000)}`, 'a\0b'];
  expect([...(await watchedFiles({ command })).named]).toEqual([]);
});
