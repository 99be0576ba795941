import { expect, test } from 'vitest';
import { loadKnown } from './known.js';
import { withEntries, withoutEntries } from './known-text.js';

const words = {
  reason: 'baseline of 2026-11-28',
  until: '2027-02-26',
  sentence: (id: string) => (id === 'MCP-A-01' ? `must: ${'Long. '.repeat(40)}` : undefined),
};
const entries = [
  { cases: ['mcp.server.tools#MCP-A-01'], requirement: 'MCP-A-01', state: 'fails' as const },
  { cases: ['mcp.server.a.b', 'mcp.server.a.c'], state: 'flaky' as const },
];

const MINE = `# mine
known:
  # why
  - { case: mcp.server.ping,   reason: answers with null, issue: "#7" } # really
  - case: [mcp.server.a.x#MCP-B-01, mcp.server.a.y#MCP-B-01]
    reason: two of them
`;

const known = async (text: string) => (await loadKnown('known.yaml', 'known.yaml', text)).known;

test('a new list has the entries, each with its sentence above', async () => {
  const text = withEntries(undefined, entries, { ...words, issue: 'https://example.org/7' });
  expect(text.split('\n').slice(0, 3)).toEqual([
    'known:',
    expect.stringMatching(/^ {2}# must: (Long\. ){20,}.*…$/),
    '  - case: mcp.server.tools#MCP-A-01',
  ]);
  const more = { reason: words.reason, issue: 'https://example.org/7', until: words.until };
  expect(await known(text)).toMatchObject([
    { pattern: 'mcp.server.tools', requirement: 'MCP-A-01', state: 'fails', ...more },
    { pattern: 'mcp.server.a.b', state: 'flaky', ...more },
    { pattern: 'mcp.server.a.c', state: 'flaky', ...more },
  ]);
});

test('what a person wrote stays where entries are added', async () => {
  const text = withEntries(MINE, entries, words);
  for (const kept of ['# mine\n', '  # why\n', ' # really\n']) expect(text).toContain(kept);
  expect(await known(text)).toHaveLength(6);
  expect(await known(withEntries('# empty\nknown: []\n', entries, words))).toHaveLength(3);
});

test('entries go, alone and out of a list', async () => {
  const [ping, x, y] = await known(MINE);
  const withoutX = withoutEntries(MINE, [x!]);
  expect(await known(withoutX)).toMatchObject([{ pattern: 'mcp.server.ping' }, { pattern: 'mcp.server.a.y' }]);
  expect(withoutX).toContain('# really');
  expect(await known(withoutEntries(MINE, [x!, y!]))).toMatchObject([{ pattern: 'mcp.server.ping' }]);
  expect(await known(withoutEntries(MINE, [ping!, x!, y!]))).toEqual([]);
});

test('an entry takes the comment above it along, and the last one leaves an empty list', async () => {
  const text = `known:
  # about all of them

  # must: the first
  - { case: mcp.server.a, reason: r }
  # must: the second
  - { case: mcp.server.b, reason: r }
`;
  const [a, b] = await known(text);
  expect(withoutEntries(text, [a!])).toBe(`known:
  # about all of them

  # must: the second
  - { case: mcp.server.b, reason: r }
`);
  expect(withoutEntries(text, [b!])).not.toContain('the second');
  expect(withoutEntries('known:\n  # must: x\n  - { case: mcp.server.a, reason: r }\n', [a!])).toBe('known: []\n');
});

test('an entry by requirement goes too', async () => {
  const text = 'known:\n  - { case: MCP-A-01, reason: r }\n  - { case: "mcp.server.a#MCP-A-01", reason: r }\n';
  const [first] = await known(text);
  expect(await known(withoutEntries(text, [first!]))).toMatchObject([{ pattern: 'mcp.server.a' }]);
});
