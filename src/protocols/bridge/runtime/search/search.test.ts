import { describe, expect, it, test } from 'vitest';
import { loadValidators } from '../../../../schemas/index.js';
import { VERSION } from '../../version.js';
import { Host } from '../host/host.js';
import { bm25, regex } from './local.js';
import { outcomeOf, searchTools } from './search.js';

const candidates = ['a', 'b', 'c'];
const tools = [
  { name: 'deploy_service', description: 'Deploys a service' },
  { name: 'rollback_service', description: 'Takes a deployment back' },
  { name: 'query_metrics', description: 'Asks for numbers' },
];

describe('outcomeOf', () => {
  test.each([
    ['keeps the order of the host', { tool_names: ['c', 'a'] }, { tool_names: ['c', 'a'] }],
    ['drops what is unknown, no text or there before', { tool_names: ['x', 7, 'b', 'b', null] }, { tool_names: ['b'] }],
    ['reads an envelope', { result: { tool_names: ['a'], diagnostic: 'd' } }, { tool_names: ['a'], diagnostic: 'd' }],
    [
      'reads a diagnostic beside the envelope',
      { result: { tool_names: [] }, diagnostic: 'd' },
      { tool_names: [], diagnostic: 'd' },
    ],
  ])('%s', (_, answer, outcome) => {
    expect(outcomeOf(answer, candidates)).toStrictEqual(outcome);
  });

  test.each([[null], ['a'], [7], [['a']], [{}], [{ tool_names: 'a' }], [{ result: [] }]])(
    'takes %j for empty',
    (answer) => {
      const outcome = outcomeOf(answer, candidates);
      expect(outcome.tool_names).toStrictEqual([]);
      expect(outcome.diagnostic).toContain('tool_names');
    },
  );

  it('promotes twenty at most', async () => {
    const many = Array.from({ length: 50 }, (_, n) => `t${n}`);
    const outcome = outcomeOf({ tool_names: many }, many);
    expect(outcome.tool_names).toHaveLength(20);
    const validators = await loadValidators('bridge', VERSION);
    expect(validators.validate('ToolSearchOutcome', { ...outcome })).toStrictEqual([]);
  });
});

describe('searchTools', () => {
  const nobody = new Host(() => Promise.reject(new Error('nobody is to be asked')), new AbortController().signal);

  it('asks nobody where nothing is deferred, and for its own strategies', async () => {
    expect((await searchTools(nobody, 'semantic', 'x', [])).tool_names).toStrictEqual([]);
    expect((await searchTools(nobody, 'bm25', 'numbers', tools)).tool_names).toStrictEqual(['query_metrics']);
    expect((await searchTools(nobody, 'regex', 'SERVICE$', tools)).tool_names).toStrictEqual([
      'deploy_service',
      'rollback_service',
    ]);
  });
});

test('bm25 ranks what shares rarer words higher', () => {
  expect(bm25('deploy the service', tools)).toStrictEqual(['deploy_service', 'rollback_service']);
  expect(bm25('nothing of the kind', tools)).toStrictEqual([]);
});

test('an expression that can not be read finds nothing and says why', () => {
  expect(regex('(', tools, 20)).toStrictEqual({ tool_names: [], diagnostic: expect.stringContaining('(') });
});

test('an expression that takes too long on these tools finds nothing and says why', () => {
  const slow = [...tools, { name: 'a', description: `${'a'.repeat(50)}!` }];
  const { tool_names, diagnostic } = regex('^(a+)+$', slow, 20);
  expect(tool_names).toStrictEqual([]);
  expect(diagnostic).toContain('ms of CPU');
  expect(regex('^(a+)+$', [{ name: 'aa', description: '' }], 20).tool_names).toStrictEqual(['aa']);
});

test('a query of many words on many tools ranks in time that grows with both', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`);
  const many = words.map((name) => ({ name, description: 'of many' }));
  expect(bm25(words.join(' '), many)).toHaveLength(20_000);
});
