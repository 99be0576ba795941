import { expect, test } from 'vitest';
import { lowered } from './headers.js';

test('headers are read in any case of their names, and without the blanks around their values', () => {
  expect(lowered({ 'MCP-SESSION-ID': ' b\t', Accept: 'a, b' })).toEqual({ 'mcp-session-id': 'b', accept: 'a, b' });
});
