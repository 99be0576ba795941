import { describe, expect, it } from 'vitest';
import type { Behavior } from '../../types.js';
import { listed, titleOf, wordsOf } from './asked.js';

const behavior = (name: string, ask: NonNullable<Behavior['ask']>): [string, Behavior] => [
  name,
  {
    ...{ name, protocol: 'demo', roles: ['demo/client'], text: name, with: {}, gives: {}, ask },
  } as unknown as Behavior,
];

const BEHAVIORS = new Map([
  behavior('client-say', {
    title: 'Say something',
    do: 'Say a word to ${servers} in ${dir}.',
    after: 'Wait for the answer.',
  }),
  behavior('client-allow', { title: 'Allow', after: 'Allow what is asked.' }),
  behavior('client-call', {
    title: 'Call',
    do: 'Call ${with.tool}.',
    say: 'Call ${with.tool} of ${servers} with ${with.other}.',
  }),
]);

const asked = (names: string[], servers = ['s-1', 's-2', 's-3']) =>
  wordsOf(names, BEHAVIORS, { base: 'client-say', servers, values: { dir: '/work', 'with.tool': 'echo' } });

describe('what a person is asked for', () => {
  it('begins with what the base says, where the behavior says nothing else, and goes on with its own', () => {
    expect(asked(['client-allow'])).toEqual({
      do: 'Say a word to s-1, s-2 and s-3 in /work.',
      after: ['Wait for the answer.', 'Allow what is asked.'],
    });
  });

  it('is what the behavior says, with what the case passes; what nobody passes stays as it is', () => {
    expect(asked(['client-call'], ['s-1'])).toEqual({
      do: 'Call echo.',
      say: 'Call echo of s-1 with ${with.other}.',
      after: [],
    });
  });

  it('has the title of the last behavior, which says the most', () => {
    expect(titleOf(['client-say', 'client-allow'], BEHAVIORS)).toBe('Allow');
  });

  it('lists names as a sentence does', () => {
    expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'], 'or')]).toEqual([
      '',
      'a',
      'a and b',
      'a, b or c',
    ]);
  });
});
