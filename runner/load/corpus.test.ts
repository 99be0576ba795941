import { describe, expect, test } from 'vitest';
import { loadCorpus } from './corpus.js';
import { CLEAN, corpus, emptyFolder, lines, REQUIREMENT } from './corpus-testing.js';
import { lintCorpus } from './lint.js';

test('a corpus without a flaw loads without a problem', async () => {
  const root = corpus();
  const { corpus: found, problems } = await loadCorpus(root);
  expect(lines(problems)).toEqual([]);
  expect(lines(await lintCorpus(root))).toEqual([]);
  expect(found.cases.map(({ id }) => id)).toEqual([
    'mcp.server.probe',
    'mcp.server.a',
    'mcp.server.b.x',
    'mcp.server.b.y',
  ]);
  expect(found.cases[1]?.place).toEqual({ file: 'cases/mcp/server/a.yaml', line: 5, col: 5 });
  expect(found.requirements.get('MCP-A-01')).toMatchObject({
    level: 'must',
    version: 'V2',
    since: 'V1',
    note: 'as we read it',
    place: { line: 4 },
  });
  expect(found.behaviors.get('mcp')?.get('echo-tool')).toMatchObject({
    text: 'It echoes.',
    place: { file: 'cases/mcp/behaviors.yaml', line: 2, col: 3 },
  });
  expect(found.roles.get('mcp/server')).toMatchObject({
    peer: 'mcp/client',
    side: 'server',
    ids: [],
    replies: 'by-id',
    probe: 'mcp.server.probe',
    alive: { request: 'ping', check: 'MCP-A-02', place: { line: 6 } },
  });
  expect(found.wire).toMatchObject([{ protocol: 'mcp', id: 'stdout', requirement: 'MCP-A-03' }]);
  expect([...found.machines.keys()]).toEqual(['mcp/task']);
  expect([...found.versions.get('mcp')!]).toEqual([
    ['V1', { code: -1 }],
    ['V2', { code: -9223372036854775808n }],
  ]);
  expect(found.mutants.get('mcp.a.broken')).toMatchObject({
    breaks: 'MCP-A-01',
    fault: { hears: { notify: 'a' }, do: ['drop'] },
  });
});

test('finds the cases of a role in folders below it, with its fragments', async () => {
  const root = corpus({ 'mcp/server/b.yaml': null, 'mcp/server/old/er/b.yaml': CLEAN['mcp/server/b.yaml']! });
  const { corpus: found, problems } = await loadCorpus(root);
  expect(lines(problems)).toEqual([]);
  expect(found.cases.at(-1)).toMatchObject({
    id: 'mcp.server.b.y',
    place: { file: 'cases/mcp/server/old/er/b.yaml', line: 7 },
  });
});

const A = (steps: string, id = 'mcp.server.a', more = '') =>
  `suite: A\nrole: mcp/server\ncases:\n  - { id: mcp.server.probe, title: P, steps: [{ use: hello }] }\n  - { id: ${id}, title: A holds, ${more}steps: [${steps}] }\n`;

