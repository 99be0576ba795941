import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/jsonrpc/json.js';
import type { Step } from '../../src/play/case.js';
import type { Behavior } from '../types.js';
import type { Fragments } from './case-steps.js';
import { checksOf, fragmentsOf, loadCaseFile } from './cases.js';
import { formatOf } from './formats.js';
import { formatProblem } from './problems.js';
import type { References } from './references.js';
import { parseYaml } from './yaml.js';

const folder = mkdtempSync(join(tmpdir(), 'cases-'));
afterAll(() => rmSync(folder, { recursive: true }));
const format = await formatOf('case');

function fragments(text: string): Fragments {
  const { source } = parseYaml('role/fragments.yaml', text);
  return fragmentsOf(source, source.data as JsonObject);
}

function load(cases: string, more: { role?: string; references?: References; head?: string } = {}) {
  const path = join(folder, 'c.yaml');
  const head = more.head ?? 'suite: S\nrole: mcp/server\n';
  writeFileSync(path, `${head}cases:\n${cases}`);
  const shared = {
    format,
    ...(more.role === undefined ? {} : { fragments: fragments(more.role) }),
    ...(more.references ? { references: more.references } : {}),
  };
  const loaded = loadCaseFile(path, 'c.yaml', shared);
  return { ...loaded, lines: loaded.problems.map((one) => formatProblem(one).split('\n')[0]) };
}

const outline = (steps: readonly Step[]): unknown[] =>
  steps.map((step) => {
    const inside = step.steps ? [outline(step.steps)] : (step.branches ?? []).map((branch) => outline(branch.steps));
    return [`${step.verb}${step.on ? `@${step.on}` : ''}`, ...inside];
  });

test('the language as a whole: every construct in its hardest use loads', () => {
  const role = `fragments:
  session: [{ call: { request: session/new }, save: { sessionId: /result/sessionId } }]
  idle-daemon: []
  hub-owner: [{ open: { as: "\${name}", ws: "\${target.url}" } }, { call: { request: session/new }, on: "\${name}", save: { sessionId: /result/sessionId } }]
  initialized: []
  green-project: []
`;
  const path = new URL('fixtures/hard-cases.yaml', import.meta.url).pathname;
  const { cases, problems } = loadCaseFile(path, 'hard-cases.yaml', { format, fragments: fragments(role) });
  expect(problems.map(formatProblem)).toEqual([]);
  expect(cases.map(({ id }) => id)).toEqual([
    ...['allow', 'rewrite', 'deny'].map((row) => `bridge.host.permission.${row}`),
    'bridge.runtime.idle.backoff',
    ...['at-once', 'early', 'permission', 'between-tools', 'twice'].map((row) => `acp.agent.cancel.${row}`),
    'acp.agent.cancel-after-end',
    'acp.client.files-and-terminals',
    'hub.server.roles-race-restart',
    'mcp.server.http.resume',
    'mcp.server.http.origin',
    'mcp.client.rc.input-required',
    'a2a.server.push.order',
    ...['crlf', 'comments', 'fields', 'multi-line', 'split-utf8', 'no-newline', 'unknown-kind', 'truncated'].map(
      (row) => `a2a.client.sse.${row}`,
    ),
    ...['never-closes', 'wrong-id', 'wrong-type', 'error-frame'].map((row) => `a2a.client.sse.${row}`),
    'trust.server.reload.once',
    'trust.server.exact-integers',
    'mcp.server.tasks.poll',
  ]);
  const by = (id: string) => cases.find((one) => one.id === id)!;
  expect(outline(by('acp.agent.cancel.twice').steps)).toEqual([
    ['call'],
    ['send'],
    ['send'],
    ['send'],
    ['expect'],
    ['call'],
    ['assert'],
  ]);
  expect(by('acp.agent.cancel.permission').needs.behavior).toEqual(['long-turn', 'ask-permission']);
  expect(by('a2a.client.sse.no-newline').kills).toEqual(['a2a.client.sse.no-newline']);
  expect(by('a2a.client.sse.no-newline').steps[2]?.body).toMatchObject({
    raw: [
      'data: {"jsonrpc":"2.0","id":${s.id:json},"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}}\n\n',
      'data: {"jsonrpc":"2.0","id":${s.id:json},"result":{"kind":"status-update","taskId":"t","contextId":"c","final":true,"status":{"state":"completed"}}}',
    ],
  });
  expect(by('bridge.host.permission.deny').steps[2]?.body).toMatchObject({
    result: { $in: [{ granted: false }, { outcome: { outcome: 'cancelled' } }] },
  });
  expect(by('mcp.server.tasks.poll').steps.at(-3)).toMatchObject({
    verb: 'repeat',
    body: { max: 100, every: '200ms' },
  });
});

