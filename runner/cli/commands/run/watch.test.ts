import { expect, it } from 'vitest';
import { concerns, isLeftOut } from './watch.js';

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
