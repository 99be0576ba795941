import { resolve } from 'node:path';
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

  it('reads its files again when they are saved, unless watch is false', async ({ sandbox }) => {
    const script = sandbox.file('server.yaml', 'tools: [{ name: a }]\n');
    const reply = (text: string) =>
      `answers: [{ on: { request: ping }, reply: { result: { _meta: { said: ${text} } } } }]\n`;
    const answers = sandbox.file('answers.yaml', reply('before'));
    const said: string[] = [];
    const files = { transport: 'http', script, answers } as const;
    const mock = await startMock('mcp/server', { ...files, onWarning: (line) => said.push(line) });
    const still = await startMock('mcp/server', { ...files, watch: false });
    const [client, other] = await Promise.all([clientOf(mock), clientOf(still)]);
    sandbox.file('answers.yaml', reply('after'));
    sandbox.file('server.yaml', 'tools: [{ name: a }, { name: b }]\n');
    await expect
      .poll(() => [...said].sort())
      .toEqual(['answers reloaded: 1 answer changed', 'script reloaded: 1 tool added']);
    expect(await client.ping()).toMatchObject({ _meta: { said: 'after' } });
    expect(await namesOf(client)).toEqual(['a', 'b']);
    expect(await other.ping()).toMatchObject({ _meta: { said: 'before' } });
    expect(await namesOf(other)).toEqual(['a']);
    sandbox.file('answers.yaml', 'answers: [');
    await expect.poll(() => said.at(-1)).toMatch(/^the saved answers can't be used, the last good ones go on\n.*:1:/);
    // A script that a program set is no file.
    await mock.change({ script: { tools: [tool('c')] } });
    sandbox.file('server.yaml', 'tools: []\n');
    sandbox.file('answers.yaml', reply('at last'));
    await expect.poll(() => said.at(-1)).toBe('answers reloaded: 1 answer changed');
    expect(await namesOf(client)).toEqual(['c']);
    await Promise.all([client.close(), other.close()]);
    await Promise.all([mock.close(), still.close()]);
  });

  it('keeps no process alive by the files that it watches', async ({ sandbox }) => {
    sandbox.file('server.yaml', 'tools: []\n');
    sandbox.file('answers.yaml', 'answers: [{ on: { request: ping }, reply: { result: {} } }]\n');
    const module = JSON.stringify(resolve(import.meta.dirname, '../../dist/lib/index.js'));
    const program = sandbox.file(
      'program.mjs',
      `import { PassThrough } from 'node:stream';
       import { startMock } from ${module};
       const pipes = { input: new PassThrough(), output: new PassThrough() };
       await startMock('mcp/server', { ...pipes, script: 'server.yaml', answers: 'answers.yaml' });
       console.log('started');`,
    );
    const { exit, stdout, stderr } = await sandbox.launch([process.execPath, program]).done;
    expect([exit, stdout, stderr]).toEqual([0, 'started\n', '']);
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
