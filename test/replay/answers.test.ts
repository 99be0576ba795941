import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect } from 'vitest';
import { startMock } from '../../runner/lib/index.js';
import { it, PROCTOR } from '../testing/program.js';

const ANSWERS = `
answers:
  - on: { request: tools/call, where: { params: { name: login } } }
    then: inside
    save: { user: /params/arguments/user }
    send: [{ notify: notifications/message, params: { level: info, data: "\${user} comes" } }]
    reply: { result: { content: [{ type: text, text: "Welcome, \${user}" }] } }
  - on: { request: tools/call, where: { params: { name: mail } } }
    state: inside
    reply: { result: { content: [{ type: text, text: "No mail for \${user}" }] } }
  - on: { request: tools/call, where: { params: { name: mail } } }
    reply: { error: { code: -32000, message: Log in first } }
  - on: { request: prompts/get }
    reply: { result: { messages: [] } }
`;

const call = async (client: Client, name: string, args: { [name: string]: unknown } = {}) => {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { text: string }[])[0]?.text;
};

async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const client = new Client({ name: 'sdk', version: '1' });
  await client.connect(transport);
  return client;
}

/** A session of the SDK's client with a mock that answers by the rules above. */
async function session(client: Client): Promise<void> {
  await expect(call(client, 'mail')).rejects.toThrow('Log in first');
  expect(await call(client, 'login', { user: 'Ada' })).toBe('Welcome, Ada');
  expect(await call(client, 'mail')).toBe('No mail for Ada');
  // What no rule is for the reference answers.
  expect(await call(client, 'echo', { message: 'hi' })).toContain('hi');
}

describe('mock --answers', () => {
  it('answers the SDK by rules, and says which were never used', async ({ sandbox }) => {
    sandbox.file('answers.yaml', ANSWERS);
    const args = [PROCTOR, 'mock', 'mcp/server', '--answers', 'answers.yaml'];
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args, cwd: sandbox.folder, stderr: 'pipe' },
    });
    let stderr = '';
    transport.stderr!.on('data', (chunk: Buffer) => {
      stderr += String(chunk);
    });
    const client = await connected(transport);
    await session(client);
    await client.close();
    await expect.poll(() => stderr).toBe('answers.yaml:13  never used: request prompts/get\n');
  });

  it('refuses or reports what no rule is for', async ({ sandbox }) => {
    sandbox.file('answers.yaml', 'answers: [{ on: { request: ping }, reply: { result: {} } }]');
    sandbox.file('do.yaml', 'do: [{ list: tools }, { list: tools }]');
    const asked = async (unplanned: string) => {
      const server = [PROCTOR, 'mock', 'mcp/server', '--answers', 'answers.yaml', '--unplanned', unplanned];
      return sandbox.run(['mock', 'mcp/client', '--log', '--script', 'do.yaml', '--', process.execPath, ...server]);
    };
    const refused = await asked('error');
    expect(refused.stdout).toContain('No answer to tools/list in answers.yaml');
    const warned = await asked('warn');
    expect([warned.exit, warned.stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
    const warning = 'proctor: answers.yaml: no answer to tools/list, so the reference answers\n';
    expect(warned.stderr.split(warning)).toHaveLength(2);
  });

  it('reports mistakes by line and column', async ({ sandbox }) => {
    sandbox.file('answers.yaml', 'answers:\n  - on: { request: a }\n    reply: { result: "${parms}" }\n');
    const { exit, stderr } = await sandbox.run(['mock', 'mcp/server', '--answers', 'answers.yaml']);
    const place = 'answers.yaml:3:22  nothing is called ${parms}; did you mean params?';
    expect([exit, stderr]).toEqual([2, expect.stringContaining(place)]);
  });

  it('does not blame Proctor for what a rule says', async ({ sandbox }) => {
    sandbox.file('answers.yaml', 'answers: [{ on: { request: ping }, reply: { result: 7 } }]');
    const server = [PROCTOR, 'mock', 'mcp/server', '--judge', '--answers', 'answers.yaml'];
    const played = await sandbox.run(['mock', 'mcp/client', '--log', '--', process.execPath, ...server]);
    expect(played.stderr).not.toContain('a message of the mock itself');
  });
});

describe('startMock', () => {
  it('takes answers, and the recording of a session', async ({ sandbox }) => {
    const warnings: string[] = [];
    const answers = {
      shared: true,
      answers: [
        { on: { request: 'tools/call', where: { params: { name: 'a' } } }, reply: { result: { content: '${state}' } } },
        { on: { request: 'never' }, reply: { result: null } },
      ],
    };
    const onWarning = (line: string) => void warnings.push(line);
    const mock = await startMock('mcp/server', { transport: 'http', answers, unplanned: 'warn', onWarning });
    const client = await connected(new StreamableHTTPClientTransport(new URL(mock.url!)));
    await expect(client.callTool({ name: 'a' })).rejects.toThrow();
    await client.listTools();
    await client.close();
    const { answering, exit } = await mock.close();
    expect(exit).toBe(0);
    expect(answering).toMatchObject({
      unusedAnswers: [{ place: expect.stringMatching(/^answers of the mock:\d+$/), title: 'request never' }],
      unmatched: [],
    });
    expect(warnings).toEqual(['answers of the mock: no answer to tools/list, so the reference answers']);

    const script = sandbox.file('do.yaml', 'do: [{ call: echo, arguments: { message: hi } }]');
    const file = `${sandbox.folder}/session.ndjson`;
    await sandbox.run([
      'mock',
      'mcp/client',
      `--log=${file}`,
      '--script',
      script,
      '--',
      process.execPath,
      PROCTOR,
      'mock',
      'mcp/server',
    ]);
    const replayed = await startMock('mcp/server', { transport: 'http', replay: file });
    const again = await connected(new StreamableHTTPClientTransport(new URL(replayed.url!)));
    await expect(again.listPrompts()).rejects.toThrow('No answer to prompts/list');
    await again.close();
    expect((await replayed.close()).answering).toMatchObject({
      recorded: 2,
      unusedReplies: [{ title: expect.stringContaining('echo') }],
      unmatched: [{ method: 'prompts/list', count: 1 }],
    });
    await expect(startMock('mcp/server', { unplanned: 'error' })).rejects.toThrow('`answers` or `replay`');
  });
});
