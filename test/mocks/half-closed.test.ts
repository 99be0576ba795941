import { describe, expect } from 'vitest';
import { it } from '../testing/program.js';

/** The first request of each protocol, after which the client has nothing more to say. */
const FIRST: Readonly<Record<string, object>> = {
  'acp/agent': { method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } },
  'harn/agent': { method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } },
  'mcp/server': {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  },
  'mcp/harn-server': {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  },
  'trust/server': { method: 'agent.describe', params: {} },
};

describe('a client that closes its pipe before it is answered', () => {
  it.for(Object.entries(FIRST))('%s answers it, and nobody broke a rule', async ([role, request], { sandbox }) => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })}\n`;
    const { exit, stdout, stderr } = await sandbox.feeding(line, ['mock', role, '--judge', '--log=session.ndjson']);
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ id: 1, result: {} });
    expect([exit, stderr]).toEqual([0, expect.not.stringMatching(/[✗!] /)]);
    const judged = await sandbox.run(['validate', role, 'session.ndjson']);
    expect([judged.exit, judged.stdout]).toEqual([0, expect.not.stringContaining('nobody asked')]);
  });
});
