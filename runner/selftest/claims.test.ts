import { expect, test } from 'vitest';
import type { Case } from '../../src/language/case.js';
import { emptyCorpus } from '../load/registry.js';
import { claimsOf, wireRules } from './claims.js';

const place = { file: 'c.yaml', line: 1, col: 1 };
const one = (id: string, kills: string[], row?: string): Case => ({
  id,
  title: id,
  suite: 'S',
  role: 'mcp/server',
  place,
  needs: { capability: [], without: [], behavior: [], transport: [], version: [] },
  peer: {},
  kills,
  ...(row === undefined ? {} : { row }),
  steps: [],
  requirements: [],
});

test('what every row of a table names is the claim of the table, what some rows name is theirs', () => {
  const corpus = emptyCorpus();
  corpus.cases.push(
    one('mcp.server.a', ['m.alone', 'm.both']),
    one('mcp.server.t.x', ['m.both', 'm.rows'], 'x'),
    one('mcp.server.t.y', ['m.rows', 'm.rows'], 'y'),
    { ...one('mcp.client.z', ['m.alone']), role: 'mcp/client' },
  );
  expect(Object.fromEntries(claimsOf(corpus, 'mcp/server'))).toEqual({
    'm.alone': [{ id: 'mcp.server.a', cases: ['mcp.server.a'] }],
    'm.both': [
      { id: 'mcp.server.a', cases: ['mcp.server.a'] },
      { id: 'mcp.server.t.x', cases: ['mcp.server.t.x'] },
    ],
    'm.rows': [{ id: 'mcp.server.t', cases: ['mcp.server.t.x', 'mcp.server.t.y'] }],
  });
});

test('the wire rules of a role are those of its protocol that do not leave it out', () => {
  const corpus = emptyCorpus();
  const rule = { protocol: 'mcp', rule: 'json' as const, requirement: 'MCP-A-1', title: 'T', place };
  corpus.wire.push(
    { ...rule, id: 'json' },
    { ...rule, id: 'own', roles: ['mcp/server', 'mcp/client'] },
    { ...rule, id: 'other-role', roles: ['mcp/client'] },
    { ...rule, id: 'other-protocol', protocol: 'acp' },
  );
  expect(wireRules(corpus, 'mcp/server').map(({ id }) => id)).toEqual(['json', 'own']);
});
