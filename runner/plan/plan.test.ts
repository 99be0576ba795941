import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Target } from '../../src/language/target.js';
import { apart, concerned, plan } from './plan.js';
import { corpusOf, one, place, rule, spec, targetOf } from './testing.js';

const both = { stdio: spec, http: spec };
const ids = (made: ReturnType<typeof plan>) => made.cases.map(({ id }) => id);
const untilSchema = [rule('envelope'), rule('schema')];

describe('which cases', () => {
  const corpus = corpusOf(
    [
      one('mcp.server.probe', {}, []),
      one('mcp.server.a.x'),
      one('mcp.client.a'),
      one('mcp.server.b', {}, ['MCP-B-01']),
    ],
    untilSchema,
  );

  test('those of the role in the order of the corpus, then its wire cases; the probe proves nothing and is none', () => {
    const made = plan(corpus, targetOf(), undefined);
    expect(ids(made)).toEqual(['mcp.server.a.x', 'mcp.server.b', 'mcp.server.wire.envelope', 'mcp.server.wire.schema']);
    expect(made.cases[3]).toMatchObject({
      group: 'wire',
      title: 'the rule schema',
      requirements: ['MCP-W-01'],
      transport: 'stdio',
      place,
    });
    expect(made.cases[0]).toMatchObject({ group: 'S', title: 'title of mcp.server.a.x', role: 'mcp/server' });
    expect(made.everything).toHaveLength(4);
    expect(made).toMatchObject({
      role: 'mcp/server',
      version: 'V2',
      transports: ['stdio'],
      repeat: 1,
      unmatched: [],
      problems: [],
    });
  });

  test('a probe that checks something is a case like any other', () => {
    const checking = corpusOf([one('mcp.server.probe', {}, ['MCP-A-01'])]);
    expect(ids(plan(checking, targetOf(), undefined))).toEqual(['mcp.server.probe']);
  });

  test('patterns select, and everything stays known', () => {
    const made = plan(corpus, targetOf(), undefined, { patterns: ['MCP-B-01', 'acp', 'mcp.client.a'] });
    expect(ids(made)).toEqual(['mcp.server.b', 'mcp.server.wire.envelope', 'mcp.server.wire.schema']);
    expect(made.unmatched).toEqual(['acp', 'mcp.client.a']);
    expect(made.everything).toHaveLength(4);
  });

  test('wire cases alone bring the cases whose messages they judge', () => {
    const made = plan(corpus, targetOf(), undefined, { patterns: ['mcp.server.wire.schema'] });
    expect(ids(made)).toEqual(['mcp.server.a.x', 'mcp.server.b', 'mcp.server.wire.envelope', 'mcp.server.wire.schema']);
  });

  test('wire cases watch whatever is played, and know whether that is all', () => {
    const partial = (options: Parameters<typeof plan>[3]) =>
      plan(corpus, targetOf(), undefined, options).cases.map((each) => [each.id.slice(11), each.partial]);
    const some = [
      ['b', undefined],
      ['wire.envelope', true],
      ['wire.schema', true],
    ];
    expect(partial({ patterns: ['mcp.server.b'] })).toEqual(some);
    expect(partial({ patterns: ['mcp.server.b', 'mcp.server.wire.schema'] })).toEqual(some);
    expect(partial({ shard: { index: 2, count: 2 } })).toEqual(some);
    expect(partial({}).every(([, isPartial]) => isPartial === undefined)).toBe(true);
    expect(partial({ patterns: ['mcp.server.wire.schema'] })[3]).toEqual(['wire.schema', undefined]);
    expect(partial({ patterns: ['acp'] })).toEqual([]);
  });

  test('what failed last time', () => {
    const again = (lastFailed: string[], patterns?: string[]) =>
      ids(plan(corpus, targetOf(), undefined, { lastFailed, ...(patterns ? { patterns } : {}) }));
    const watching = ['mcp.server.wire.envelope', 'mcp.server.wire.schema'];
    expect(again(['mcp.server.b', 'mcp.server.gone'])).toEqual(['mcp.server.b', ...watching]);
    expect(again([])).toEqual([]);
    expect(again(['mcp.server.b'], ['mcp.server.a'])).toEqual([]);
  });

  test('rules of other roles, protocols and transports are not planned', () => {
    const rules = [
      rule('stdout'),
      rule('ids', { roles: ['mcp/client'] }),
      rule('json', { protocol: 'acp' }),
      rule('envelope', { roles: ['mcp/server'] }),
    ];
    const wire = (target: Target) => ids(plan(corpusOf([], rules), target, undefined));
    expect(wire(targetOf())).toEqual(['mcp.server.wire.stdout', 'mcp.server.wire.envelope']);
    expect(wire(targetOf({ transports: { http: spec }, transport: 'http' }))).toEqual(['mcp.server.wire.envelope']);
    const either = plan(corpusOf([], rules), targetOf({ transports: both, transport: 'http' }), undefined);
    expect(either.cases.map(({ id, transport }) => `${id} ${transport}`)).toEqual([
      'mcp.server.wire.stdout stdio',
      'mcp.server.wire.envelope http',
    ]);
  });
});