describe('tables', () => {
  const table = `
  - id: mcp.server.t
    title: A tool called \${name} answers
    needs: { capability: /tools, behavior: "\${behavior-name}", version: V1 }
    let: { name: plain, behavior-name: echo, both: "\${name}-\${row}", check: MCP-A-1 }
    kills: ["mcp.\${row}"]
    limit: "\${limit}"
    each:
      one: { limit: 5s, needs: { capability: [/tools/x, /tools], transport: http, version: V2 } }
      two: { limit: 7s, name: other, title: "Row \${row}", kills: [mcp.extra], check: [MCP-A-1, MCP-A-2] }
    steps:
      - { call: { request: "\${both}", params: { deep: ["\${name}"] } }, check: "\${check}", within: "\${limit}" }
`;

  test('one case a row; the row goes before the case, and adds to its needs and kills', () => {
    const { cases, lines } = load(table);
    expect(lines).toEqual([]);
    const [one, two] = cases;
    expect(one).toMatchObject({
      id: 'mcp.server.t.one',
      row: 'one',
      title: 'A tool called plain answers',
      suite: 'S',
      role: 'mcp/server',
      needs: { capability: ['/tools', '/tools/x'], behavior: ['echo'], transport: ['http'], version: 'V2' },
      kills: ['mcp.one'],
      limit: '5s',
      requirements: ['MCP-A-1'],
      place: { file: 'c.yaml', line: 12, col: 7 },
    });
    expect(one?.steps[0]).toMatchObject({
      body: { request: 'plain-one', params: { deep: ['plain'] } },
      within: '5s',
      check: ['MCP-A-1'],
      place: { line: 15, col: 9 },
    });
    expect(two).toMatchObject({
      id: 'mcp.server.t.two',
      title: 'Row two',
      needs: { capability: ['/tools'], behavior: ['echo'], transport: [], version: 'V1' },
      kills: ['mcp.two', 'mcp.extra'],
      requirements: ['MCP-A-1', 'MCP-A-2'],
    });
    expect(two?.steps[0]?.body).toMatchObject({ request: 'other-two' });
  });

  test('constants that mean themselves, and an empty table', () => {
    const circle = load(
      '  - { id: m.a, title: t, let: { x: "${y}", y: "a${x}" }, steps: [{ call: { request: "${x}" } }] }\n',
    );
    expect(circle.lines).toEqual(['c.yaml:4:74  the constant x refers to itself: x, y, x']);
    const empty = load('  - { id: m.a, title: t, each: {}, steps: [{ call: { request: a } }] }\n');
    expect(empty.lines).toEqual(['c.yaml:4:32  must not be empty']);
  });
});

