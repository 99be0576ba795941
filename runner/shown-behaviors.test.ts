import { describe, expect, it } from 'vitest';
import type { BehaviorSpec } from '../src/language/target.js';
import { shownBehaviors } from './shown-behaviors.js';
import type { Behavior } from './types.js';

const behavior = (name: string, more: Partial<Behavior> = {}): [string, Behavior] => [
  name,
  {
    ...{ name, protocol: 'toy', roles: ['toy/server'], text: name, with: {}, gives: {} },
    ...{ place: { file: 'behaviors.yaml', line: 1, col: 1 } },
    ...more,
  } as Behavior,
];
const spec = (gives: BehaviorSpec['gives']): BehaviorSpec => ({ gives, args: [], env: {}, files: {} });
const shown = (mapped: { [name: string]: BehaviorSpec }, ...known: [string, Behavior][]) => {
  const target = { role: 'toy/server', behaviors: new Map(Object.entries(mapped)) };
  return Object.fromEntries([...shownBehaviors(target, new Map(known))].map(([name, { gives }]) => [name, gives]));
};

describe('the behaviors that a target shows', () => {
  const either = behavior('either', { shownBy: ['one', 'other'] });
  const there = behavior('there', { default: { path: '/', more: 1 } });

  it('are those that it maps', () => {
    expect(shown({ one: spec({ a: 1 }) }, behavior('one'))).toEqual({ one: { a: 1 } });
  });

  it('include one that another shows: its own entry first, then in the order of `shownBy`', () => {
    expect(shown({ other: spec({ a: 2 }) }, either)).toEqual({ other: { a: 2 }, either: { a: 2 } });
    expect(shown({ other: spec({ a: 2 }), one: spec({ a: 1 }) }, either).either).toEqual({ a: 1 });
    expect(shown({ either: spec({ a: 3 }), one: spec({ a: 1 }) }, either).either).toEqual({ a: 3 });
    expect(shown({}, either)).toEqual({});
  });

  it('include one with a default, whose values the target file may replace one by one', () => {
    expect(shown({}, there)).toEqual({ there: { path: '/', more: 1 } });
    expect(shown({ there: spec({ path: '/x' }) }, there)).toEqual({ there: { path: '/x', more: 1 } });
  });

  it('include no default of another role', () => {
    expect(shown({}, behavior('there', { roles: ['toy/client'], default: {} }))).toEqual({});
  });
});