describe('what is wrong with a corpus', () => {
  test.each<[string, { [path: string]: string | null }, string[]]>([
    [
      'an unknown requirement',
      { 'mcp/server/a.yaml': A('{ call: { request: a }, check: MCP-A-20 }') },
      ['cases/mcp/server/a.yaml:5:80  unknown requirement `MCP-A-20`; did you mean `MCP-A-02`?'],
    ],
    [
      'an unknown behavior',
      { 'mcp/server/a.yaml': A('{ call: { request: a }, shows: nothing-like-it }') },
      ['cases/mcp/server/a.yaml:5:80  unknown behavior `nothing-like-it`; there is `echo-tool`'],
    ],
    [
      'the same id in two files',
      { 'mcp/server/a.yaml': A('{ call: { request: a }, check: MCP-A-02 }', 'mcp.server.b.x') },
      [
        'cases/mcp/server/b.yaml:7:13  the id `mcp.server.b.x` is here twice; the first one is in cases/mcp/server/a.yaml:5',
      ],
    ],
    [
      'the same requirement twice',
      { 'mcp/requirements-2.yaml': `protocol: mcp\nversion: V3\nrequirements:\n${REQUIREMENT('MCP-A-02')}` },
      [
        'cases/mcp/requirements.yaml:5:11  `MCP-A-02` is here twice; the first one is in cases/mcp/requirements-2.yaml:4',
      ],
    ],
    [
      'a requirement since a version that there is not',
      {
        'mcp/requirements-2.yaml': `protocol: mcp\nversion: V2\nrequirements:\n${REQUIREMENT('MCP-B-01', ', since: V0')}${REQUIREMENT('MCP-B-02', ', since: V1')}`,
      },
      ['cases/mcp/requirements-2.yaml:4:5  `since` of MCP-B-01: unknown version `V0` of mcp; did you mean `V1`?'],
    ],
    [
      'a role in the wrong folder',
      { 'mcp/server/role.yaml': CLEAN['mcp/server/role.yaml']!.replace('mcp/server', 'mcp/sever') },
      [
        'cases/mcp/server/a.yaml:4:5  unknown role `mcp/server`; did you mean `mcp/sever`?',
        'cases/mcp/server/b.yaml:7:13  unknown role `mcp/server`; did you mean `mcp/sever`?',
        'cases/mcp/server/role.yaml:1:7  this is the folder of `mcp/server`',
      ],
    ],
    [
      'no role at all',
      { 'mcp/server/role.yaml': null },
      [
        'cases/mcp/server/a.yaml:4:5  unknown role `mcp/server`',
        'cases/mcp/server/b.yaml:7:13  unknown role `mcp/server`',
        'cases/mcp/server/role.yaml  does not exist',
      ],
    ],
    [
      'a probe that is none',
      { 'mcp/server/role.yaml': CLEAN['mcp/server/role.yaml']!.replace('server.probe', 'server.prob') },
      ['cases/mcp/server/role.yaml:1:1  unknown case `mcp.server.prob`; did you mean `mcp.server.probe`?'],
    ],
    [
      'a liveness check that proves nothing',
      { 'mcp/server/role.yaml': CLEAN['mcp/server/role.yaml']!.replace('MCP-A-02', 'MCP-B-02') },
      ['cases/mcp/server/role.yaml:6:1  unknown requirement `MCP-B-02`; did you mean `MCP-A-02`?'],
    ],
    [
      'a wire rule that proves nothing',
      { 'mcp/wire.yaml': CLEAN['mcp/wire.yaml']!.replace('MCP-A-03', 'MCP-A-30') },
      ['cases/mcp/wire.yaml:2:5  unknown requirement `MCP-A-30`; did you mean `MCP-A-03`?'],
    ],
    [
      'a wire rule twice',
      {
        'mcp/wire.yaml': CLEAN['mcp/wire.yaml']!.replace(
          'machines:',
          '  - { id: stdout, rule: json, title: T, requirement: MCP-A-03 }\nmachines:',
        ),
      },
      ['cases/mcp/wire.yaml:3:11  `stdout` is here twice; the first one is in cases/mcp/wire.yaml:2'],
    ],
    [
      'a state machine of another protocol',
      { 'mcp/wire.yaml': CLEAN['mcp/wire.yaml']!.replace('mcp/task:', 'acp/task:') },
      ['cases/mcp/wire.yaml:4:3  this is not a machine of mcp'],
    ],
    [
      'a file that means nothing',
      { 'mcp/requirments.yaml': 'a: 1' },
      ['cases/mcp/requirments.yaml  is not one of the files of a protocol; cases stand in the folder of their role'],
    ],
    [
      'YAML that is none',
      { 'mcp/server/b.yaml': 'suite: "B\n' },
      ['cases/mcp/server/b.yaml:2:1  missing closing "quote'],
    ],
    [
      'an unknown key',
      { 'mcp/server/fragments.yaml': 'fragments:\n  hello: [{ cal: { request: a } }]\n' },
      expect.arrayContaining([
        expect.stringContaining('cases/mcp/server/fragments.yaml:2:13  unknown verb `cal`; did you mean `call`?'),
      ]),
    ],
  ])('%s', async (_, changes, expected) => {
    const found = lines((await loadCorpus(corpus(changes))).problems);
    if (Array.isArray(expected)) expect(found.slice(0, expected.length)).toEqual(expected);
    else expect(found).toEqual(expected);
  });

  test('nothing below cases', async () => {
    const root = emptyFolder();
    const { corpus: found, problems } = await loadCorpus(root);
    expect([found.cases.length, problems.length]).toEqual([0, 0]);
  });

  test('only what is asked for is read, and what it may refer to elsewhere is not missed', async () => {
    const root = corpus({
      'acp/requirements.yaml': 'protocol: acp\nversion: V1\nrequirements: [',
      'mcp/server/a.yaml': A('{ call: { request: a }, check: [MCP-A-02, ACP-X-01] }'),
    });
    expect(lines((await loadCorpus(root, { protocols: ['mcp'] })).problems)).toEqual([]);
    expect(lines((await loadCorpus(root)).problems)).toHaveLength(2);
    expect(lines((await loadCorpus(root, { protocols: ['mpc'] })).problems)).toEqual([
      'cases/mpc  is not a folder of a protocol; did you mean `mcp`?',
    ]);
  });
});

