import { describe, expect, it } from 'vitest';
import { shardOf, unsharded } from './shard.js';

const POD = { JOB_COMPLETION_INDEX: '2' };

describe('--shard', () => {
  it('is a part of so many', () => {
    expect(shardOf('2/4', {})).toEqual({ index: 2, count: 4 });
    expect(shardOf(undefined, {})).toBeUndefined();
  });

  it('takes its index from an Indexed Job, where the first pod has 0', () => {
    expect(shardOf('auto/4', POD)).toEqual({ index: 3, count: 4 });
    expect(shardOf('auto', { ...POD, JOB_COMPLETIONS: '3' })).toEqual({ index: 3, count: 3 });
    expect(shardOf(undefined, { JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '4' })).toEqual({ index: 1, count: 4 });
    expect(shardOf('1/2', { ...POD, JOB_COMPLETIONS: '4' })).toEqual({ index: 1, count: 2 });
  });

  it('is not guessed where nobody says how many parts there are', () => {
    expect(shardOf(undefined, POD)).toBeUndefined();
    expect(unsharded(undefined, POD)).toContain('--shard auto/N');
    expect(unsharded('auto/4', POD)).toBeUndefined();
    expect(unsharded(undefined, { ...POD, JOB_COMPLETIONS: '4' })).toBeUndefined();
    expect(unsharded(undefined, {})).toBeUndefined();
  });

  it.each<[string, string | undefined, { [name: string]: string }, string]>([
    ['an index beyond the last', '5/4', {}, '--shard takes I/N with I from 1 to N, not 5/4'],
    ['a word', 'half', {}, '--shard takes I/N with I from 1 to N, not half'],
    ['auto without a Job', 'auto/4', {}, 'completionMode: Indexed'],
    ['auto without a number of parts', 'auto', POD, 'write auto/N'],
    ['a pod beyond the parts', 'auto/2', POD, 'of 2 parts the last has the index 1'],
    [
      'an index that is no number',
      undefined,
      { JOB_COMPLETION_INDEX: '-1', JOB_COMPLETIONS: '4' },
      'JOB_COMPLETION_INDEX is -1',
    ],
    ['a number of parts that is none', undefined, { ...POD, JOB_COMPLETIONS: 'four' }, 'four is not a number of parts'],
    ['no parts', 'auto/0', POD, '0 is not a number of parts'],
  ])('refuses %s', (_what, text, env, message) => {
    expect(() => shardOf(text, env)).toThrow(message);
  });
});
