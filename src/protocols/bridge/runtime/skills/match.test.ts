import { describe, expect, it, test } from 'vitest';
import type { SkillCandidate } from '../../../../generated/types/bridge-v1.js';
import type { Json } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { loadValidators } from '../../../../schemas/index.js';
import { VERSION } from '../../version.js';
import { Host, HostError } from '../host/host.js';
import { matchesOf, rankSkills } from './match.js';

const candidate = (name: string, description: string): SkillCandidate => ({
  name,
  description,
  when_to_use: '',
  paths: [],
});
const candidates = [candidate('ship', 'Ship a release'), candidate('review', 'Looks over code')];
const names = (answer: Parameters<typeof matchesOf>[0]) => matchesOf(answer, candidates).map(({ name }) => name);

describe('matchesOf', () => {
  test.each([
    ['matches', { matches: [{ name: 'ship' }] }],
    ['a list', [{ name: 'ship' }]],
    ['skills', { skills: [{ name: 'ship' }] }],
    ['an envelope', { result: { matches: [{ name: 'ship' }] } }],
  ])('reads %s', (_, answer) => {
    expect(matchesOf(answer, candidates)).toStrictEqual([{ name: 'ship', score: 1, reason: 'host match' }]);
  });

  it('ranks by score, whatever the order of the list', () => {
    expect(
      names([
        { name: 'ship', score: 0.2 },
        { name: 'review', score: 0.9 },
      ]),
    ).toStrictEqual(['review', 'ship']);
    expect(names([{ name: 'ship', score: 0.92 }, { name: 'review' }])).toStrictEqual(['review', 'ship']);
    expect(
      names([
        { name: 'ship', score: 9 },
        { name: 'review', score: 10.5 },
      ]),
    ).toStrictEqual(['review', 'ship']);
  });

  it('leaves out what is not a candidate, no match or there before', () => {
    const odd: Json = [
      null,
      'ship',
      { name: '' },
      { name: 7 },
      { name: 'other', score: 9 },
      { name: 'ship' },
      { name: 'ship', score: 0.1 },
    ];
    expect(matchesOf(odd, candidates)).toStrictEqual([{ name: 'ship', score: 1, reason: 'host match' }]);
  });

  test.each([
    [-1, 0],
    ['high', 1],
    [null, 1],
  ])('a score of %j counts as %d', async (score, counted) => {
    const matches = matchesOf([{ name: 'ship', score, reason: 7 }], candidates);
    expect(matches).toStrictEqual([{ name: 'ship', score: counted, reason: 'host match' }]);
    const validators = await loadValidators('bridge', VERSION);
    expect(
      validators.validate(
        'SkillRanking',
        matches.map((match) => ({ ...match })),
      ),
    ).toStrictEqual([]);
  });

  test.each([[null], ['ship'], [7], [{}], [{ matches: 'ship' }], [{ result: [] }]])('refuses %j', (answer) => {
    expect(() => matchesOf(answer, candidates)).toThrow(HostError);
  });
});

describe('rankSkills', () => {
  const about = { prompt: 'Please ship the new release', working_files: [] };
  const hostThat = (answer: () => Promise<never>) => new Host(answer, new AbortController().signal);

  it('falls back on the words of the skills, with a warning', async () => {
    const warnings: string[] = [];
    const broken = hostThat(() => Promise.reject(new RpcError(-32601, 'no ranker')));
    const ranked = await rankSkills(broken, 'host', about, candidates, (warning) => warnings.push(warning));
    expect(ranked.map(({ name }) => name)).toStrictEqual(['ship']);
    expect(warnings).toStrictEqual([expect.stringMatching(/^agent\.skill_match: .*no ranker/)]);
  });

  it('asks nobody under its own strategy', async () => {
    const nobody = hostThat(() => Promise.reject(new Error('nobody is to be asked')));
    const ranked = await rankSkills(nobody, 'metadata', about, candidates, () => undefined);
    expect(ranked.map(({ name }) => name)).toStrictEqual(['ship']);
  });
});
