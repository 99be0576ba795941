import { describe, expect, test } from 'vitest';
import { formatProblem } from '../files/problems.js';
import { format, fragmentsFrom, load, outline } from '../testing.js';
import { checksOf, loadCaseFile } from './cases.js';

test('the language as a whole: every construct in its hardest use loads', () => {
  const role = `fragments:
  session: [{ call: { request: session/new }, save: { sessionId: /result/sessionId } }]
  idle-daemon: []
  hub-owner: [{ open: { as: "\${name}", ws: "\${target.url}" } }, { call: { request: session/new }, on: "\${name}", save: { sessionId: /result/sessionId } }]
  initialized: []
  green-project: []
`;
  const path = new URL('../fixtures/hard-cases.yaml', import.meta.url).pathname;
  const { cases, problems } = loadCaseFile(path, 'hard-cases.yaml', { format, fragments: fragmentsFrom(role) });
  expect(problems.map(formatProblem)).toEqual([]);
  expect(cases.map(({ id }) => id)).toEqual([
    ...['allow', 'rewrite', 'deny'].map((row) => `bridge.host.permission.${row}`),
    'bridge.runtime.daemon.backoff',
    ...['at-once', 'early', 'permission', 'between-tools', 'twice'].map((row) => `acp.agent.cancel.${row}`),
    'acp.agent.cancel-after-end',
    'acp.client.files-and-terminals',
    'hub.server.roles-race-restart',
    'mcp.server.http-resume.own-messages',
    'mcp.server.http-security.origin',
    'mcp.client.input.required',
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
    needs: { capability: /tools, without: "/\${name}", behavior: "\${behavior-name}", version: V1 }
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
      needs: {
        capability: ['/tools', '/tools/x'],
        without: ['/plain'],
        behavior: ['echo'],
        transport: ['http'],
        version: ['V2'],
      },
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
      needs: { capability: ['/tools'], without: ['/other'], behavior: ['echo'], transport: [], version: ['V1'] },
      kills: ['mcp.two', 'mcp.extra'],
      requirements: ['MCP-A-1', 'MCP-A-2'],
    });
    expect(two?.steps[0]?.body).toMatchObject({ request: 'other-two' });
  });

  test('a pointer that is none is a problem of its place', () => {
    const { lines } = load(
      '  - { id: m.a, title: t, needs: { without: tasks }, steps: [{ call: { request: a }, check: MCP-A-1 }] }\n',
    );
    expect(lines).toEqual([expect.stringMatching(/^c\.yaml:4:44 {2}.*tasks/)]);
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

describe('the head of a file', () => {
  const check = '{ assert: { value: 1, is: 1 }, check: MCP-A-1 }';
  const two = (more: string) =>
    `  - { id: m.a, title: t, steps: [{ expect: { notify: a } }, { expect: { notify: b }, within: 9s }, ${check}] }\n  - { id: m.b, title: t, ${more}, steps: [{ expect: { notify: a } }, ${check}] }\n`;
  const head = (lines: string) => `suite: S\nrole: mcp/server\n${lines}\n`;

  test('needs, peer and within hold for all cases, and the cases add their own', () => {
    const own = 'needs: { capability: /b, behavior: own }, peer: { x: 2, z: 3 }, within: 7s';
    const { cases, lines } = load(two(own), {
      head: head('needs: { capability: [/a], behavior: every }\npeer: { x: 1, y: 1 }\nwithin: 5s'),
    });
    expect(lines).toEqual([]);
    const [first, second] = cases;
    expect([first!.needs.capability, first!.needs.behavior]).toEqual([['/a'], ['every']]);
    expect([second!.needs.capability, second!.needs.behavior]).toEqual([
      ['/a', '/b'],
      ['every', 'own'],
    ]);
    expect([first!.peer, second!.peer]).toEqual([
      { x: 1, y: 1 },
      { x: 2, y: 1, z: 3 },
    ]);
    expect(first!.steps.map(({ within }) => within)).toEqual(['5s', '9s', undefined]);
    expect(second!.steps.map(({ within }) => within)).toEqual(['7s', undefined]);
  });

  test('versions and transports of a case replace those of its file', () => {
    const { cases, lines } = load(two('needs: { version: V2, transport: http }'), {
      head: head('needs: { version: [V1], transport: stdio, behavior: every }'),
    });
    expect(lines).toEqual([]);
    expect(cases.map(({ needs }) => [needs.version, needs.transport, needs.behavior])).toEqual([
      [['V1'], ['stdio'], ['every']],
      [['V2'], ['http'], ['every']],
    ]);
  });

  test('a mistake in it is one problem, at its place', () => {
    const { lines } = load(two('limit: 9s'), { head: head('needs: { capability: "no pointer" }') });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^c\.yaml:3:\d+ /);
  });
});

test('one name stands alone where a list may stand, and `save` takes the whole message', () => {
  const written = (kills: string, check: string, save: string) =>
    load(
      `  - { id: m.a, title: t, kills: ${kills}, steps: [{ call: { request: a }, save: ${save}, check: ${check} }] }\n`,
    );
  const [short, long] = [written('m.x', 'MCP-A-1', 'answer'), written('[m.x]', '[MCP-A-1]', '{ answer: "" }')];
  expect(short.lines).toEqual([]);
  const seen = ({ cases: [one] }: typeof short) => [one!.kills, one!.steps[0]!.check, one!.steps[0]!.save];
  expect(seen(short)).toEqual([['m.x'], ['MCP-A-1'], { answer: '' }]);
  expect(seen(long)).toEqual(seen(short));
});