describe('fragments', () => {
  const role = `fragments:
  hello: [{ call: { request: initialize }, save: { session: /result/x } }]
  tell:
    - send: { notify: a, params: { to: "\${who}", from: "\${me}" } }
    - any_order: [{ expect: { notify: b } }, { expect: { notify: c }, on: own }]
    - { expect: { notify: d }, within: 9s }
    - { expect: { notify: e }, check: MCP-A-1 }
    - repeat: { max: 2, until: { value: 1, is: 1 }, steps: [{ call: { request: f } }] }
`;

  test('are spliced with their variables, and hand modifiers on', () => {
    const { cases, lines, used } = load(
      `  - id: m.a
    title: t
    let: { me: kit, frag: tell }
    steps:
      - use: hello
      - { use: "\${frag}", with: { who: "\${session}" }, on: side, within: 3s, shows: speak }
      - { assert: { value: 1, is: 1 }, check: MCP-A-2 }
`,
      { role },
    );
    expect(lines).toEqual([]);
    expect(outline(cases[0]!.steps)).toEqual([
      ['call'],
      ['send@side'],
      ['any_order', [['expect@side'], ['expect@own']]],
      ['expect@side'],
      ['expect@side'],
      ['repeat@side', [['call@side']]],
      ['assert'],
    ]);
    const [, send, both, waits, checks] = cases[0]!.steps;
    expect(send?.body).toEqual({ notify: 'a', params: { to: '${session}', from: 'kit' } });
    expect([send?.within, both?.within, waits?.within]).toEqual([undefined, '3s', '9s']);
    expect([send?.shows, both?.shows, checks?.shows]).toEqual([undefined, 'speak', undefined]);
    expect(send?.place).toEqual({ file: 'role/fragments.yaml', line: 4, col: 7 });
    expect(send?.usedAt).toEqual({ file: 'c.yaml', line: 9, col: 9 });
    expect([...used]).toEqual(['role/fragments.yaml#hello', 'role/fragments.yaml#tell']);
  });

  test('the file goes before the role, and a name of the run may be handed on under its own name', () => {
    const head =
      'suite: S\nrole: mcp/server\nfragments:\n  hello: [{ use: deep, with: { x: "${x}" } }]\n  deep: [{ send: { notify: "${x}" } }]\n';
    const { cases, lines } = load(
      '  - { id: m.a, title: t, steps: [{ call: { request: a }, save: { x: /result } }, { use: hello }] }\n',
      { head, role },
    );
    expect(lines).toEqual([]);
    expect(cases[0]?.steps[1]?.body).toEqual({ notify: '${x}' });
    expect(cases[0]?.steps[1]?.usedAt?.line).toBe(7);
  });

  test.each<[string[], string]>([
    [['{ use: helo }'], 'c.yaml:7:16  there is no fragment `helo`; did you mean `hello`?'],
    [
      ['{ use: "${nothing}" }'],
      'c.yaml:7:16  which fragment is meant must be known before the run, and "${nothing}" is not',
    ],
    [
      ['{ use: hello, check: MCP-A-1 }'],
      'c.yaml:7:30  `check` means nothing beside `use`; put it on a step of the fragment',
    ],
    [
      ['{ use: hello }', '{ use: tell, with: { who: a } }'],
      'role/fragments.yaml:4:56  nothing binds `me` (used in c.yaml:8)',
    ],
    [
      ['{ use: hello }', '{ use: tell, with: { who: "${me}", me: "${session}" } }'],
      'c.yaml:8:35  `me` is a name of the run here, and a variable of this `with` too; rename the variable',
    ],
  ])('%s', (steps, line) => {
    const { lines } = load(
      `  - id: m.a\n    title: t\n    steps:\n${steps.map((one) => `      - ${one}\n`).join('')}`,
      { role },
    );
    expect(lines).toContain(line);
  });

  test('circles are found', () => {
    const circular = 'fragments:\n  a: [{ use: b }]\n  b: [{ use: c }]\n  c: [{ use: a }]\n';
    const { lines } = load('  - { id: m.a, title: t, steps: [{ use: a }] }\n', { role: circular });
    expect(lines).toEqual(['role/fragments.yaml:4:14  the fragment `a` uses itself: a → b → c → a']);
  });
});