describe('the lint', () => {
  const STEP = '{ call: { request: a }, check: MCP-A-02 }';
  test.each<[string, { [path: string]: string }, string]>([
    [
      'a title that says should',
      { 'mcp/server/a.yaml': A(STEP).replace('A holds', 'A should hold') },
      'cases/mcp/server/a.yaml:5:5  the title says `should`; say what holds',
    ],
    [
      'a title that tests that',
      { 'mcp/server/a.yaml': A(STEP).replace('A holds', 'Test that A holds') },
      'the title says `Test that`',
    ],
    [
      'a long title',
      { 'mcp/server/a.yaml': A(STEP).replace('A holds,', `${'A'.repeat(121)},\n     `) },
      'the title has 121 characters; at most 120 fit a line',
    ],
    [
      'a title with a reference',
      { 'mcp/server/a.yaml': A(STEP).replace('A holds', '"A ${b}"') },
      'the title has a reference that no constant fills',
    ],
    [
      'an id of another role',
      { 'mcp/server/a.yaml': A(STEP, 'mcp.client.a') },
      'the id `mcp.client.a` does not begin with its role; `mcp.server.…`',
    ],
    ['an id of another protocol', { 'mcp/server/a.yaml': A(STEP, 'acp.server.a') }, 'does not begin with its role'],
    [
      'a case that checks nothing',
      { 'mcp/server/a.yaml': A('{ call: { request: a } }') },
      '`mcp.server.a` checks nothing',
    ],
    [
      'an unknown mutant',
      { 'mcp/server/a.yaml': A(STEP, 'mcp.server.a', 'kills: [mcp.a.borken], ') },
      '`mcp.server.a` kills the unknown mutant `mcp.a.borken`; did you mean `mcp.a.broken`?',
    ],
    [
      'a mutant that nobody kills',
      { 'mcp/server/b.yaml': CLEAN['mcp/server/b.yaml']!.replace('    kills: [mcp.a.broken]\n', '') },
      'cases/mcp/mutants.yaml:2:5  no case names the mutant `mcp.a.broken`',
    ],
    [
      'a mutant that breaks nothing',
      { 'mcp/mutants.yaml': CLEAN['mcp/mutants.yaml']!.replace('MCP-A-01', 'MCP-A-10') },
      'cases/mcp/mutants.yaml:2:5  unknown requirement `MCP-A-10`; did you mean `MCP-A-01`?',
    ],
    [
      'an unused fragment',
      { 'mcp/server/fragments.yaml': `${CLEAN['mcp/server/fragments.yaml']}  spare: []\n` },
      'cases/mcp/server/fragments.yaml:3:3  no case uses this fragment',
    ],
    [
      'a line that is too long',
      { 'mcp/server/role.yaml': `${CLEAN['mcp/server/role.yaml']}# ${'ü'.repeat(158)}\n# ${'ü'.repeat(159)}\n` },
      'cases/mcp/server/role.yaml:11:161  the line has 161 characters; at most 160 can be read',
    ],
    [
      'an unknown state machine',
      { 'mcp/server/a.yaml': A('{ call: { request: a, result: { $walk: mcp/tsak } }, check: MCP-A-02 }') },
      'unknown state machine `mcp/tsak`; did you mean `mcp/task`?',
    ],
    [
      'a requirement of another role',
      { 'mcp/requirements.yaml': CLEAN['mcp/requirements.yaml']!.replace(/(MCP-A-02.*)mcp\/server/, '$1mcp/client') },
      '`MCP-A-02` binds mcp/client, and this case is for mcp/server',
    ],
    [
      'an excluded requirement',
      {
        'mcp/requirements.yaml': CLEAN['mcp/requirements.yaml']!.replace(
          /(MCP-A-02.*?) }/,
          '$1, excluded: nobody can see it }',
        ),
      },
      '`MCP-A-02` is excluded from testing, and this step proves it; the reason was: nobody can see it',
    ],
  ])('finds %s', async (_, changes, expected) => {
    const root = corpus(changes);
    expect(lines((await loadCorpus(root)).problems)).toEqual([]);
    const found = lines(await lintCorpus(root));
    expect(found.length).toBe(1);
    expect(found[0]).toContain(expected);
  });

  test('rows name an unknown mutant once', async () => {
    const root = corpus({
      'mcp/server/b.yaml': CLEAN['mcp/server/b.yaml']!.replace('[mcp.a.broken]', '[mcp.a.broken, nothing.like-it]'),
    });
    expect(await lintCorpus(root)).toHaveLength(1);
  });
});
