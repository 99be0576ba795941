import { describe, expect } from 'vitest';
import { it } from '../testing/warm.js';

/** What is refused because it would do nothing, or could not be done, each with what stderr says of it. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['mock mcp/server --host 0.0.0.0', '--host is for --inspect'],
  ['proxy --role mcp/server --host 0.0.0.0 -- cat', '--host is for --inspect'],
  ['run --role mcp/server --host 0.0.0.0 -- cat', '--host is for --inspect'],
  ['mock mcp/server --step', '--step is for --inspect'],
  ['mock mcp/server --reporter pretty', '--reporter is for --judge'],
  ['mock acp/client --reporter pretty -- cat', '--reporter is for --judge'],
  ['mock mcp/server --port 8080', '--port is for a mock that listens'],
  ['mock acp/agent --url http://127.0.0.1:1/', '--url is for a client: acp/agent listens itself'],
  ['mock mcp/server -- node client.js', 'mcp/server starts no program'],
  ['mock a2a/server --transport http --silence 3s', '--silence is for a mock that starts a program'],
  ['mock mcp/server --transport http --port 99999', 'expected a port from 0 to 65535'],
  ['mock mcp/server --inspect 99999', 'expected a port from 0 to 65535'],
  ['proxy --role mcp/server --url http://127.0.0.1:1/ --port 99999', 'expected a port from 0 to 65535'],
  ['proxy --role mcp/server --inspect=abc -- cat', 'expected a port from 0 to 65535'],
  ['run --role mcp/server --inspect 70000 -- cat', 'expected a port from 0 to 65535'],
  ['host --role mcp/client --port 99999', 'expected a port from 0 to 65535'],
  ['host --role mcp/client --page 99999', 'expected a port from 0 to 65535'],
  ['inspect --port 99999', 'expected a port from 0 to 65535'],
];

describe('an option that would do nothing', () => {
  it.for(REFUSED)('%s', async ([line, words], { sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(line.split(' '));
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });
});

describe('a file that does not exist', () => {
  it.for([
    'log gone',
    'inspect gone',
    'validate mcp/server gone',
    'record to-case gone --id a.b.c',
    'record to-html gone',
    'record to-har gone',
    'mock mcp/server --replay gone',
    'mock mcp/server --script gone',
    'mock mcp/server --answers gone',
    'mock mcp/server --fault gone',
    'proxy --role mcp/server --fault gone -- cat',
    'proxy wrap gone',
    'run --target gone',
    'host --role mcp/client --known gone',
  ])('%s', async (line, { sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(line.split(' '));
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringMatching(/gone:? +does not exist\n/)]);
    expect(stderr).not.toContain('ENOENT');
  });
});