describe('names', () => {
  const steps = (...lines: string[]) =>
    load(
      `  - id: m.a\n    title: t\n    let: { constant: 1 }\n    steps:\n${lines.map((line) => `      - ${line}\n`).join('')}`,
    ).lines;
  const CALL = '{ call: { request: a, as: asked }, save: { x: /result } }';

  test.each<[string, string[]]>([
    ['a capture', [CALL, '{ send: { notify: "${x}" } }']],
    [
      'what is built in',
      [
        '{ send: { notify: a, params: ["${dir}", "${uuid}", "${behavior.a.b}", "${peer.url}", "${secret.x}", "${version.y}", "${target.url}", "${node}", "${proctor}"] } }',
      ],
    ],
    ['a message by its name', [CALL, '{ assert: { value: "${asked.params.x}", is: 1 } }']],
    ['a listener', ['{ open: { as: hook, listen: http } }', '{ send: { notify: "${hook.url}" } }']],
    ['its own reply', ['{ call: { request: a, as: mine, result: "${mine.params}" } }']],
    [
      'an answer to what comes later',
      ['{ open: { as: h, listen: http, answers: { body: "${later.id}" } } }', '{ expect: { request: a, as: later } }'],
    ],
    [
      'a capture of an earlier round',
      [
        '{ repeat: { max: 2, until: { value: "${n}", is: 1 }, steps: [{ call: { request: "${n}" } }, { call: { request: b }, save: { n: /id } }] } }',
      ],
    ],
    [
      'a capture again inside repeat',
      [
        CALL,
        '{ repeat: { max: 2, until: { value: "${x}", is: 1 }, steps: [{ call: { request: a }, save: { x: /id } }] } }',
      ],
    ],
    [
      'a capture of either branch',
      [
        '{ either: [{ grade: pass, steps: [{ expect: { notify: a }, save: { x: /a } }] }, { grade: non-strict, steps: [{ expect: { notify: b }, save: { x: /b } }] }] }',
        '{ send: { notify: "${x}" } }',
      ],
    ],
    [
      'captures inside any_order',
      [
        '{ any_order: [{ expect: { notify: a }, save: { x: /a } }, { expect: { notify: b, params: "${x}" } }] }',
        '{ send: { notify: "${x}" } }',
      ],
    ],
    ['a reply to one of several', [CALL, '{ assert: { seen: { reply: [asked] }, is: { $len: 1 } } }']],
    ['a literal', ['{ send: { notify: a, params: { $lit: "${nobody}" } } }']],
    ['an escaped reference', ['{ send: { notify: "$${nobody}" } }']],
  ])('%s is fine', (_, lines) => {
    expect(steps(...lines)).toEqual([]);
  });

  test.each<[string, string[], string]>([
    [
      'a name that nothing binds',
      [CALL, '{ send: { notify: "${askd.id}" } }'],
      'c.yaml:9:27  nothing binds `askd`; did you mean `asked`?',
    ],
    [
      'a built-in misspelt',
      ['{ send: { notify: a, params: { deep: ["${taget.url}"] } } }'],
      'c.yaml:8:47  nothing binds `taget`; did you mean `target`?',
    ],
    [
      'a name before its time',
      ['{ send: { notify: "${x}" } }', CALL],
      'c.yaml:8:27  `x` is used before anything binds it',
    ],
    [
      'a name from the other branch only',
      [
        '{ either: [{ grade: pass, steps: [{ expect: { notify: a }, save: { x: /a } }] }, { grade: pass, steps: [{ expect: { notify: b, params: "${x}" } }] }] }',
      ],
      '`x` is used before anything binds it',
    ],
    [
      'a capture made twice',
      [CALL, '{ call: { request: b }, save: { x: /id } }'],
      'c.yaml:9:41  `x` is captured twice; the first time in c.yaml:8',
    ],
    [
      'a capture twice in one any_order',
      ['{ any_order: [{ expect: { notify: a }, save: { x: /a } }, { expect: { notify: b }, save: { x: /a } }] }'],
      '`x` is captured twice',
    ],
    [
      'a constant as a capture',
      ['{ call: { request: a }, save: { constant: /id } }'],
      '`constant` is a constant of this case already',
    ],
    [
      'a message as a capture',
      ['{ call: { request: a, as: q }, save: { q: /id } }'],
      '`q` is the name of a message or channel of this case already',
    ],
    [
      'a reply to nobody',
      [CALL, '{ expect: { reply: aksed } }'],
      'c.yaml:9:28  no request of this case is named `aksed`; did you mean `asked`?',
    ],
    [
      'a reply to nobody, seen',
      [CALL, '{ assert: { seen: { reply: [asked, other] }, is: 1 } }'],
      'no request of this case is named `other`; there is `asked`',
    ],
    [
      'a channel misspelt',
      ['{ open: { as: again, listen: tcp } }', '{ expect: { notify: a }, on: agian }'],
      'c.yaml:9:38  there is no channel `agian`; did you mean `again`?',
    ],
    [
      'a reference that is none',
      ['{ send: { notify: "${a b}" } }'],
      'c.yaml:8:27  ${a b} is no reference; write a name such as ${sessionId}, or $${ for a literal ${',
    ],
    [
      'a format that is none',
      [CALL, '{ send: { notify: "${x:xml}" } }'],
      '${x:xml} asks for the format xml; there are json and sh',
    ],
  ])('%s', (_, lines, message) => {
    const found = steps(...lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });
});

describe('values', () => {
  const one = (step: string, more = '') =>
    load(
      `  - id: m.a\n    title: t\n    let: { bad: 5x, half: "(", list: [1] }\n${more}    steps:\n      - ${step}\n`,
    ).lines.map((line) => line?.replace(/^c\.yaml:\d+:\d+ {2}/, ''));
  const DURATION = '"5x" is no duration; write a number with its unit, such as 300ms, 2s, 1.5s or 5m';

  test.each<[string, string[]]>([
    ['{ expect: { notify: a }, within: "${bad}" }', [DURATION]],
    ['{ expect: { notify: a }, after: "${bad}" }', [DURATION]],
    ['{ never: { notify: a, for: "${bad}" } }', [DURATION]],
    ['{ advance: "${bad}" }', [DURATION]],
    [
      '{ repeat: { max: 1, every: "${bad}", until: { value: 1, is: 1 }, steps: [{ call: { request: a } }] } }',
      [DURATION],
    ],
    ['{ expect: { notify: a }, within: "${list}" }', ['`within` must be a string, and the constant is none']],
    [
      '{ call: { request: a }, save: { x: "${bad}" } }',
      ['"5x" is no JSON Pointer; it is empty or begins with a slash, and ~ is written ~0, / is ~1'],
    ],
    [
      '{ assert: { value: 1, at: "${bad}", is: 1 } }',
      ['"5x" is no JSON Pointer; it is empty or begins with a slash, and ~ is written ~0, / is ~1'],
    ],
    ['{ call: { request: a }, check: "${bad}" }', ['"5x" is not a requirement id, such as MCP-PING-01']],
    ['{ call: { request: a }, check: "${dir}" }', ['"${dir}" is not a requirement id, such as MCP-PING-01']],
    [
      '{ any_order: [{ call: { request: a } }] }',
      ['only `expect` can stand inside `any_order`: what arrives chooses the step'],
    ],
    [
      '{ either: [{ grade: pass, steps: [{ call: { request: a } }] }, { grade: pass, steps: [{ expect: { notify: b } }] }] }',
      ['a branch of `either` begins with `expect`: what arrives chooses the branch'],
    ],
    [
      '{ either: [{ grade: pass, steps: [] }, { grade: pass, steps: [{ expect: { notify: b } }] }] }',
      ['a branch of `either` begins with `expect`: what arrives chooses the branch'],
    ],
  ])('%s', (step, messages) => {
    expect(one(step)).toEqual(messages);
  });

  test('a regular expression, an operand and a limit', () => {
    expect(one('{ expect: { notify: a, params: { x: { $re: "${half}" } } } }')[0]).toMatch(/^\$re: /);
    expect(one('{ call: { request: a, params: { x: { $re: "(" } } } }')).toEqual([]);
    expect(one('{ expect: { notify: a, params: { x: { $type: "${bad}" } } } }')[0]).toMatch(/^\$type/);
    expect(one('{ call: { request: a } }', '    limit: "${bad}"\n')).toEqual([DURATION]);
  });
});

test('checks are listed with the place of their step, in order', () => {
  const { cases } = load(`  - id: m.a
    title: t
    steps:
      - { call: { request: a }, check: [MCP-A-2, MCP-A-1] }
      - any_order:
          - { expect: { notify: a }, check: MCP-A-3 }
      - { call: { request: b }, check: MCP-A-1 }
`);
  expect(checksOf(cases[0]!.steps).map(({ requirement, at }) => `${requirement}:${at.line}`)).toEqual([
    'MCP-A-2:7',
    'MCP-A-1:7',
    'MCP-A-3:9',
    'MCP-A-1:10',
  ]);
  expect(cases[0]?.requirements).toEqual(['MCP-A-2', 'MCP-A-1', 'MCP-A-3']);
});

describe('references outside the file', () => {
  const place = { file: 'b.yaml', line: 1, col: 1 };
  const behavior: Behavior = {
    name: 'echo-tool',
    protocol: 'mcp',
    roles: ['mcp/server'],
    text: 't',
    with: { tool: true },
    gives: { name: true },
    place,
  };
  const references: References = {
    elsewhere: (id) => id.startsWith('ACP-'),
    requirements: new Set(['MCP-A-1', 'MCP-A-2']),
    behaviors: new Map([['echo-tool', behavior]]),
    versions: new Map([['V1', { errors: { gone: 1 } }]]),
  };
  const one = (step: string, needs = 'echo-tool') =>
    load(`  - id: m.a\n    title: t\n    needs: { behavior: ${needs} }\n    steps:\n      - ${step}\n`, { references })
      .lines;

  test.each<[string, string[]]>([
    [
      '{ call: { request: a, params: ["${behavior.echo-tool.name}", "${version.errors.gone}"] }, check: [MCP-A-1, ACP-X-9], shows: echo-tool }',
      [],
    ],
    ['{ start: { behavior: echo-tool, with: { tool: a } } }', []],
    [
      '{ call: { request: a }, check: [MCP-A-1, MCP-B-1] }',
      ['c.yaml:8:40  unknown requirement `MCP-B-1`; did you mean `MCP-A-1`?'],
    ],
    [
      '{ expect: { notify: a }, shows: echo-tol }',
      ['c.yaml:8:41  unknown behavior `echo-tol`; did you mean `echo-tool`?'],
    ],
    [
      '{ start: { behavior: echo-tool, with: { tol: a } } }',
      ['c.yaml:8:54  unknown value for `echo-tool` `tol`; did you mean `tool`?'],
    ],
    [
      '{ call: { request: "${behavior.echo-tool.nam}" } }',
      ['c.yaml:8:17  unknown value of `echo-tool` `nam`; did you mean `name`?'],
    ],
    [
      '{ call: { request: "${version.errors.gon}" } }',
      ['c.yaml:8:17  unknown version constant `errors.gon`; there is `errors`'],
    ],
  ])('%s', (step, lines) => {
    expect(one(step)).toEqual(lines);
  });

  test('a needed behavior that does not exist', () => {
    expect(one('{ call: { request: a } }', '[echo-tool, other]')).toEqual([
      'c.yaml:6:24  unknown behavior `other`; there is `echo-tool`',
    ]);
  });
});
