import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import type { Case } from '../../src/language/case.js';
import type { Role } from '../../src/language/role.js';
import { emptyCorpus } from '../load/registry.js';
import { killsOf, wireRules } from './kills.js';

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

test('what every row of a table names kills for the table, what some rows name for these rows', () => {
  const corpus = emptyCorpus();
  corpus.cases.push(
    one('mcp.server.a', ['m.alone', 'm.both']),
    one('mcp.server.t.x', ['m.both', 'm.rows'], 'x'),
    one('mcp.server.t.y', ['m.rows', 'm.rows'], 'y'),
    { ...one('mcp.client.z', ['m.alone']), role: 'mcp/client' },
  );
  expect(Object.fromEntries(killsOf(corpus, 'mcp/server'))).toEqual({
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
    { ...rule, id: 'other-version', versions: ['V2'] },
  );
  expect(wireRules(corpus, 'mcp/server', 'V1').map(({ id }) => id)).toEqual(['json', 'own']);
});

test('the wire rules of a role that extends another are those of both', () => {
  const corpus = emptyCorpus();
  const rule = { rule: 'json' as const, title: 'T', place };
  corpus.wire.push(
    { ...rule, protocol: 'low', id: 'json', requirement: 'LOW-A-1' },
    { ...rule, protocol: 'low', id: 'client', requirement: 'LOW-A-1', roles: ['low/client'] },
    { ...rule, protocol: 'top', id: 'json', requirement: 'TOP-A-1', versions: ['1'] },
  );
  corpus.versions.set(
    'top',
    new Map<string, JsonObject>([
      ['1', {}],
      ['2', { extends: { low: '1' } }],
    ]),
  );
  corpus.versions.set('low', new Map([['1', {}]]));
  const role = { extends: [] as string[] } as unknown as Role;
  corpus.roles.set('low/server', role);
  corpus.roles.set('top/server', { ...role, extends: ['low/server'] });
  expect(wireRules(corpus, 'top/server', '1').map(({ id, requirement }) => [id, requirement])).toEqual([
    ['json', 'TOP-A-1'],
    ['low.json', 'LOW-A-1'],
  ]);
});
