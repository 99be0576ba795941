import { expect, it } from 'vitest';
import { patternsFor } from './patterns.js';

const all = [
  'mcp.server.a.one',
  'mcp.server.a.two',
  'mcp.server.b.one',
  'mcp.server.b.two.x',
  'mcp.server.b.two.y',
  'mcp.server.c',
];
const everything = all.map((id) => ({ id, requirements: [] }));

it.for<[string[], string[]]>([
  [['mcp.server.a.one', 'mcp.server.a.two'], ['mcp.server.a']],
  [['mcp.server.a.one'], ['mcp.server.a.one']],
  [
    ['mcp.server.b.two.x', 'mcp.server.b.two.y', 'mcp.server.c'],
    ['mcp.server.b.two', 'mcp.server.c'],
  ],
  [
    ['mcp.server.b.one', 'mcp.server.b.two.y'],
    ['mcp.server.b.one', 'mcp.server.b.two.y'],
  ],
  [all, ['mcp.server.a', 'mcp.server.b', 'mcp.server.c']],
])('%j are selected by %j', ([wanted, patterns]) => {
  expect(patternsFor(new Set(wanted), everything)).toEqual(patterns);
});
