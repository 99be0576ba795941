import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect } from 'vitest';
import { peer } from '../testing/peers.js';
import { it, PROCTOR, type Report } from '../testing/program.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const node = process.execPath;
const proxy = (...options: string[]) => [node, PROCTOR, 'proxy', '--role', 'mcp/server', ...options, '--'];

/** A session of the official SDK: lists, calls, a request of the server, and notifications. */
async function session(command: readonly string[], cwd: string): Promise<string> {
  const transport = new StdioClientTransport({ command: command[0]!, args: command.slice(1), cwd, stderr: 'pipe' });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { sampling: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    model: 'none',
    role: 'assistant' as const,
    content: { type: 'text' as const, text: 'größer 😀\u2028' },
  }));
  await client.connect(transport);
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  const echoed = await client.callTool({ name: 'echo', arguments: { message: 'x'.repeat(200_000) } });
  expect(JSON.stringify(echoed)).toContain('xxx');
  await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'hi' } });
  await client.callTool({ name: 'get-tiny-image', arguments: {} });
  const params = { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 4 } };
  await client.callTool(params, undefined, { onprogress: () => undefined });
  await client.close();
  return stderr;
}

describe('proctor proxy over stdio', () => {
  it('carries a session of the SDK with server-everything byte for byte, and records it', async ({ sandbox }) => {
    const tee = (name: string) => [node, peer('tee.mjs'), join(sandbox.folder, name)];
    const server = [node, EVERYTHING, 'stdio'];
    const command = [...tee('outer'), ...proxy('--record', 'session.ndjson'), ...tee('inner'), ...server];
    const stderr = await session(command, sandbox.folder);
    // What the server says there passes, too.
    expect(stderr).toContain('Starting default (STDIO) server');
    const bytes = (name: string) => readFileSync(join(sandbox.folder, name));
    for (const way of ['in', 'out']) {
      expect(bytes(`outer.${way}`).equals(bytes(`inner.${way}`)), way).toBe(true);
      expect(bytes(`inner.${way}`).length, way).toBeGreaterThan(200_000);
    }
    const { exit, stdout } = await sandbox.run(['validate', 'mcp/server', 'session.ndjson']);
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/\d+ messages of mcp\/server and mcp\/client: valid/)]);
    const log = await sandbox.run(['log', 'session.ndjson']);
    expect(log.stdout).toMatch(/→ {2}tools\/call #\d+ {2}echo/);
    expect(log.stdout).toMatch(/← {2}sampling\/createMessage/);
  });

  it.for([
    ['2025-03-26', 0],
    ['2025-11-25', 1],
  ] as const)('judges what agrees on %s by no rule that is newer', async ([version, code], { sandbox }) => {
    const old = `
      const { createInterface } = require('readline');
      const say = (message) => console.log(JSON.stringify(message));
      createInterface({ input: process.stdin }).on('line', (line) => {
        const message = JSON.parse(line);
        if (Array.isArray(message)) say(message.map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })));
        else if (message.id !== undefined) say({ jsonrpc: '2.0', id: message.id, result: ${JSON.stringify({
          protocolVersion: version,
          capabilities: {},
          serverInfo: { name: 'old', version: '1' },
        })} });
      });
    `;
    const running = sandbox.launch(
      [...proxy('--fail-on', 'must', '--reporter', 'json=r.json'), node, '-e', old],
      {},
      'pipe',
    );
    const say = (message: unknown) => running.child.stdin!.write(`${JSON.stringify(message)}\n`);
    const client = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    say({ jsonrpc: '2.0', id: 1, method: 'initialize', params: client });
    await running.line((line) => line.includes('protocolVersion'));
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    say([{ jsonrpc: '2.0', id: 2, method: 'ping' }]);
    await running.line((line) => line.startsWith('['));
    running.child.stdin!.end();
    const { exit, stderr } = await running.done;
    expect([exit, stderr.includes('MCP-BASE-30')]).toEqual([code, code === 1]);
    const { cases } = JSON.parse(sandbox.read('r.json')) as Report;
    const broken = cases.filter(({ verdict }) => verdict === 'fail').flatMap(({ checks }) => checks);
    expect(broken.some(({ requirement }) => requirement === 'MCP-BASE-30')).toBe(code === 1);
  });

  it('shows a finding as it happens, names who broke what, and fails on it', async ({ sandbox }) => {
    const command = [...proxy('--fail-on', 'must', '--reporter', 'json=report.json'), node, '-e', BROKEN];
    const running = sandbox.launch(command, {}, 'pipe');
    stderrOf(running);
    running.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await running.firstLine();
    await expect.poll(() => stderrOf(running)).toMatch(/✗ .*reply #"1".* MCP-BASE-\d+ must: .* \(by mcp\/server\)/);
    running.child.stdin?.end();
    const { exit, stdout, stderr } = await running.done;
    expect([exit, stdout]).toEqual([1, '{"jsonrpc":"2.0","id":"1","result":{}}\r\n']);
    expect(stderr).toMatch(/proctor: 2 messages judged: \d+ must/);
    const report = JSON.parse(sandbox.read('report.json'));
    expect(report).toMatchObject({ exit: 1, target: { role: 'mcp/server', transport: 'stdio' } });
    const failed = report.cases.filter(({ verdict }: { verdict: string }) => verdict === 'fail');
    expect(failed.map(({ role }: { role: string }) => role)).toContain('mcp/server');
    expect(new Set(report.cases.map(({ role }: { role: string }) => role))).toEqual(
      new Set(['mcp/server', 'mcp/client']),
    );
  });

  it('ends as the server does', async ({ sandbox }) => {
    const code = await sandbox.launch([...proxy(), node, '-e', 'process.exit(7)']).done;
    expect([code.exit, code.stdout]).toEqual([7, '']);
    const running = sandbox.launch([...proxy(), node, '-e', 'console.log(1); setInterval(() => {}, 1000)'], {}, 'pipe');
    await running.firstLine();
    running.signal('SIGTERM');
    const ended = new Promise((resolve) => running.child.once('exit', (exit, signal) => resolve([exit, signal])));
    expect(await ended).toEqual([null, 'SIGTERM']);
    const gate = await sandbox.launch([...proxy('--fail-on', 'must'), node, '-e', '0']).done;
    expect([gate.exit, gate.stderr]).toEqual([1, expect.stringContaining('no message passed')]);
  });

  it('breaks what a file of faults says, and judges the other side alone', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ sends: { reply: ping }, do: [{ set: { /result: 7 } }] }]\n');
    const answer = `process.stdin.on('data', () => console.log('{"jsonrpc":"2.0", "id":1,"result":{}}'))`;
    const command = [...proxy('--fault', 'faults.yaml', '--fail-on', 'any'), node, '-e', answer];
    const running = sandbox.launch(command, {}, 'pipe');
    running.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(JSON.parse(await running.firstLine())).toEqual({ jsonrpc: '2.0', id: 1, result: 7 });
    running.child.stdin?.end();
    expect((await running.done).exit).toBe(0);
  });

  it('is put into the configuration of a host, works there, and is taken out again', async ({ sandbox }) => {
    const config = '{\n  // mine\n  "mcpServers": { "a": { "command": "sh", "args": ["-c", "exit 7"] } },\n}\n';
    sandbox.file('mcp.json', config);
    const done = await sandbox.run(['proxy', 'wrap', 'mcp.json', '--record', 'session.ndjson']);
    expect([done.exit, done.stdout, done.stderr]).toEqual([0, 'wrapped a in mcp.json\n', '']);
    const text = sandbox
      .read('mcp.json')
      .replace('// mine', '')
      .replace(/,\s*\}\s*$/, '}');
    const { command, args } = JSON.parse(text).mcpServers.a;
    expect((await sandbox.launch([command, ...args]).done).exit).toBe(7);
    expect(sandbox.read('session.ndjson')).toContain('"command":["sh","-c","exit 7"]');
    const again = await sandbox.run(['proxy', 'wrap', 'mcp.json']);
    expect([again.exit, again.stderr]).toEqual([2, expect.stringContaining('a is wrapped already')]);
    expect((await sandbox.run(['proxy', 'unwrap', 'mcp.json'])).exit).toBe(0);
    expect(sandbox.read('mcp.json')).toBe(config);
    sandbox.file('broken.json', '{\n "mcpServers": nope }');
    for (const [words, told] of [
      [['wrap', 'broken.json'], 'broken.json:2:16  not JSON: expected a value, got nope'],
      [['wrap', 'missing.json'], 'missing.json'],
      [['wrap'], 'wrap: no file'],
      [['warp', 'mcp.json'], 'unknown action warp'],
    ] as const) {
      const { exit, stderr } = await sandbox.run(['proxy', ...words]);
      expect([exit, stderr]).toEqual([2, expect.stringContaining(told)]);
    }
  });

  it.for([
    [[], 'no role: say what is behind the proxy'],
    [['--role', 'mcp/server'], 'no server: pass the command that starts it after `--`'],
    [['--role', 'mcp/serve', '--', 'x'], 'did you mean `mcp/server`?'],
    [['--role', 'mcp/server', '--url', 'here'], 'expected an address that begins with http://'],
    [['--role', 'mcp/server', '--url', 'ws://127.0.0.1:1/'], 'mcp/server is not spoken over ws'],
    [['--role', 'mcp/server', '--', '/no/such'], 'the program /no/such does not exist'],
    [['--role', 'mcp/server', '--record', 'tmp', '--', 'x'], "the log tmp can't be written"],
    [['--role', 'mcp/server', '--version', '1', '--', 'x'], 'mcp/server does not speak "1"'],
  ] as const)('refuses %j', async ([args, words], { sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(['proxy', ...args]);
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });
});

/** Answers with an id of another type. */
const BROKEN = `process.stdin.once('data', () => console.log('{"jsonrpc":"2.0","id":"1","result":{}}\\r'))`;

const heard = new WeakMap<object, { text: string }>();

/** What a program has written to stderr so far. */
function stderrOf({ child }: { child: { stderr: NodeJS.ReadableStream | null } }): string {
  const known = heard.get(child);
  if (known) return known.text;
  const kept = { text: '' };
  heard.set(child, kept);
  child.stderr?.on('data', (chunk) => {
    kept.text += chunk;
  });
  return kept.text;
}
