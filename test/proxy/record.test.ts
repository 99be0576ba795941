import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { it, PROCTOR, type Report, type Sandbox } from '../testing/program.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const node = process.execPath;

async function session(transport: Transport): Promise<void> {
  const client = new Client({ name: 'sdk', version: '1' });
  await client.connect(transport);
  await client.listTools();
  await client.callTool({ name: 'echo', arguments: { message: 'größer ${x}' } });
  await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 'x' } });
  await client.readResource({ uri: 'demo://resource/dynamic/text/7' });
  await client.close();
}

/** Makes a case of a recording, and plays it on the server. */
async function expectPlays(sandbox: Sandbox, target: string[]): Promise<void> {
  const made = await sandbox.run(['record', 'to-case', 'session.ndjson', '--id', 'my.session.first']);
  expect([made.exit, made.stdout]).toEqual([0, expect.stringContaining('wrote conformance/session.yaml')]);
  const valid = await sandbox.run(['validate', 'case', 'conformance/session.yaml']);
  expect([valid.exit, valid.stdout]).toEqual([0, expect.stringContaining('valid')]);
  const options = ['--role', 'mcp/server', '--cases', 'conformance', '--reporter', 'json=report.json'];
  await sandbox.run(['run', 'my.session.first', ...options, ...target]);
  const { cases } = JSON.parse(sandbox.read('report.json')) as Report;
  const played = cases.find(({ id }) => id === 'my.session.first');
  expect([played?.verdict, played?.reason]).toEqual(['pass', undefined]);
}

describe('proctor record to-case', () => {
  it('makes a case of a session of the SDK over stdio that passes on the same server', async ({ sandbox }) => {
    const server = [node, EVERYTHING, 'stdio'];
    const args = [PROCTOR, 'proxy', '--role', 'mcp/server', '--record', 'session.ndjson', '--', ...server];
    await session(new StdioClientTransport({ command: node, args, cwd: sandbox.folder, stderr: 'ignore' }));
    await expectPlays(sandbox, ['--', ...server]);
    const har = await sandbox.run(['record', 'to-har', 'session.ndjson']);
    expect([har.exit, har.stderr]).toEqual([2, expect.stringContaining('recorded over stdio')]);
  });

  it('does so over HTTP, and makes a HAR file', async ({ sandbox }) => {
    const port = await freePort();
    const server = sandbox.launch([node, EVERYTHING, 'streamableHttp'], { PORT: String(port) });
    const at = `http://127.0.0.1:${port}/mcp`;
    await expect
      .poll(() =>
        fetch(at, { method: 'OPTIONS' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const proxy = sandbox.start(['proxy', '--role', 'mcp/server', '--url', at, '--record', 'session.ndjson']);
    const url = (await proxy.firstLine()).replace('listening on ', '');
    await session(new StreamableHTTPClientTransport(new URL(url)));
    proxy.signal('SIGTERM');
    await proxy.done;
    await expectPlays(sandbox, ['--url', at]);
    const har = await sandbox.run(['record', 'to-har', 'session.ndjson']);
    const { entries } = JSON.parse(har.stdout).log;
    expect(entries.map(({ request }: { request: { method: string } }) => request.method)).toContain('POST');
    server.signal('SIGTERM');
    await server.done;
  });

  it('makes a page of a recording, with the texts of broken requirements and without secrets', async ({ sandbox }) => {
    const secret = 'kQ7vN2xT9rLw4mB8';
    const header = {
      ...{ type: 'header', format: 'proctor-recording', version: 1, transport: 'stdio', protocolVersion: '0.12.2' },
      roles: { kit: 'acp/client', target: 'acp/agent' },
    };
    const finding = {
      rule: 'x',
      requirement: 'ACP-J-01',
      level: 'must',
      blame: 'target',
      label: 'invalid',
      message: 'm',
    };
    const record = { seq: 0, time: 1, from: 'target', channel: 'main', kind: 'message' };
    const message = { jsonrpc: '2.0', method: 'a', params: { said: `</script>${secret}` } };
    const lines = [header, { type: 'message', record: { ...record, message }, findings: [finding] }];
    const text = [...lines, { type: 'footer', messages: 1 }].map((one) => JSON.stringify(one)).join('\n');
    sandbox.file('session.ndjson', `${text}\n`);
    const made = await sandbox.run(['record', 'to-html', 'session.ndjson'], { MY_API_KEY: secret, CI: '1' });
    expect([made.exit, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(/^<!doctype html>.*A response carries the id of its request.*<\/html>\n$/s);
    expect(made.stdout).toContain('"said":"\\u003c/script>');
    expect(made.stdout).not.toContain(secret);
    const [, data = ''] = /<script>(.*)<\/script>/s.exec(made.stdout)!;
    const hash = createHash('sha256').update(data).digest('base64');
    expect(made.stdout).toContain(`script-src 'sha256-${hash}'`);
    expect(made.stdout.length).toBeLessThan(250_000);
  });

  it.for([
    [['to-html', 'empty'], 'empty is neither a recording nor a report'],
    [['to-case', 'missing'], 'missing does not exist'],
    [['to-case', 'empty', '--id', 'a.b'], 'empty:1:1  it is empty'],
    [['to-cas', 'empty'], 'Did you mean to-case?'],
  ] as const)('refuses %j', async ([args, words], { sandbox }) => {
    sandbox.file('empty', '');
    const { exit, stderr } = await sandbox.run(['record', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
