import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatProblem } from './files/problems.js';
import { loadKnown } from './known.js';

const folder = mkdtempSync(join(tmpdir(), 'known-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function load(text: string) {
  const path = join(folder, 'known.yaml');
  writeFileSync(path, text);
  const { known, problems } = await loadKnown(path, 'known.yaml');
  return { known, lines: problems.map((one) => formatProblem(one).split('\n')[0]) };
}

test('entries, with and without a requirement', async () => {
  const { known, lines } = await load(`known:
  - { case: mcp.server.ping, reason: answers with null, issue: "#7", state: flaky }
  - { case: "mcp.server.http.*#MCP-HTTP-28", reason: any Origin is served, issue: "#8", until: 2027-02-28 }
`);
  expect(lines).toEqual([]);
  expect(known).toEqual([
    {
      pattern: 'mcp.server.ping',
      reason: 'answers with null',
      issue: '#7',
      state: 'flaky',
      place: { file: 'known.yaml', line: 2, col: 5 },
    },
    {
      pattern: 'mcp.server.http.*',
      requirement: 'MCP-HTTP-28',
      reason: 'any Origin is served',
      issue: '#8',
      until: '2027-02-28',
      state: 'fails',
      place: { file: 'known.yaml', line: 3, col: 5 },
    },
  ]);
});

test.each<[string, string[]]>([
  ['known: []', []],
  ['known:\n  - { case: a.b, issue: "#1" }', ['known.yaml:2:5  `reason` is missing']],
  ['known:\n  - { case: a.b, reason: r, isue: "#1" }', ['known.yaml:2:29  unknown key `isue`; did you mean `issue`?']],
  [
    'known:\n  - { case: a.b, reason: r, issue: i, until: 2027-02-31 }',
    ['known.yaml:2:46  2027-02-31 is not a day of the calendar'],
  ],
  [
    'known:\n  - { case: a.b, reason: r, issue: i }\n  - { case: a.b, reason: s, issue: j, state: flaky }',
    ['known.yaml:3:13  `a.b` is here twice; the first one is in line 2'],
  ],
  [
    'known:\n  - { case: a.b, reason: r, issue: i, state: fail }',
    ['known.yaml:2:46  expected one of "fails", "flaky", got "fail"; did you mean `fails`?'],
  ],
  ['known: [', ['known.yaml:1:9  flow sequence in block collection must be sufficiently indented and end with a ]']],
])('the mistakes of a file are named: %j', async (text, expected) => {
  expect((await load(text)).lines).toEqual(expected);
});

test('a file that is not there', async () => {
  const { known, problems } = await loadKnown(join(folder, 'none.yaml'), 'none.yaml');
  expect(known).toEqual([]);
  expect(problems.map(formatProblem)).toEqual(['none.yaml  does not exist']);
});

test('an entry may name a requirement alone, for all cases that check it', async () => {
  const { known, lines } = await load(`known:
  - { case: MCP-HTTP-28, reason: any Origin is served, issue: "#8" }
`);
  expect(lines).toEqual([]);
  expect(known).toMatchObject([{ pattern: '*', requirement: 'MCP-HTTP-28' }]);
});
