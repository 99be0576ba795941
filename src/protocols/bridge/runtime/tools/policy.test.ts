import fc from 'fast-check';
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
  ['**/a*', 'aa/', false],
  ['a.c', 'abc', false],
  ['a?c', 'abc', true],
  ['(a', '(a', true],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(matchesGlob(pattern, text)).toBe(fits);
});

test('a glob fits what the regular expression of the same meaning fits', () => {
  const piece = fc.constantFrom('a', '/', '*', '**', '**/', '?', '.');
  const text = fc.string({ unit: fc.constantFrom('a', '/', '.', 'ä', '😀'), maxLength: 8 });
  const source = (pattern: string) =>
    pattern.replace(/\*\*\/?|[*?.]/g, (one) =>
      one.startsWith('**') ? '.*' : one === '*' ? '[^/]*' : one === '?' ? '[^/]' : '\\.',
    );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), text, (pieces, one) => {
      const pattern = pieces.join('');
      expect(matchesGlob(pattern, one)).toBe(new RegExp(`^${source(pattern)}$`, 'su').test(one));
    }),
  );
});

test.each(['*a', '**a', '**/a', '?*'])('a glob of %s a hundred times comes to an end', (piece) => {
  expect(matchesGlob(`${piece.repeat(100)}x`, `${'a'.repeat(5_000)}`)).toBe(false);
  expect(matchesGlob(piece.repeat(100_000), `${'a'.repeat(9_000)}`)).toBe(false);
});
