import { resolve } from 'node:path';
import { describe, expect, it as plain } from 'vitest';
import { loadCorpus } from '../../../runner/load/corpus.js';
import { formatProblem } from '../../../runner/load/files/problems.js';
import { loadTarget } from '../../../runner/load/target/target.js';
import { type BlameOptions, measureBlame } from '../../../runner/selftest/blame/measure.js';
import { defectOf } from '../../../runner/selftest/defects.js';
import { selftest } from '../../../runner/selftest/selftest.js';
import type { MutantResult } from '../../../runner/selftest/types.js';
import type { Consequence, Corpus, Mutant } from '../../../runner/types.js';
import type { JsonObject } from '../../../src/json/json.js';
import { roleEntry } from '../../../src/protocols/index.js';
import { realClock } from '../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../src/wire/limits.js';
import { it } from '../../testing/warm.js';

const root = resolve(import.meta.dirname, '../../..');
const place = { file: 'mutants.yaml', line: 1, col: 1 };

/** The cases about pings and the shape of results: enough to catch something, few enough to play them all. */
const SUBJECTS = /^mcp\.server\.(probe|base\.result-shape|ping\.answer|http\.parallel)/;

const mutant = (id: string, breaks: string, fault: JsonObject): Mutant => ({
  id,
  breaks,
  role: 'mcp/server',
  fault,
  place,
});

const toPing = { sends: { reply: 'ping', where: { result: { $any: true } } } };
const MUTANTS = [
  mutant('try.right', 'MCP-BASE-15', { ...toPing, do: [{ set: { '/result': { $lit: null } } }] }),
  mutant('try.harmless', 'MCP-BASE-15', { ...toPing, do: [{ set: { '/result/_meta': { kit: 1 } } }] }),
  mutant('try.idle', 'MCP-BASE-15', { sends: { reply: 'no/such-method' }, do: ['drop'] }),
  mutant('try.other-check', 'MCP-BASE-15', { ...toPing, do: [{ set: { '/error': { code: 1, message: 'no' } } }] }),
  mutant('try.dies', 'MCP-BASE-15', { hears: { request: 'ping' }, do: [{ exit: 1 }] }),
];

/** Our own corpus with a few cases, which name the mutants above. */
async function small(kills: readonly string[]): Promise<Corpus> {
  const { corpus, problems } = await loadCorpus(root, { compiled: resolve(root, 'dist/corpus') });
  expect(problems.map(formatProblem)).toEqual([]);
  const cases = corpus.cases.filter(({ id }) => SUBJECTS.test(id));
  return {
    ...corpus,
    wire: corpus.wire.map(({ kills: _, ...rule }) => rule),
    cases: cases.map((one) => ({ ...one, kills: one.id === 'mcp.server.base.result-shape' ? [...kills] : [] })),
    mutants: new Map(MUTANTS.map((one) => [one.id, one])),
    consequences: [],
  };
}

/** What both kinds of selftest are told. */
function optionsFor(corpus: Corpus) {
  return {
    corpus,
    clock: realClock,
    limits: defaultLimits,
    slow: 1,
    signal: new AbortController().signal,
    proctor: { version: 'test', file: resolve(root, 'dist/bin/proctor.mjs'), cases: resolve(root, 'cases') },
    defects: MUTANTS.map(defectOf),
    jobs: 2,
    seed: 0,
    progress: () => undefined,
    reference: async (role: string) => {
      const file = resolve(root, 'targets/reference/mcp-server.yaml');
      const { target, problems } = await loadTarget(file, { roles: corpus.roles });
      expect(problems.map(formatProblem)).toEqual([]);
      return { target: target!, entry: (await roleEntry(role))! };
    },
  };
}

async function tried(corpus: Corpus, outside: boolean) {
  const result = await selftest({ ...optionsFor(corpus), outside, whole: false, sample: 1 });
  const verdicts = Object.fromEntries(result.mutants.map(({ id, verdict }: MutantResult) => [id, verdict]));
  const of = (id: string) => result.mutants.find((one) => one.id === id)!;
  return { ...result, verdicts, of };
}

