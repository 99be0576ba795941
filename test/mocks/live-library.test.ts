import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect } from 'vitest';
import { type StartedMock, startMock } from '../../runner/lib/mock.js';
import { it } from '../testing/program.js';

const tool = (name: string) => ({ name, result: { content: [] } });

async function clientOf(mock: StartedMock): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mock.url!)));
  return client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

describe('a mock of the library', () => {
  it('changes while it runs, and says at its end what nobody used', async ({ sandbox }) => {
    const script = { tools: [tool('a')] };
    const mock = await startMock('mcp/server', { transport: 'http', script });
    const client = await clientOf(mock);
    await client.callTool({ name: 'a' });
    expect(await mock.change({ script: { tools: [tool('a'), tool('b')] } })).toEqual({ fixed: [], later: [] });
    expect(await namesOf(client)).toEqual(['a', 'b']);
    const file = sandbox.file('server.yaml', 'tools:\n  - { name: a, result: { content: [] } }\n  - { name: c }\n');
    expect(await mock.change({ script: file, permissive: ['unknown-members'] })).toEqual({ fixed: [], later: [] });
    expect(await client.callTool({ name: 'a' })).toHaveProperty('x-note');
    await client.close();
    const { exit, unused } = await mock.close();
    expect([exit, unused]).toEqual([0, [`${file}:3:5  tools: c was never called`]]);
  });

  it('rejects a script that is broken, with its place, and goes on as before', async ({ sandbox }) => {
    const mock = await startMock('mcp/server', { transport: 'http', script: { tools: [tool('a')] } });
    const client = await clientOf(mock);
    const file = sandbox.file('broken.yaml', 'tools:\n  - { name: 1 }\n');
    await expect(mock.change({ script: file })).rejects.toThrow(`${file}:2:13  `);
    await expect(mock.change({ script: { tools: [{ name: 1 }] } })).rejects.toThrow('/tools/0/name');
    expect(await namesOf(client)).toEqual(['a']);
    await client.close();
    expect((await mock.close()).unused).toEqual(['/tools/0  tools: a was never called']);
  });

  it('has a switch for each permissive variant on its control channel', async () => {
    const tools = { tools: [tool('a')] };
    const mock = await startMock('mcp/server', { transport: 'http', control: true, script: tools });
    const control = mock.control!;
    const client = await clientOf(mock);
    const isOn = async (wanted: string) =>
      (await control.request('session/list')).permissive.find(({ name }) => name === wanted)?.on;
    const set = (name: string, on: boolean) => control.request('permissive/set', { name, on });
    expect(await isOn('unknown-members')).toBe(false);
    await set('unknown-members', true);
    expect(await client.callTool({ name: 'a' })).toHaveProperty('x-note');
    expect(await isOn('unknown-members')).toBe(true);
    await mock.change({ permissive: false });
    expect(await isOn('unknown-members')).toBe(false);
    await mock.change({ script: { ...tools, permissive: ['sparse'] } });
    expect(await isOn('sparse')).toBe(true);
    await expect(set('sparse', false)).rejects.toThrow('sparse is on in its script');
    await expect(set('odd-ids', true)).rejects.toThrow('odd-ids holds only for a mock that is started with it');
    await expect(set('no-such', true)).rejects.toThrow('there is no permissive variant "no-such"');
    await client.close();
    expect((await mock.close()).exit).toBe(0);
  });

  it('uses entries of its own, whoever else was started with the same script', async () => {
    const script = { tools: [tool('a')] };
    const [first, other] = [
      await startMock('mcp/server', { transport: 'http', script }),
      await startMock('mcp/server', { transport: 'http', script }),
    ];
    const client = await clientOf(first);
    await client.callTool({ name: 'a' });
    await client.close();
    expect([(await first.close()).unused, (await other.close()).unused.length]).toEqual([[], 1]);
  });
});
