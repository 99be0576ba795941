import { expect, it } from 'vitest';
import type { Behavior } from '../types.js';
import { mappedUnseen, ownPrompts } from './prompts.js';

const behavior = (gives: Behavior['gives']) => ({ gives }) as Behavior;
const MEANING = new Map([
  ['plain-turn', behavior({ prompt: { type: 'array' } })],
  ['say', behavior({ prompt: { type: 'string' } })],
  ['read-file', behavior({ prompt: { type: 'array' }, file: { type: 'string' } })],
  ['task', behavior({ parts: { type: 'array' } })],
  ['modes', behavior({ mode: { type: 'string' } })],
]);

it('reads a behavior and its prompt, which may have an = itself', () => {
  expect(ownPrompts(['read-file=a=b\nc', 'plain-turn=hi'], 'x/y', MEANING)).toEqual([
    { behavior: 'read-file', text: 'a=b\nc', values: ['file'] },
    { behavior: 'plain-turn', text: 'hi', values: [] },
  ]);
});

it.for<[string, string]>([
  [
    'plain-trun=x',
    '--prompt: x/y has no behavior `plain-trun`; did you mean `plain-turn`?; a prompt shows plain-turn, say, read-file, task',
  ],
  ['modes=x', '--prompt: no prompt shows the behavior `modes`; a prompt shows plain-turn, say, read-file, task'],
  ['hello', '--prompt "hello": write NAME="text", such as plain-turn="say hello"'],
  ['=hello', '--prompt "=hello": write NAME="text", such as plain-turn="say hello"'],
  ['say= ', '--prompt say: there is no text after the ='],
])('refuses %j', ([given, message]) => {
  expect(() => ownPrompts([given], 'x/y', MEANING)).toThrow(expect.objectContaining({ message, exit: 2 }));
});

it('refuses any for a role that is not prompted', () => {
  expect(() => ownPrompts(['a=b'], 'x/y', new Map())).toThrow('--prompt: no behavior of x/y is shown by a prompt');
});

it('maps what nobody can explore as its owner says, in the form that the behavior has', () => {
  const own = ownPrompts(['plain-turn=hi', 'say=ho', 'task=do', 'read-file=read'], 'x/y', MEANING);
  const { shows, lacks } = mappedUnseen(own, MEANING);
  expect(Object.fromEntries(shows)).toEqual({
    'plain-turn': { gives: { prompt: [{ type: 'text', text: 'hi' }] }, costs: true, unproven: true },
    say: { gives: { prompt: 'ho' }, costs: true, unproven: true },
    task: { gives: { parts: [{ kind: 'text', text: 'do' }] }, costs: true, unproven: true },
  });
  expect(lacks.get('read-file')).toBe('read-file is mapped by `file` too: write it into the file by hand');
});