describe('a selftest', () => {
  plain('tells what a case that names a mutant made of it', async () => {
    const { verdicts, of, references } = await tried(await small(MUTANTS.map(({ id }) => id)), false);
    expect(verdicts).toEqual({
      'try.right': 'killed',
      'try.harmless': 'survived',
      'try.idle': 'never-applied',
      'try.other-check': 'wrong-check',
      'try.dies': 'wrong-check',
    });
    expect(of('try.right').by).toEqual(['mcp.server.base.result-shape']);
    expect(of('try.harmless')).toMatchObject({
      by: [],
      missed: [{ id: 'mcp.server.base.result-shape', what: 'passed' }],
    });
    expect(of('try.other-check').by).toEqual(['mcp.server.base.result-shape']);
    expect(of('try.other-check').missed[0]?.what).toBe('failed by MCP-BASE-12 and not by MCP-BASE-15');
    // The case that names them passes on every reference that has no defect.
    expect(references.map(({ name, failed }) => [name, failed])).toEqual([
      ['clean', []],
      ['processes', []],
      ['permissive', []],
      ['lean', []],
      ['no-session-ids', []],
      ['diligent', []],
    ]);
  });

  plain('lets any case of the role catch a mutant from outside', async () => {
    const { verdicts, of, references } = await tried(await small([]), true);
    expect(verdicts).toEqual({
      'try.right': 'killed',
      'try.harmless': 'survived',
      'try.idle': 'never-applied',
      'try.other-check': 'killed',
      'try.dies': 'killed',
    });
    // Those that check the requirement come first.
    expect(of('try.right').by[0]).toBe('mcp.server.base.result-shape');
    expect(references).toEqual([]);
  });
});

describe('blame', () => {
  const blamed = async (consequences: Partial<Consequence>[], more: Partial<BlameOptions> = {}) => {
    const corpus = await small([]);
    corpus.consequences.push(
      ...consequences.map((one) => ({
        ...{ of: [], own: false, innocent: false, requirements: [], because: 'it is so', place },
        ...one,
      })),
    );
    return measureBlame({ ...optionsFor(corpus), sample: 1, ...more });
  };

  plain('finds what fails beside the requirement that a mutant breaks', async () => {
    const { mutants, stale } = await blamed([
      { of: ['try.other-check'], requirements: ['MCP-BASE-12', 'MCP-BASE-14'] },
    ]);
    const of = (id: string) => mutants.find((one) => one.id === id)!;
    const ids = (list: { requirement: string }[]) => list.map(({ requirement }) => requirement);
    expect(of('try.right').recalled).toBe(true);
    expect(of('try.harmless')).toMatchObject({ recalled: false, undeclared: [], problems: [] });
    expect(of('try.harmless').touched).toBeGreaterThan(0);
    expect(of('try.idle').touched).toBe(0);
    expect(ids(of('try.other-check').declared)).toContain('MCP-BASE-12');
    expect(ids(of('try.dies').undeclared)).toContain('MCP-BASE-25');
    expect(stale.flatMap(({ requirements }) => requirements)).toContain('MCP-BASE-14');
  });

  plain('plays a sample by the seed', async () => {
    const ids = async (seed: number) => (await blamed([], { sample: 4, seed })).mutants.map(({ id }) => id);
    expect(await ids(0)).toEqual(['try.harmless']);
    expect(await ids(1)).toEqual(['try.idle', 'try.dies']);
  });
});

