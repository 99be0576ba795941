import { expect, test } from 'vitest';
import type { KnownEntry } from '../types.js';
import { counts, strictWith } from './strict.js';

const entry = (pattern: string, requirement?: string): KnownEntry => ({
  pattern,
  ...(requirement === undefined ? {} : { requirement }),
  reason: 'because',
  state: 'fails',
  place: { file: 'known.yaml', line: 1, col: 1 },
});
const should = (requirement: string) => ({ level: 'should' as const, requirement });
const A = 'mcp.server.tools.list';

test('a must counts whatever the run is', () => {
  expect(counts({ level: 'must', requirement: 'MCP-A-01' }, A, false)).toBe(true);
  expect(counts(should('MCP-A-01'), A, false)).toBe(false);
  expect(counts(should('MCP-A-01'), A, true)).toBe(true);
});

test.each<[string, string[], string, string, boolean]>([
  ['a requirement', ['MCP-A-01'], 'MCP-A-01', A, true],
  ['another requirement of the case', ['MCP-A-01'], 'MCP-A-02', A, false],
  ['an area of requirements', ['MCP-A'], 'MCP-A-02', A, true],
  ['an area of cases', ['mcp.server.tools'], 'MCP-B-01', A, true],
  ['another area of cases', ['mcp.server.prompts'], 'MCP-B-01', A, false],
  ['a requirement in an area', ['mcp.server.tools#MCP-A-01'], 'MCP-A-01', A, true],
  ['the same elsewhere', ['mcp.server.prompts#MCP-A-01'], 'MCP-A-01', A, false],
])('a target file is strict about %s', (_, listed, requirement, id, wanted) => {
  const strict = strictWith({ strict: false, known: [] }, listed);
  expect(counts(should(requirement), id, strict)).toBe(wanted);
});

test('without new warnings those count that no known failure is about', () => {
  const known = [entry('mcp.server.tools', 'MCP-A-01'), entry('*', 'MCP-C-01'), entry('mcp.server.ping')];
  const strict = strictWith({ strict: false, noNewWarnings: true, known });
  const isNew = (requirement: string, id = A) => counts(should(requirement), id, strict);
  expect(isNew('MCP-A-01')).toBe(false);
  expect(isNew('MCP-C-01')).toBe(false);
  expect(isNew('MCP-B-01', 'mcp.server.ping')).toBe(false);
  expect(isNew('MCP-B-01')).toBe(true);
  expect(isNew('MCP-A-01', 'mcp.server.prompts.list')).toBe(true);
});

test('all or nothing where nothing is asked for, and where everything is', () => {
  expect(strictWith({ strict: false, known: [] })).toBe(false);
  expect(strictWith({ strict: true, known: [] })).toBe(true);
  expect(strictWith({ strict: false, known: [] }, true)).toBe(true);
});