describe('shards', () => {
  const corpus = corpusOf(
    Array.from({ length: 10 }, (_, n) => one(`mcp.server.c${n}`)),
    untilSchema,
  );

  test('take turns, and all have the wire cases', () => {
    const made = plan(corpus, targetOf(), undefined, { shard: { index: 2, count: 3 } });
    expect(ids(made)).toEqual([
      'mcp.server.c1',
      'mcp.server.c4',
      'mcp.server.c7',
      'mcp.server.wire.envelope',
      'mcp.server.wire.schema',
    ]);
    expect(made.everything).toHaveLength(12);
  });

  test('together are the plan, each case once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
        const parts = Array.from({ length: count }, (_, n) =>
          plan(corpus, targetOf(), undefined, { shard: { index: n + 1, count } }),
        );
        const transcripts = parts.flatMap((part) => part.cases.filter((each) => each.case).map(({ id }) => id));
        expect(transcripts.sort()).toEqual(corpus.cases.map(({ id }) => id).sort());
      }),
    );
  });
});

test('cases of other versions and transports are planned only if they are named', () => {
  const corpus = corpusOf([
    one('mcp.server.any'),
    one('mcp.server.old', { version: ['V1'] }),
    one('mcp.server.web', { transport: ['http'] }),
  ]);
  const of = (...patterns: string[]) => plan(corpus, targetOf(), undefined, { patterns });
  const ids = (cases: readonly { id: string }[]) => cases.map(({ id }) => id);
  expect([ids(of().cases), ids(of().notAsked)]).toEqual([['mcp.server.any'], ['mcp.server.old', 'mcp.server.web']]);
  expect(ids(of('mcp.server').cases)).toEqual(['mcp.server.any']);
  const named = of('mcp.server.web', 'mcp.server.any');
  expect([ids(named.cases), ids(named.notAsked)]).toEqual([['mcp.server.any', 'mcp.server.web'], []]);
  expect(named.cases[1]!.gated?.reason).toBe('needs transport http; this run has stdio');
  // Nothing of it is an unknown pattern.
  expect(of('mcp.server.o*').unmatched).toEqual([]);
});

describe('transports', () => {
  const corpus = corpusOf([
    one('mcp.server.any'),
    one('mcp.server.web', { transport: ['http'] }),
    one('mcp.server.pipe', { transport: ['stdio'] }),
  ]);
  const on = (target: Partial<Target>, transport?: 'stdio' | 'http' | 'ws') => {
    const made = plan(corpus, targetOf(target), undefined, transport ? { transport } : {});
    return { made, where: made.cases.map((each) => (each.gated ? 'skipped' : each.transport)) };
  };

  test('a case runs on the default one, or on one that it needs', () => {
    const { made, where } = on({ transports: both });
    expect(where).toEqual(['stdio', 'http', 'stdio']);
    expect(made.transports).toEqual(['stdio', 'http']);
    expect(on({ transports: both, transport: 'http' }).where).toEqual(['http', 'http', 'stdio']);
  });

  test('are one if one is asked for', () => {
    expect(on({ transports: both }, 'http').where).toEqual(['http', 'http']);
    expect(on({ transports: both }, 'http').made.transports).toEqual(['http']);
    const left = on({ transports: both }, 'http').made.notAsked.map(({ id, gated }) => [id, gated?.notAsked]);
    expect(left).toEqual([['mcp.server.pipe', ['stdio']]]);
    const { made } = on({}, 'ws');
    expect(made.problems).toEqual([{ message: 'the target `it` has no transport `ws`', suggestion: 'it has stdio' }]);
  });
});

