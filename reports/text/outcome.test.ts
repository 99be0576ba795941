import { describe, expect, it } from 'vitest';
import { rerunOf } from './outcome.js';

const one = { id: 'mcp.server.ping.reply', transport: 'stdio' } as const;
const leg = { ...one, leg: 'http', transport: 'http', version: '2026-07-28' } as const;

describe('the command that shows a case again', () => {
  it.each([
    [
      'npx proctor run --role mcp/server -- node s.js',
      one,
      `npx proctor run --role mcp/server ${one.id} --trace all -- node s.js`,
    ],
    ['npx proctor run', leg, `npx proctor run ${one.id} --transport http --version 2026-07-28 --trace all`],
    // They run no cases, so nobody can name one.
    ['npx proctor mock mcp/server --judge', one, 'npx proctor mock mcp/server --judge'],
    ['npx proctor proxy --role mcp/server -- node s.js', one, 'npx proctor proxy --role mcp/server -- node s.js'],
    // It takes cases, and no --trace.
    ['npx proctor host --role mcp/client', one, `npx proctor host --role mcp/client ${one.id}`],
  ])('%s', (command, result, again) => {
    expect(rerunOf(command, result)).toBe(again);
  });
});
