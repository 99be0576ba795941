import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect } from 'vitest';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const server = [process.execPath, EVERYTHING, 'stdio'];

/** A mock client that has a server ask for a model, and then for a form. */
async function playing(sandbox: Sandbox, ...options: string[]) {
  sandbox.file(
    'do.yaml',
    `do:
  - { call: trigger-sampling-request, arguments: { prompt: hi } }
  - { call: trigger-elicitation-request, arguments: {} }
`,
  );
  const args = ['mock', 'mcp/client', '--script', 'do.yaml', '--log=log.ndjson', ...options];
  const { exit, stdout, stderr } = await sandbox.run([...args, '--', ...server]);
  const { results } = JSON.parse(stdout).value;
  const texts = results.map(({ content }: { content: { text: string }[] }) =>
    content.map(({ text }) => text).join(' '),
  );
  return { exit, texts, stderr };
}

/** The tools that the mock called. */
const called = (sandbox: Sandbox) =>
  sandbox
    .read('log.ndjson')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { record } = JSON.parse(line);
      return record?.message?.method === 'tools/call' ? [record.message.params.name] : [];
    });

describe('a mock of a client', () => {
  it('answers a server by rules', async ({ sandbox }) => {
    sandbox.file(
      'answers.yaml',
      `answers:
  - on: { request: sampling/createMessage, where: { params: { maxTokens: { $type: integer } } } }
    reply: { result: { role: assistant, model: rule, content: { type: text, text: "\${params.messages.0.role} größer" } } }
  - { on: { request: elicitation/create }, reply: { result: { action: decline } } }
  - { on: { request: roots/never }, reply: { result: {} } }
`,
    );
    const { exit, texts, stderr } = await playing(sandbox, '--answers', 'answers.yaml');
    expect([exit, texts]).toEqual([
      0,
      [expect.stringContaining('"text": "user größer"'), expect.stringContaining('declined to provide')],
    ]);
    expect(stderr).toContain('answers.yaml:5  never used: request roots/never');
    expect(called(sandbox)).toEqual(['trigger-sampling-request', 'trigger-elicitation-request']);
  });

  it('answers a server as the recording of another client does, and calls what its script says', async ({
    sandbox,
  }) => {
    const record = [PROCTOR, 'proxy', '--role', 'mcp/client', '--record', 'session.ndjson', '--', ...server];
    const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { sampling: {} } });
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      ...{ model: 'recorded', role: 'assistant' as const },
      content: { type: 'text' as const, text: 'größer 😀' },
    }));
    const { folder: cwd } = sandbox;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: record, cwd, stderr: 'ignore' }));
    await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'hi' } });
    await client.callTool({ name: 'echo', arguments: { message: 'of the other client' } });
    await client.close();

    const { exit, texts, stderr } = await playing(sandbox, '--replay', 'session.ndjson');
    expect([exit, texts]).toEqual([
      expect.any(Number),
      [expect.stringContaining('"text": "größer 😀"'), expect.stringContaining('No answer to elicitation/create')],
    ]);
    expect(stderr).toMatch(
      /matched nothing\n(?: {4}.*\n)*? {4}1 × {2}elicitation\/create {2}the recording has no answer/,
    );
    expect(called(sandbox)).toEqual(['trigger-sampling-request', 'trigger-elicitation-request']);

    const warned = await playing(sandbox, '--replay', 'session.ndjson', '--unplanned', 'warn');
    expect([warned.exit, warned.texts[0]]).toEqual([0, expect.stringContaining('"text": "größer 😀"')]);
    expect(warned.stderr).toContain('no answer to elicitation/create');
  });

  it('needs a recording of its role', async ({ sandbox }) => {
    const header = {
      ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '1', transport: 'stdio' },
      roles: { kit: 'mcp/client', target: 'mcp/server' },
    };
    const record = { seq: 0, time: 0, from: 'kit', channel: 'main', kind: 'message', message: {} };
    const lines = [header, { type: 'message', findings: [], record }];
    sandbox.file('session.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { exit, stderr } = await sandbox.run(['mock', 'acp/client', '--replay', 'session.ndjson', '--', ...server]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('a recording of mcp/client and mcp/server')]);
  });
});