describe('what the target file lists as untestable', () => {
  const cases = [one('mcp.server.slow', { behavior: ['slow'] }), one('mcp.server.fine')];
  const untestable = (pattern: string) => [{ case: pattern, reason: 'takes an hour', place }];

  test('is marked, and stays in the plan', () => {
    const made = plan(corpusOf(cases), targetOf({ untestable: untestable('mcp.server.*') }), undefined);
    expect(made.cases.map(({ listed }) => listed)).toEqual(['takes an hour', 'takes an hour']);
    expect(made.cases[0]?.gated).toEqual({
      verdict: 'untestable',
      reason: 'the target must be able to show `slow`, and t.yaml does not map it',
      unmapped: ['slow'],
    });
    expect(made.cases[1]?.gated).toBeUndefined();
    expect(made.problems).toEqual([]);
  });

  test('must be a case', () => {
    const made = plan(corpusOf(cases), targetOf({ untestable: untestable('mcp.server.sloow') }), undefined);
    expect(made.problems).toEqual([
      {
        message: 't.yaml lists `mcp.server.sloow` as untestable, which matches no case',
        suggestion: 'did you mean `mcp.server.slow`?',
      },
    ]);
  });

  test('over one transport is marked over that alone, which the target must have', () => {
    const over = (transport: 'http' | 'ws') => [{ ...untestable('mcp.server.fine')[0]!, transport }];
    const made = (transport: 'stdio' | 'http') =>
      plan(corpusOf(cases), targetOf({ transports: both, untestable: over('http') }), undefined, { transport });
    expect(made('http').cases.map(({ listed }) => listed)).toEqual([undefined, 'takes an hour']);
    expect(made('stdio').cases.map(({ listed }) => listed)).toEqual([undefined, undefined]);
    expect([...made('http').problems, ...made('stdio').problems]).toEqual([]);
    expect(plan(corpusOf(cases), targetOf({ untestable: over('ws') }), undefined).problems).toEqual([
      {
        message: 't.yaml lists `mcp.server.fine` as untestable over ws, a transport that it does not have',
        suggestion: 'it has stdio',
      },
    ]);
  });
});

test('an unknown version is a problem', () => {
  const made = plan(corpusOf([]), targetOf(), undefined, { version: 'V3' });
  expect(made.problems).toEqual([{ message: 'unknown version `V3` of mcp', suggestion: 'did you mean `V1`?' }]);
});

describe('of several targets, a run is about', () => {
  const corpus = corpusOf([one('mcp.server.a'), one('mcp.client.b')]);
  const server = targetOf({ transports: { stdio: spec, http: spec } });
  const client = targetOf({ name: 'client', role: 'mcp/client' });

  test.for<[string, Parameters<typeof concerned>[2], Target[]]>([
    ['all, where nothing is said', {}, [server, client]],
    ['those with a selected case', { patterns: ['mcp.client.*'] }, [client]],
    ['those with the transport', { transport: 'http' }, [server]],
    ['those with the version', { version: 'V2' }, [server, client]],
    ['all, where none would be left', { patterns: ['mcp.client.*'], transport: 'http' }, [server, client]],
    ['all, where nobody has the version', { version: 'V9' }, [server, client]],
  ])('%s', ([, options, left]) => {
    expect(concerned(corpus, [server, client], options)).toEqual(left);
  });
});

describe('one role in several versions of its protocol', () => {
  const own = [
    one('mcp.server.both'),
    one('mcp.server.first', { version: ['V1'] }),
    one('mcp.server.second', { version: ['V2'] }),
  ];
  const corpus = corpusOf(own, [rule('schema')]);
  const [second, first] = [targetOf({ version: 'V2' }), targetOf({ version: 'V1' })];

  test('has each case played once, in the first version that it is for', () => {
    const plans = apart([second, first].map((target) => plan(corpus, target, undefined)));
    expect(plans.map(ids)).toEqual([
      ['mcp.server.both', 'mcp.server.second', 'mcp.server.wire.schema'],
      ['mcp.server.first'],
    ]);
  });

  test.for<[string, Parameters<typeof concerned>[2], Target[]]>([
    ['all of them, where nothing is said', {}, [second, first]],
    ['those that have a case of its own left', { patterns: ['mcp.server.both'] }, [second]],
    ['the one of the version that is asked for', { version: 'V1', patterns: ['mcp.server.both'] }, [first]],
  ])('is played by %s', ([, options, left]) => {
    expect(concerned(corpus, [second, first], options)).toEqual(left);
  });

  test('is judged by what its version has', () => {
    const dropped = {
      id: 'MCP-A-01',
      level: 'must' as const,
      roles: ['mcp/server'],
      text: 'T',
      source: 'S',
      version: 'V1',
      place,
    };
    const judging = { ...corpus, requirements: new Map([[dropped.id, { ...dropped, until: 'V1' }]]) };
    const gated = (target: Target) => plan(judging, target, undefined).cases[0]!.gated;
    expect(gated(first)).toBeUndefined();
    expect(gated(second)).toEqual({
      verdict: 'skipped',
      reason: 'this run speaks V2, which does not have MCP-A-01',
      skip: 'version',
    });
  });
});
