import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatProblem } from './files/problems.js';
import { inspectCorpus } from './lint.js';

const folder = mkdtempSync(join(tmpdir(), 'proof-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A small corpus in which everything is proved. */
const WHOLE: { [path: string]: string } = {
  'requirements.yaml': `protocol: mcp
version: V1
requirements:
  - { id: MCP-A-01, level: must, roles: [mcp/server], text: It holds., source: here }
  - { id: MCP-A-02, level: must, roles: [mcp/server], text: It holds., source: here }
  - { id: MCP-A-03, level: should, roles: [mcp/server], text: It holds., source: here }
  - { id: MCP-A-04, level: must, roles: [mcp/server], text: It holds., source: here, excluded: nobody sees it }
  - { id: MCP-A-05, level: must, roles: [mcp/client], text: It holds., source: here }
`,
  'behaviors.yaml': 'behaviors:\n  echo: { roles: [mcp/server], text: It echoes. }\n',
  'versions.yaml': 'versions:\n  V1: { code: 5 }\n',
  'wire.yaml': 'rules:\n  - { id: json, rule: json, title: JSON comes, requirement: MCP-A-02, kills: [mcp.b] }\n',
  'mutants.yaml': `mutants:
  - { id: mcp.a, breaks: MCP-A-01, role: mcp/server, sends: { reply: a }, do: [drop] }
  - { id: mcp.b, breaks: MCP-A-02, role: mcp/server, sends: { reply: a }, do: [{ bytes: x }] }
`,
  'server/role.yaml':
    'role: mcp/server\npeer: mcp/client\nside: server\nwithin: 2s\nlimit: 20s\nalive: null\nprobe: null\nanytime: []\ntransports: [stdio]\n',
  'server/a.yaml': `suite: A
role: mcp/server
cases:
  - id: mcp.server.a
    title: A holds
    needs: { behavior: echo }
    kills: [mcp.a]
    steps:
      - { call: { request: a, result: { code: "\${version.code}" } }, check: MCP-A-01 }
`,
};

async function problems(changes: { [path: string]: [from: string, to: string] }): Promise<string[]> {
  const root = mkdtempSync(join(folder, 'c-'));
  for (const [path, text] of Object.entries(WHOLE)) {
    const [from, to] = changes[path] ?? ['', ''];
    expect(text).toContain(from);
    const file = join(root, 'cases/mcp', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replace(from, to));
  }
  return (await inspectCorpus(root)).problems.map((one) => formatProblem(one).split('\n')[0]!);
}

test('a corpus in which everything is proved', async () => {
  expect(await problems({})).toEqual([]);
});

test.each<[string, { [path: string]: [string, string] }, string[]]>([
  [
    'a case that catches nothing',
    { 'server/a.yaml': ['    kills: [mcp.a]\n', ''] },
    [
      'cases/mcp/mutants.yaml:2:5  no case names the mutant `mcp.a`',
      'cases/mcp/server/a.yaml:4:5  `mcp.server.a` names no mutant that it catches',
    ],
  ],
  [
    'a wire rule that catches nothing',
    { 'wire.yaml': [', kills: [mcp.b]', ''] },
    [
      'cases/mcp/mutants.yaml:3:5  no case names the mutant `mcp.b`',
      'cases/mcp/wire.yaml:2:5  the wire rule `json` names no mutant that it catches',
    ],
  ],
  [
    'a wire rule that names a stranger',
    { 'wire.yaml': ['[mcp.b]', '[mcp.b, mcp.bb]'] },
    ['cases/mcp/wire.yaml:2:5  `json` kills the unknown mutant `mcp.bb`; did you mean `mcp.b`?'],
  ],
  [
    'a must without case and mutant',
    { 'requirements.yaml': ['level: should', 'level: must'] },
    [
      'cases/mcp/requirements.yaml:6:5  no case checks the must `MCP-A-03`; write one, or say why it is `excluded`',
      'cases/mcp/requirements.yaml:6:5  no mutant breaks the must `MCP-A-03`',
    ],
  ],
  [
    'a must of a version that the corpus does not have',
    {
      'requirements.yaml': [
        'version: V1\nrequirements:\n',
        'version: V2\nrequirements:\n  - { id: MCP-A-06, level: must, roles: [mcp/server], text: It holds., source: here }\n',
      ],
    },
    [],
  ],
  [
    'a mutant that can not be tried',
    { 'mutants.yaml': ['do: [drop]', 'do: [{ set: { /id: "${nobody}" } }]'] },
    ['cases/mcp/mutants.yaml:2:5  ${nobody} is not known here; there are ${message} and ${text}'],
  ],
  [
    'a mutant of a role that is not there',
    { 'mutants.yaml': ['MCP-A-01, role: mcp/server', 'MCP-A-01, role: mcp/sever'] },
    [
      'cases/mcp/mutants.yaml:2:5  unknown role `mcp/sever`; did you mean `mcp/server`?',
      'cases/mcp/server/a.yaml:4:5  `mcp.server.a` names `mcp.a`, which is one of mcp/sever',
    ],
  ],
  [
    'a row that names a mutant of another version, which the other rows do not name',
    {
      'versions.yaml': ['versions:\n  V1', 'default: V1\nversions:\n  V2: { code: 5 }\n  V1'],
      'server/a.yaml': [
        'kills: [mcp.a]\n',
        'each: { one: { needs: { version: V2 }, kills: mcp.a }, two: { kills: mcp.b } }\n',
      ],
    },
    ['cases/mcp/server/a.yaml:7:13  `mcp.server.a.one` names `mcp.a`, which is one of V1; it is for V2'],
  ],
  [
    'nothing wrong with a table that names a mutant of one version, if a row is for that version',
    {
      'versions.yaml': ['versions:\n  V1', 'default: V1\nversions:\n  V2: { code: 5 }\n  V1'],
      'server/a.yaml': ['kills: [mcp.a]\n', 'kills: [mcp.a]\n    each: { one: {}, two: { needs: { version: V2 } } }\n'],
    },
    [],
  ],
  [
    'a behavior that nobody asks for',
    { 'server/a.yaml': ['    needs: { behavior: echo }\n', ''] },
    ['cases/mcp/behaviors.yaml:2:3  no case asks for the behavior `echo`'],
  ],
  [
    'a reference that can not be read',
    { 'server/a.yaml': ['"${version.code}"', '["${version.code}", "${version.${x}}"]'] },
    [
      'cases/mcp/server/a.yaml:9:67  ${version.${x} is not a reference; write a name such as ${sessionId}, or $${ for a literal ${',
    ],
  ],
  [
    'a version constant that nobody reads',
    { 'versions.yaml': ['code: 5', 'code: 5, spare: { deep: 1 }'] },
    ['cases/mcp/versions.yaml:1:1  no case reads the version constant `spare.deep`'],
  ],
])('the lint finds %s', async (_, changes, expected) => {
  expect(await problems(changes)).toEqual(expected);
});
