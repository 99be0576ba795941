import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect } from 'vitest';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const node = process.execPath;

interface Seen {
  answers: unknown[];
  asked: unknown[];
}

/** A session of the SDK's client. Returns everything that the server said. */
async function session(transport: Transport, more?: (client: Client) => Promise<unknown>): Promise<Seen> {
  const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { elicitation: {} } });
  const seen: Seen = { answers: [], asked: [] };
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    seen.asked.push(params);
    return { action: 'accept', content: { name: 'Ada', check: true } };
  });
  client.setNotificationHandler(LoggingMessageNotificationSchema, () => undefined);
  await client.connect(transport);
  seen.answers.push(client.getServerVersion(), client.getServerCapabilities());
  const { tools } = await client.listTools();
  seen.answers.push(tools);
  seen.answers.push(await client.callTool({ name: 'echo', arguments: { message: 'größer ${x}' } }));
  seen.answers.push(await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } }));
  seen.answers.push(
    await client.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
      undefined,
      {
        onprogress: () => undefined,
      },
    ),
  );
  seen.answers.push(await client.callTool({ name: 'trigger-elicitation-request', arguments: {} }));
  seen.answers.push(await client.readResource({ uri: 'demo://resource/dynamic/text/7' }));
  seen.answers.push(await more?.(client));
  await client.close();
  return seen;
}

const over = (sandbox: Sandbox, args: string[]) =>
  new StdioClientTransport({ command: node, args: [PROCTOR, ...args], cwd: sandbox.folder, stderr: 'pipe' });

/** What the server said in a recording, without ids: what kind of message, of which method. */
const saidIn = (sandbox: Sandbox, file: string): string[] =>
  sandbox
    .read(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ record }) => record?.message && record.from === (file === 'session.ndjson' ? 'target' : 'kit'))
    .map(
      ({ record: { message, method } }) => `${'id' in message ? 'id ' : ''}${message.method ?? `reply to ${method}`}`,
    );

/** Records a session with a server that nobody here wrote. */
async function recorded(sandbox: Sandbox): Promise<Seen> {
  const args = ['proxy', '--role', 'mcp/server', '--record', 'session.ndjson', '--', node, EVERYTHING, 'stdio'];
  return session(over(sandbox, args));
}

