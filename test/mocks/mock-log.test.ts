import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { loadValidators } from '../../src/schemas/index.js';
import { it, type Report, type Sandbox } from '../testing/program.js';

/** An agent that does what the words of its command line say. */
const AGENT = readFileSync(resolve(import.meta.dirname, '../peers/careless-agent.mjs'), 'utf8');

/** A client mock that drives the agent. */
function driven(sandbox: Sandbox, options: string[], habits: string[] = []) {
  sandbox.file('agent.mjs', AGENT);
  return sandbox.run(['mock', 'acp/client', ...options, '--', process.execPath, 'agent.mjs', ...habits]);
}

const broken = (sandbox: Sandbox) =>
  (JSON.parse(sandbox.read('judged.json')) as Report).cases
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap(({ id, checks }) => checks.map(({ requirement }) => [id.replace('acp.agent.wire.', ''), requirement]));

describe('mock --log', () => {
  it('writes a line a message to stderr, beside what the child says there', async ({ sandbox }) => {
    const { exit, stdout, stderr } = await driven(sandbox, ['--log']);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
    const lines = stderr.split('\n');
    expect(lines).toContain('the agent is here');
    const told = lines.filter((line) => / [←→] /.test(line)).map((line) => line.replace(/ +[\d.]+ s {2}/, ' '));
    expect(told).toEqual([
      '✓ →  initialize #1  version 1 proctor-reference-client 1.0.0',
      '✓ ←  reply #1 to initialize  version 1',
      expect.stringMatching(/^✓ → {2}session\/new #2 {2}in \S+ servers 0$/),
      '✓ ←  reply #2 to session/new  one',
      '✓ →  session/prompt #3  "hello"',
      '✓ ←  session/update  agent_message_chunk "hi"',
      '✓ ←  reply #3 to session/prompt  end_turn',
      ' ←  closed (end)',
    ]);
  });

  it('shows whole messages with --log=full', async ({ sandbox }) => {
    const { exit, stderr } = await driven(sandbox, ['--log=full']);
    expect(exit).toBe(0);
    expect(stderr).toMatch(/→ {2}session\/prompt #3 *\n? *\{/);
    const [, whole = ''] = /→ {2}initialize #1\n((?: {4}.*\n)+)/.exec(stderr) ?? [];
    expect(JSON.parse(whole)).toMatchObject({
      method: 'initialize',
      params: { clientCapabilities: { terminal: true } },
    });
    const file = await driven(sandbox, ['--log=full=log.ndjson']);
    expect([file.exit, file.stderr]).toEqual([2, expect.stringContaining('write --log=log.ndjson, and read it by')]);
  });

  it('says behind a message what is wrong with it, whenever that comes again', async ({ sandbox }) => {
    const { exit, stderr } = await driven(sandbox, ['--log'], ['text-ids']);
    expect(exit, 'nobody asked to judge').toBe(0);
    const wrong = stderr.split('\n').filter((line) => line.startsWith('✗'));
    expect(wrong).toHaveLength(3);
    expect(wrong[1]).toMatch(/reply #"2" to session\/new .* ACP-J-01 must: .*"2", where session\/new was asked with 2/);
  });

  it('writes JSON lines into a file, which `validate` takes for a transcript', async ({ sandbox }) => {
    const { stderr } = await driven(sandbox, ['--log=log.ndjson'], ['twice']);
    expect(stderr).toBe('the agent is here\n');
    const lines = sandbox.read('log.ndjson').trimEnd().split('\n');
    const validators = await loadValidators('recording', 'v1');
    const [header, ...rest] = lines.map((line) => JSON.parse(line));
    const [footer, entries] = [rest.at(-1), rest.slice(0, -1)];
    expect(header).toMatchObject({ roles: { kit: 'acp/client', target: 'acp/agent' }, transport: 'stdio' });
    expect(footer).toEqual({ type: 'footer', messages: entries.length });
    expect(header).toMatchObject({ command: [process.execPath, 'agent.mjs', 'twice'], clock: 'real' });
    const kinds = { Header: header, Footer: footer };
    for (const [name, line] of Object.entries(kinds)) expect(validators.validate(name, line)).toEqual([]);
    expect(entries.flatMap((entry) => validators.validate('Message', entry))).toEqual([]);
    expect(entries.flatMap(({ findings }) => findings)).toMatchObject([
      { requirement: 'ACP-J-01', level: 'must', blame: 'target', message: expect.stringContaining('second response') },
    ]);
    for (const role of ['acp/agent', 'acp/client', 'harn/agent']) {
      const judged = await sandbox.run(['validate', role, 'log.ndjson']);
      expect([judged.exit, judged.stdout]).toEqual([1, expect.stringContaining('ACP-J-01 must')]);
    }
    const other = await sandbox.run(['validate', 'mcp/server', 'log.ndjson']);
    expect([other.exit, other.stderr]).toEqual([
      2,
      expect.stringContaining('log.ndjson is a recording of acp/agent and acp/client, and not of mcp/server'),
    ]);
  });

  it('says so where the file can not be written', async ({ sandbox }) => {
    const { exit, stderr } = await driven(sandbox, ['--log=tmp']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('the log tmp can')]);
    const below = await driven(sandbox, ['--log=/proc/here/log.ndjson']);
    const cause = "the log /proc/here/log.ndjson can't be written: there is no such folder (ENOENT)";
    expect([below.exit, below.stderr]).toEqual([2, expect.stringContaining(cause)]);
  });
});

describe('mock --judge', () => {
  it('tells a careless agent of each of its mistakes by its requirement', async ({ sandbox }) => {
    const habits = ['logs', 'text-ids', 'twice', 'other-session', 'own-stop-reason'];
    const { exit, stdout, stderr } = await driven(sandbox, ['--judge', '--reporter', 'json=judged.json'], habits);
    expect([exit, stdout]).toEqual([1, expect.stringContaining('"ok":true')]);
    expect(stderr).toBe('');
    expect(broken(sandbox)).toEqual([
      ['stdout', 'ACP-T-04'],
      ['schema', 'ACP-T-08'],
      ['unmatched', 'ACP-J-01'],
      ['sessions-agent', 'ACP-S-09'],
    ]);
    const report = JSON.parse(sandbox.read('judged.json')) as Report;
    const validators = await loadValidators('report', 'v1');
    expect(validators.validate('report', report as never)).toEqual([]);
    expect(report).toMatchObject({ exit: 1, target: { name: 'agent.mjs', role: 'acp/agent' }, summary: { fail: 4 } });
  });

  it('reports to people on stderr and exits 0 where nothing is broken', async ({ sandbox }) => {
    const { exit, stderr } = await driven(sandbox, ['--judge']);
    expect([exit, stderr]).toEqual([0, expect.stringMatching(/\d+ cases in .*: \d+ passed; \d+ skipped\n$/)]);
    expect(stderr).toMatch(/\nnot observed: (ACP-\S+, )+ACP-\S+\n/);
  });

  it('finds a request that the agent leaves open as it ends', async ({ sandbox }) => {
    const { exit } = await driven(sandbox, ['--judge', '--reporter', 'json=judged.json'], ['leaves']);
    expect([exit, broken(sandbox)]).toEqual([1, [['open', 'ACP-J-18']]]);
  });

  it('exits 1 where the peer says nothing, and blames nobody for what a fault did', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ sends: { request: session/new }, do: [{ set: { /params: 7 } }] }]\n');
    const faulty = await driven(sandbox, ['--judge', '--fault', 'faults.yaml']);
    expect(faulty.stderr).not.toContain('failed');
    const mute = await sandbox.run(['mock', 'acp/client', '--judge', '--', process.execPath, '-e', '0']);
    expect([mute.exit, mute.stderr]).toEqual([1, expect.stringContaining('the target sent no message')]);
  });

  it('judges the clients of a server, each connection by itself, until a signal ends it', async ({ sandbox }) => {
    const args = ['mock', 'mcp/server', '--transport', 'http', '--judge', '--log', '--reporter', 'json=judged.json'];
    const running = sandbox.start(args);
    const url = (await running.firstLine()).replace('listening on ', '');
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const say = async (body: object) =>
      (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    for (let client = 0; client < 2; client++) await say({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    await say({ id: 2, method: 'initialize', params });
    running.signal('SIGTERM');
    const { exit, stderr } = await running.done;
    expect(exit).toBe(1);
    expect(stderr).toMatch(/✗ .*← {2}initialize #2.*MCP-BASE-\d+ must/);
    const { cases, target } = JSON.parse(sandbox.read('judged.json')) as Report;
    expect(target).toMatchObject({ name: 'the peer of mcp/server', role: 'mcp/client', transport: 'http' });
    expect(cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      expect.stringContaining('mcp.client.wire.'),
    ]);
  });
});

describe('a mock whose child is silent', () => {
  it('ends, and says what it waited for, how the child ended and its last words', async ({ sandbox }) => {
    const { exit, stdout } = await driven(sandbox, ['--silence', '200ms'], ['mute']);
    expect([exit, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        ok: false,
        error:
          'the agent said nothing for 200ms while initialize (id 1) waited for its reply; it exited with code 0; its last words: the agent is here',
      },
    ]);
  });

  it('takes a duration', async ({ sandbox }) => {
    const { exit, stderr } = await driven(sandbox, ['--silence', 'soon']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('"soon" is not a duration')]);
  });
});

describe('the script of docs/guides/mock-the-other-side.md', () => {
  it('is taken, and answers as it says', async ({ sandbox }) => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/guides/mock-the-other-side.md'), 'utf8');
    sandbox.file(
      'server.yaml',
      /```yaml\n(# yaml-language-server: [^\n]*mcp-server-script[\s\S]*?)```/.exec(page)![1]!,
    );
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const said = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'weather', arguments: { city: 'Bonn' } } },
      { id: 3, method: 'resources/read', params: { uri: 'notes:friday' } },
    ].map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`);
    const { exit, stdout } = await sandbox.feeding(said.join(''), ['mock', 'mcp/server', '--script', 'server.yaml']);
    const replies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: object });
    expect([exit, Object.fromEntries(replies.map(({ id, result }) => [id, result]))]).toMatchObject([
      0,
      {
        1: { serverInfo: { name: 'mine', version: '2' } },
        2: { content: [{ type: 'text', text: 'rain' }] },
        3: { contents: [{ uri: 'notes:friday', text: 'Notes of friday' }] },
      },
    ]);
  });
});
