import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { it, PROCTOR, type Running, type Sandbox } from '../testing/program.js';
import { ended, expectSound, proxied, tee } from './over-http.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const node = process.execPath;

/** Starts server-everything over HTTP; resolves once it takes connections. */
async function everything(sandbox: Sandbox): Promise<{ server: Running; at: string }> {
  const port = await freePort();
  const server = sandbox.launch([node, EVERYTHING, 'streamableHttp'], { PORT: String(port) });
  const url = `http://127.0.0.1:${port}/mcp`;
  await expect
    .poll(() =>
      fetch(url, { method: 'OPTIONS' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return { server, at: url };
}

describe('proctor proxy over HTTP', () => {
  it('carries a session of the SDK with server-everything byte for byte, records it and judges both', async ({
    sandbox,
  }) => {
    const { server, at } = await everything(sandbox);
    const inner = await tee(at);
    const options = ['--role', 'mcp/server', '--url', inner.url, '--record', 'session.ndjson', '--fail-on', 'must'];
    const { running, url } = await proxied(sandbox, options);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const outer = await tee(url);
    const transport = new StreamableHTTPClientTransport(new URL(outer.url));
    const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { sampling: {} } });
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: 'none',
      role: 'assistant' as const,
      content: { type: 'text' as const, text: 'größer 😀' },
    }));
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    const message = 'x'.repeat(200_000);
    const echoed = await client.callTool({ name: 'echo', arguments: { message } });
    expect(echoed.content).toEqual([{ type: 'text', text: `Echo: ${message}` }]);
    // A request of the server, on the stream of a call.
    const sampled = await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'hi' } });
    expect(JSON.stringify(sampled)).toContain('größer 😀');
    const progress: number[] = [];
    const params = { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } };
    await client.callTool(params, undefined, { onprogress: (one) => progress.push(one.progress) });
    expect(progress.length).toBeGreaterThan(2);
    await transport.terminateSession();
    await client.close();
    running.signal('SIGTERM');
    const { exit, stderr } = await running.done;
    expect([exit, stderr]).toEqual([0, '']);
    const bodies = outer.bytes();
    expect(inner.bytes()).toEqual(bodies);
    expect(bodies.length).toBeGreaterThan(8);
    expect(bodies.flat().join('').length).toBeGreaterThan(400_000);
    await outer.close();
    await inner.close();
    const judged = await sandbox.run(['validate', 'mcp/server', 'session.ndjson']);
    expect([judged.exit, judged.stdout]).toEqual([0, expect.stringContaining('observed of mcp/server: ')]);
    const { stdout } = await sandbox.run(['log', 'session.ndjson']);
    for (const words of [
      '→  initialize',
      'sampling/createMessage #0',
      'notifications/progress  4 4 of 4',
      'DELETE /mcp',
    ])
      expect(stdout).toContain(words);
    await ended(server);
  });

  it.for([
    ['mcp/server', 'http'],
    ['hub/server', 'ws'],
  ] as const)(
    'lets the mocks of %s and its client talk over %s without a finding',
    async ([role, transport], { sandbox }) => {
      const server = sandbox.launch([node, PROCTOR, 'mock', role, '--transport', transport]);
      const at = (await server.firstLine()).replace('listening on ', '');
      const args = ['--role', role, '--url', at, '--fail-on', 'any', '--record', 'r'];
      const { running, url } = await proxied(sandbox, args);
      const client = role.replace('server', 'client');
      const ran = await sandbox.run(['mock', client, '--transport', transport, '--url', url]);
      expect([ran.exit, ran.stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
      await expectSound(sandbox, running, role);
      await ended(server);
    },
  );

  it('judges A2A over JSON-RPC', async ({ sandbox }) => {
    const server = sandbox.launch([node, PROCTOR, 'mock', 'a2a/server', '--transport', 'http']);
    const at = (await server.firstLine()).replace('listening on ', '');
    const args = ['--role', 'a2a/server', '--url', at, '--fail-on', 'must', '--record', 'r'];
    const { running, url } = await proxied(sandbox, args);
    const card = await fetch(new URL('/.well-known/agent-card.json', url));
    expect(await card.json()).toMatchObject({ protocolVersion: expect.any(String) });
    const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await answer.json()).toMatchObject({ id: 1, result: expect.anything() });
    await expectSound(sandbox, running, 'a2a/server');
    expect((await sandbox.run(['log', 'r'])).stdout).toMatch(/message\/send #1/);
    await ended(server);
  });

  it('breaks what a file of faults says', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ sends: { reply: tools/list }, do: [{ set: { /result/tools: 7 } }] }]\n');
    const server = sandbox.launch([node, PROCTOR, 'mock', 'mcp/server', '--transport', 'http']);
    const at = (await server.firstLine()).replace('listening on ', '');
    const { running, url } = await proxied(sandbox, ['--role', 'mcp/server', '--url', at, '--fault', 'faults.yaml']);
    const client = new Client({ name: 'sdk', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await expect(client.listTools()).rejects.toThrow('tools');
    await client.ping();
    await client.close();
    running.signal('SIGTERM');
    expect((await running.done).exit).toBe(0);
    await ended(server);
  });
});