describe('mock mcp/server --replay', () => {
  it('answers the SDK over stdio and HTTP as the server did', { timeout: 60_000 }, async ({ sandbox }) => {
    const real = await recorded(sandbox);
    expect(real.asked).toHaveLength(1);
    const replay = ['mock', 'mcp/server', '--replay', 'session.ndjson'];
    expect(await session(over(sandbox, [...replay, '--log=again.ndjson']))).toEqual(real);
    const said = saidIn(sandbox, 'session.ndjson');
    expect(said.filter((what) => what === 'notifications/progress')).toHaveLength(2);
    expect(saidIn(sandbox, 'again.ndjson')).toEqual(said);
    const mock = sandbox.start([...replay, '--transport', 'http', '--judge']);
    const url = (await mock.firstLine()).replace('listening on ', '');
    expect(await session(new StreamableHTTPClientTransport(new URL(url)))).toEqual(real);
    // A second session begins anew.
    expect(await session(new StreamableHTTPClientTransport(new URL(url)))).toEqual(real);
    mock.signal('SIGTERM');
    const { exit, stderr } = await mock.done;
    expect([exit, stderr]).toEqual([0, expect.not.stringContaining('matched nothing')]);
  });

  it('refuses what the recording does not have, and says so at the end', { timeout: 60_000 }, async ({ sandbox }) => {
    await recorded(sandbox);
    const args = [PROCTOR, 'mock', 'mcp/server', '--replay', 'session.ndjson'];
    const transport = new StdioClientTransport({ command: node, args, cwd: sandbox.folder, stderr: 'pipe' });
    let stderr = '';
    transport.stderr!.on('data', (chunk: Buffer) => {
      stderr += String(chunk);
    });
    const client = new Client({ name: 'another', version: '2' });
    await client.connect(transport);
    await expect(client.listPrompts()).rejects.toThrow('No answer to prompts/list in session.ndjson');
    const wrong = client.callTool({ name: 'echo', arguments: { message: 'other' } });
    await expect(wrong).rejects.toThrow('-32601');
    expect(await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } })).toMatchObject({
      content: [{ text: 'The sum of 2 and 3 is 5.' }],
    });
    await client.close();
    await expect.poll(() => stderr).toContain('matched nothing');
    expect(stderr).toContain('session.ndjson: 2 of 7 recorded answers used\n  nobody asked for\n');
    expect(stderr).toMatch(/ {4}session\.ndjson:\d+ {2,3}tools\/call #\d+ {2}echo/);
    expect(stderr).toMatch(/1 × {2}prompts\/list {2}the recording has no answer to this method\n/);
    expect(stderr).toMatch(
      /tools\/call {4}params\/arguments\/message: got "other", and line \d+ has "größer \$\{x\}"\n/,
    );
  });

  it('records, and adds what a recording lacks', { timeout: 60_000 }, async ({ sandbox }) => {
    const talk = async (mode: string, message: string, more: string[] = []) => {
      const options = ['--replay', 'made.ndjson', '--replay-mode', mode, ...more];
      const client = new Client({ name: 'sdk', version: '1' });
      await client.connect(over(sandbox, ['mock', 'mcp/server', ...options]));
      const { content } = await client.callTool({ name: 'echo', arguments: { message } });
      await client.close();
      return JSON.stringify(content);
    };
    const script = ['--script', sandbox.file('script.yaml', 'tools: [{ name: echo, result: { content: [] } }]')];
    expect(await talk('record', 'one')).toContain('one');
    // From the recording, whatever the reference would say.
    expect(await talk('update', 'one', script)).toContain('one');
    const before = sandbox.read('made.ndjson');
    expect(await talk('update', 'two')).toContain('two');
    await expect.poll(() => sandbox.read('made.ndjson')).not.toBe(before);
    expect(await talk('playback', 'two', script)).toContain('two');
    expect(await talk('playback', 'one', script)).toContain('one');
    const valid = await sandbox.run(['validate', 'mcp/server', 'made.ndjson']);
    expect([valid.exit, valid.stdout]).toEqual([0, expect.stringContaining('valid')]);
  });

  it.for([
    [
      ['acp/agent', '--replay', 'session.ndjson'],
      'a recording of mcp/client and mcp/server: mock one of them, not acp/agent',
    ],
    [['mcp/server', '--replay', 'missing'], 'missing does not exist'],
    [['mcp/server', '--replay', 'text'], 'text:1:1  not JSON'],
    [['mcp/server', '--replay-mode', 'update'], '--replay-mode update needs a recording: name it by --replay FILE'],
    [['mcp/server', '--unplanned', 'warn'], 'name one by --answers or --replay'],
    [['mcp/server', '--replay', 'x', '--replay-mode', 'record', '--log=y'], '--log writes a recording too'],
    [['mcp/server', '--replay', 'x', '--replay-mode', 'updat'], 'Did you mean update?'],
  ] as const)('refuses %j', async ([args, words], { sandbox }) => {
    sandbox.file('text', 'no JSON\n');
    const header = {
      type: 'header',
      format: 'proctor-recording',
      version: 1,
      protocolVersion: '1',
      transport: 'stdio',
    };
    const message = {
      type: 'message',
      findings: [],
      record: { seq: 0, time: 0, from: 'kit', channel: 'main', kind: 'message', message: {} },
    };
    const lines = [{ ...header, roles: { kit: 'mcp/client', target: 'mcp/server' } }, message];
    sandbox.file('session.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { exit, stderr } = await sandbox.run(['mock', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

/** A session of the SDK of ACP. Returns everything that the agent said. */
async function prompted(sandbox: Sandbox, args: string[]): Promise<unknown[]> {
  const child = spawn(node, [PROCTOR, ...args], { cwd: sandbox.folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const seen: unknown[] = [];
  const stream = acp.ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  );
  const user: acp.Client = {
    requestPermission: async ({ toolCall, options }) => {
      seen.push(toolCall, options);
      return { outcome: { outcome: 'selected', optionId: options[0]!.optionId } };
    },
    sessionUpdate: async ({ update }) => void seen.push(update),
  };
  const agent = new acp.ClientSideConnection(() => user, stream);
  const fs = { readTextFile: false, writeTextFile: false };
  seen.push(await agent.initialize({ protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: { fs } }));
  const { sessionId } = await agent.newSession({ cwd: sandbox.folder, mcpServers: [] });
  seen.push(await agent.prompt({ sessionId, prompt: [{ type: 'text', text: 'Hello, agent!' }] }));
  child.stdin.end();
  await new Promise((left) => child.on('close', left));
  return seen;
}

describe('mock acp/agent --replay', () => {
  it('says to the SDK what an agent said that nobody here wrote', { timeout: 60_000 }, async ({ sandbox }) => {
    const agent = createRequire(import.meta.url)
      .resolve('@agentclientprotocol/sdk')
      .replace(/acp\.js$/, 'examples/agent.js');
    const proxy = ['proxy', '--role', 'acp/agent', '--record', 'session.ndjson', '--', node, agent];
    const real = await prompted(sandbox, proxy);
    expect(real.length).toBeGreaterThan(6);
    const began = performance.now();
    expect(await prompted(sandbox, ['mock', 'acp/agent', '--replay', 'session.ndjson'])).toEqual(real);
    // The agent thinks for a second between its messages.
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});
