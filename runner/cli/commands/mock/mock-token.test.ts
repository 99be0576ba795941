import { expect, it } from 'vitest';
import { tokenOf } from './mock-token.js';

it('takes a token that fits a URL, or makes a random one', async () => {
  expect(await tokenOf('my.tok_en-1~', 'hub/server', 'ws')).toBe('my.tok_en-1~');
  const random = await tokenOf(true, 'acp/agent', 'ws');
  expect(random).toMatch(/^[0-9a-f]{32}$/);
  expect(await tokenOf(true, 'acp/agent', 'ws')).not.toBe(random);
});

it.each(['', '.', '..', 'a/b', 'a?b', 'a#b', 'a b', 'ü', 'a%2f', '\n'])('refuses %j as a token', async (token) => {
  await expect(tokenOf(token, 'mcp/server', 'http')).rejects.toThrow('a token is part of a URL');
});

it.each([
  ['mcp/server', 'stdio'],
  ['mcp/client', 'http'],
  ['hub/client', 'ws'],
] as const)('refuses a token for %s over %s, which does not listen', async (role, transport) => {
  await expect(tokenOf(true, role, transport)).rejects.toThrow(`${role} over ${transport} does not`);
});
