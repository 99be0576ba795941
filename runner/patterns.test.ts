import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePattern, unmatched, unmatchedProblem } from './patterns.js';

const subjects = [
  { id: 'mcp.server.tools.list', requirements: ['MCP-TOOL-01'] },
  { id: 'mcp.server.tools.list.empty', requirements: ['MCP-TOOL-01', 'MCP-PAGE-02'] },
  { id: 'mcp.server.tools-extra', requirements: ['MCP-TOOL-10'] },
  { id: 'mcp.server.ping', requirements: ['MCP-PING-01'] },
  { id: 'mcp.client.ping', requirements: ['MCP-PING-01'] },
  { id: 'mcp.server.wire.schema', requirements: ['MCP-BASE-16'] },
  { id: 'bridge.host.ping', requirements: ['BRIDGE-RPC-01', 'MCP-TOOL-01-X'] },
];

const short = (id: string) => id.replace('mcp.server.', '~');

test.each<[string, string[]]>([
  ['mcp.server.tools.list', ['~tools.list', '~tools.list.empty']],
  ['mcp.server.tools', ['~tools.list', '~tools.list.empty']],
  ['mcp.server.tools.list.empty', ['~tools.list.empty']],
  ['bridge', ['bridge.host.ping']],
  ['mcp/server', ['~tools.list', '~tools.list.empty', '~tools-extra', '~ping', '~wire.schema']],
  ['mcp/server/', ['~tools.list', '~tools.list.empty', '~tools-extra', '~ping', '~wire.schema']],
  ['*.ping', ['~ping', 'mcp.client.ping', 'bridge.host.ping']],
  ['mcp.*.ping', ['~ping', 'mcp.client.ping']],
  ['mcp.server.tool*', ['~tools.list', '~tools.list.empty', '~tools-extra']],
  ['mcp.*.list', ['~tools.list', '~tools.list.empty']],
  ['*', subjects.map(({ id }) => short(id))],
  ['MCP-TOOL-01', ['~tools.list', '~tools.list.empty', 'bridge.host.ping']],
  ['MCP-TOOL', ['~tools.list', '~tools.list.empty', '~tools-extra', 'bridge.host.ping']],
  ['MCP-*-01', ['~tools.list', '~tools.list.empty', '~ping', 'mcp.client.ping', 'bridge.host.ping']],
  ['mcp#MCP-PING-01', ['~ping', 'mcp.client.ping']],
  ['mcp.server.*#MCP-TOOL', ['~tools.list', '~tools.list.empty', '~tools-extra']],
  ['mcp.server.tool', []],
  ['mcp.server.tools.list.e', []],
  ['ping', []],
  ['mcp.server.pin.', []],
  ['', []],
  ['MCP-TOO', []],
  ['mcp.server.ping#MCP-TOOL-01', []],
  ['mcp(', []],
])('%s selects', (pattern, ids) => {
  expect(subjects.filter(parsePattern(pattern).matches).map(({ id }) => short(id))).toEqual(ids);
});

test('the id of a case always selects it, and a text without star only what begins with it', () => {
  const segment = fc.stringMatching(/^[a-z0-9-]{1,6}$/);
  const id = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(parsePattern(one).matches({ id: one, requirements: [] })).toBe(true);
      expect(parsePattern(one).matches({ id: other, requirements: [] })).toBe(
        other === one || other.startsWith(`${one}.`),
      );
    }),
  );
});

test('patterns that select nothing are named', () => {
  expect(unmatched(['mcp', 'acp', 'MCP-PING-01', 'MCP-PING-02'], subjects)).toEqual(['acp', 'MCP-PING-02']);
});

test.each([
  ['mcp.server.pnig', 'did you mean `mcp.server.ping`?'],
  ['mpc', 'did you mean `mcp`?'],
  ['mcp/sever', 'did you mean `mcp.server`?'],
  ['mcp.server.tools.lst', 'did you mean `mcp.server.tools.list`?'],
  ['MCP-PING-1', 'did you mean `MCP-PING-01`?'],
  ['something.else.entirely', '`proctor list cases` shows all'],
])('a pattern that selects nothing gets advice: %s: %s', (pattern, suggestion) => {
  expect(unmatchedProblem(pattern, subjects)).toEqual({
    message: `the pattern \`${pattern}\` matches no case`,
    suggestion,
  });
});

test.each([`${'*a'.repeat(25)}x`, '*'.repeat(10_000), `mcp#${'*A'.repeat(25)}X`, `A${'*-'.repeat(1_000)}`])(
  'a pattern of many stars costs no more than its length: %#',
  (text) => {
    const long = { id: `mcp.${'a'.repeat(10_000)}`, requirements: [`A${'-A'.repeat(5_000)}`] };
    expect(parsePattern(text).matches(long)).toBe(/^[*]+$/.test(text));
  },
);