describe('proctor selftest', () => {
  it('prints who caught which mutant', async ({ sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(['selftest', 'mcp.server.base.result-null', 'MCP-PING-01']);
    expect(stdout).toMatch(/\n {2}✓ mcp\.server\.base\.result-null +MCP-BASE-15 {2}mcp\.server\.base\.result-shape\n/);
    expect(stdout).toMatch(/\n {2}clean +✓ \d+\n {2}processes +✓ \d+\n {2}permissive +✓ \d+\n/);
    expect(stdout).toMatch(/\n\d+ mutants? in .* s: \d+ killed\n$/);
    expect(stderr).toBe('');
    expect(exit).toBe(0);
  });

  it('tries a part of the mutants, another one with another seed', async ({ sandbox }) => {
    const tried = async (seed: number): Promise<string[]> => {
      const call = ['selftest', 'mcp.server.ping', '--sample', '3', '--seed', String(seed)];
      const { exit, stdout } = await sandbox.run(call);
      expect(stdout).toContain('\na sample: one in 3 of the mutants');
      expect(exit).toBe(0);
      return [...stdout.matchAll(/^ {2}✓ (\S+)/gm)].map(([, id]) => id!);
    };
    const { stdout } = await sandbox.run(['list', 'mutants', 'mcp.server.ping']);
    const all = stdout.split('\n').length - 1;
    const [one, other] = [await tried(1), await tried(2)];
    expect(one.length).toBeGreaterThan(0);
    expect(one.length).toBeLessThan(all);
    expect(other).not.toEqual(one);
  });

  it('takes a case for its mutants, and puts those on a reference that lacks what the target of the case lacks', async ({
    sandbox,
  }) => {
    const { exit, stdout } = await sandbox.run(['selftest', 'mcp.server.tasks.ignored']);
    expect(stdout).toMatch(/\nreferences\n {2}mcp\.server\.without-tasks {2}✓ 1\n/);
    expect(stdout).toMatch(/\n2 mutants in .*: 2 killed\n$/);
    expect(exit).toBe(0);
  });

  it('says the same as JSON', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run(['selftest', 'mcp.server.http-security.any-origin', '--json']);
    const { mutants } = JSON.parse(stdout) as { mutants: { by: string[] }[] };
    const killed = (id: string) => ({
      id,
      role: 'mcp/server',
      requirement: 'MCP-HTTP-28',
      verdict: 'killed',
      by: expect.arrayContaining([expect.stringMatching(/^mcp\.server\.http-security\.origin/)]),
    });
    expect(mutants).toEqual(
      ['mcp.server.http-security.any-origin', 'mcp.server.http-security.any-origin-per-request'].map(killed),
    );
    expect(exit).toBe(0);
  });

  it('tries a catalogue from outside', async ({ sandbox }) => {
    sandbox.file(
      'mine.yaml',
      'mutants:\n  - { id: mine.id-lost, breaks: MCP-BASE-03, role: mcp/server, sends: { reply: ping }, do: [{ remove: [/id] }] }\n',
    );
    const { exit, stdout } = await sandbox.run(['selftest', '--mutants', 'mine.yaml', '--json']);
    const { mutants } = JSON.parse(stdout) as { mutants: { id: string; verdict: string; by: string[] }[] };
    expect(mutants.map(({ id, verdict }) => [id, verdict])).toEqual([['mine.id-lost', 'killed']]);
    expect(mutants[0]!.by.length).toBeGreaterThan(0);
    expect(exit).toBe(0);
  });

  it.for<[string, string[], RegExp]>([
    ['a pattern that selects nothing', ['mcp.nothing'], /^the pattern `mcp\.nothing` matches none of the mutants/],
    ['a catalogue that is not there', ['--mutants', 'none.yaml'], /^none\.yaml {2}does not exist\n$/],
    [
      'a catalogue of a role without reference',
      ['--mutants', 'other.yaml'],
      /^other\.yaml:2:\d+ {2}there is no reference of `acp\/nobody`/,
    ],
    ['no jobs', ['--jobs', '0'], /expected a whole number from 1/],
    [
      'a sample of mutants from outside',
      ['--sample', '8', '--mutants', 'fine.yaml'],
      /^--sample is about the mutants of the catalogue\n$/,
    ],
    [
      'blame of mutants from outside',
      ['--blame', '--mutants', 'fine.yaml'],
      /^--blame is about the mutants of the catalogue\n$/,
    ],
  ])('refuses %s', async ([, args, said], { sandbox }) => {
    sandbox.file(
      'other.yaml',
      'mutants:\n  - { id: x.y, breaks: ACP-X-01, role: acp/nobody, hears: { notify: a }, do: [drop] }\n',
    );
    sandbox.file(
      'fine.yaml',
      'mutants:\n  - { id: x.y, breaks: MCP-X-01, role: mcp/server, hears: { notify: a }, do: [drop] }\n',
    );
    const { exit, stdout, stderr } = await sandbox.run(['selftest', ...args]);
    expect(stderr).toMatch(said);
    expect([exit, stdout]).toEqual([2, '']);
  });
});
