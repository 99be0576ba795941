import { expect, it } from 'vitest';
import { permissiveOptions, wording } from './permissive.js';

const OPTIONS = permissiveOptions({
  chatty: wording(true, 'Section 1', 'Says more.'),
  terse: wording(false, 'Section 2', 'Says less.'),
});

it('`true` takes the usual options, a list those that it names, and several add up', () => {
  expect([...OPTIONS.read(true)]).toEqual(['chatty']);
  expect([...OPTIONS.read(['terse'])]).toEqual(['terse']);
  expect([...OPTIONS.read(true, undefined, ['terse'], false)]).toEqual(['chatty', 'terse']);
});

it('an unknown option is named, with those that there are', () => {
  expect(() => OPTIONS.read(['chatty', 'loud'])).toThrow('Unknown permissive variant "loud"; known: chatty, terse');
});

it('a list may have options of another side, too', () => {
  expect(OPTIONS.apart(['terse', 'loud'])).toEqual({ own: new Set(['terse']), rest: ['loud'] });
});
