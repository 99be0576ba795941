import { expect, test } from 'vitest';
import { matchesGlob } from './glob.js';
import { classify } from './policy.js';

const policy = {
  auto_deny: ['delete*'],
  write_path_allowlist: ['src/**', '*.md'],
  auto_approve: ['edit_notes'],
  require_approval: ['edit*'],
};

test.each([
  ['delete_file', [], 'denied'],
  ['edit_file', ['src/a/b.ts'], 'ask'],
  ['edit_file', ['README.md'], 'ask'],
  ['edit_file', ['docs/README.md'], 'denied'],
  ['edit_notes', ['src/a.ts'], 'approved'],
  ['edit_notes', ['/etc/passwd'], 'denied'],
  ['read_file', [], 'approved'],
])('%s on %j: %s', (tool, paths, kind) => {
  expect(classify(policy, tool, paths).kind).toBe(kind);
});

test('without a policy everything is approved', () => {
  expect(classify(undefined, 'delete_file', ['/'])).toStrictEqual({ kind: 'approved' });
});

test.each([
  ['*', 'a.b', true],
  ['*', 'a/b', false],
  ['**', 'a/b', true],
  ['a/**/c', 'a/b/b/c', true],
  ['a.c', 'abc', false],
  ['a?c', 'abc', true],
  ['(a', '(a', true],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(matchesGlob(pattern, text)).toBe(fits);
});
