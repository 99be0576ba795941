import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { Control } from '../../src/control/types.js';
import { it, type Running, type Sandbox } from '../testing/program.js';
import { addressOf, controlOf } from '../testing/steering.js';

const AGENT = readFileSync(resolve(import.meta.dirname, '../peers/careless-agent.mjs'), 'utf8');

const inspected = async (sandbox: Sandbox, words: string[]) => {
  const running = sandbox.start(words);
  return { running, control: await controlOf(await addressOf(running)) };
};

describe('--inspect', () => {
  it('serves a page of a mock under a strict policy, and its transcript to who has the token', async ({ sandbox }) => {
    const running = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--inspect']);
    const url = await addressOf(running);
    const [page = ''] = url.split('#');
    const response = await fetch(page);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toContain(url.split('token=')[1]);
    expect((await fetch(`${page}..%2fpackage.json`)).status).toBe(404);
    expect((await fetch(page, { method: 'POST' })).status).toBe(405);
    const control = await controlOf(url);
    expect(await control.request('session/list')).toMatchObject({
      by: 'mock',
      state: 'waiting',
      can: expect.arrayContaining(['send']),
    });
    running.signal('SIGTERM');
    await control.closed;
    expect((await running.done).exit).toBe(0);
  });

  it('waits for whoever looks when the program has ended, and shows what it broke', async ({ sandbox }) => {
    sandbox.file('agent.mjs', AGENT);
    const { running, control } = await inspected(sandbox, [
      'mock',
      'acp/client',
      '--inspect',
      '--',
      process.execPath,
      'agent.mjs',
      'text-ids',
    ]);
    await expect.poll(async () => (await control.request('session/list')).state).toBe('ended');
    const { lines } = await control.request('transcript/read');
    const findings = lines.flatMap(({ line }) => (line.type === 'message' ? line.findings : []));
    expect(findings.map(({ requirement }) => requirement)).toContain('ACP-J-01');
    const { requirements } = await control.request('requirement/read', { ids: ['ACP-J-01', 'NOTHING-1'] });
    expect(requirements).toEqual([expect.objectContaining({ id: 'ACP-J-01', level: 'must' })]);
    expect(running.child.exitCode).toBeNull();
    control.close();
    expect((await running.done).exit).toBe(0);
  });

  it('shows a run, with what each check found wrong at its message', { timeout: 150_000 }, async ({ sandbox }) => {
    const { running, control } = await inspected(sandbox, [
      ...['run', 'mcp.server.ping', '--role', 'mcp/server', '--inspect', '--'],
      ...[process.execPath, resolve('dist/bin/proctor.mjs'), 'mock', 'mcp/server', '--mutant', 'mcp.server.ping.null'],
    ]);
    const cases = new Map<string, string | undefined>();
    control.on('case/changed', ({ cases: changed }) =>
      changed.forEach(({ id, verdict }) => void cases.set(id, verdict)),
    );
    await control.request('session/list');
    await expect.poll(async () => (await control.request('session/list')).state, { timeout: 120_000 }).toBe('ended');
    await expect.poll(() => [...cases.values()]).toContain('fail');
    const { lines } = await control.request('transcript/read');
    const broken = lines.flatMap(({ line }) => (line.type === 'message' ? line.findings : []));
    expect(broken[0]).toMatchObject({ requirement: expect.stringMatching(/^MCP-/), blame: 'target' });
    await expect(control.request('fault/set', { id: 'late', on: true })).rejects.toThrow(
      'the cases of a run say what is sent',
    );
    control.close();
    expect((await running.done).exit).toBe(1);
  });

  it('is refused with an address that is none, and a port that is taken', async ({ sandbox }) => {
    const odd = await sandbox.run(['mock', 'mcp/server', '--inspect', 'x']);
    expect([odd.exit, odd.stderr]).toEqual([2, expect.stringContaining('a port from 0 to 65535')]);
    const { running, control } = await inspected(sandbox, ['mock', 'mcp/server', '--transport', 'http', '--inspect']);
    const port = new URL((await fetchPort(control, running)) ?? '').port;
    const taken = await sandbox.run(['mock', 'mcp/server', '--transport', 'http', `--inspect=${port}`]);
    expect([taken.exit, taken.stderr]).toEqual([2, expect.stringContaining(port)]);
    running.signal('SIGTERM');
    await running.done;
  });
});

/** Where the mock itself listens, which is taken for sure. */
const fetchPort = async (control: Control, _: Running) => {
  await expect.poll(async () => (await control.request('session/list')).url).toBeDefined();
  return (await control.request('session/list')).url;
};

describe('inspect', () => {
  it('shows a recording, and nothing of it can be changed', async ({ sandbox }) => {
    sandbox.file('agent.mjs', AGENT);
    await sandbox.run(['mock', 'acp/client', '--log=log.ndjson', '--', process.execPath, 'agent.mjs', 'text-ids']);
    const { running, control } = await inspected(sandbox, ['inspect', 'log.ndjson']);
    const state = await control.request('session/list');
    expect(state).toMatchObject({ by: 'file', state: 'ended', can: [], roles: { target: 'acp/agent' } });
    const { lines } = await control.request('transcript/read');
    const recorded = readFileSync(join(sandbox.folder, 'log.ndjson'), 'utf8').trim().split('\n').slice(1, -1);
    expect(lines.map(({ line }) => line)).toEqual(recorded.map((line) => JSON.parse(line)));
    await expect(control.request('message/send', { message: {} })).rejects.toThrow('nothing in it can be changed');
    const saved = await control.request('recording/save', { format: 'recording', lines: [0, 1] });
    expect(saved.text.trim().split('\n')).toHaveLength(4);
    const page = await control.request('recording/save', { format: 'html', lines: [0, 1] });
    expect([page.name, page.mediaType]).toEqual(['session.html', 'text/html']);
    expect(page.text).toContain('"first":0,"next":2');
    running.signal('SIGINT');
    expect((await running.done).exit).toBe(0);
  });

  it.for([
    ['package.json', '{"name":"x"}', 'neither a recording nor a report'],
    [
      'cut.ndjson',
      '{"type":"header","format":"proctor-recording","version":1,"roles":{"kit":"a","target":"b"},"protocolVersion":"1","transport":"stdio"}\n',
      'the recording has no message',
    ],
    [
      'broken.ndjson',
      '{"type":"header","format":"proctor-recording","version":1,"roles":{"kit":"a","target":"b"},"protocolVersion":"1","transport":"stdio"}\n{"type":"message"}\n{"type":"footer","messages":1}\n',
      'broken.ndjson:2:1',
    ],
  ] as const)('refuses %s', async ([name, text, words], { sandbox }) => {
    sandbox.file(name, text);
    const { exit, stderr } = await sandbox.run(['inspect', name]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('without a file lists the pages that are open, each for as long as it is', async ({ sandbox }) => {
    const none = await sandbox.run(['inspect']);
    expect([none.exit, none.stderr]).toEqual([2, expect.stringContaining('no page is open')]);
    const one = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--inspect']);
    const other = sandbox.start(['mock', 'a2a/server', '--transport', 'http', '--inspect']);
    const urls = await Promise.all([addressOf(one), addressOf(other)]);
    const { exit, stdout } = await sandbox.run(['inspect']);
    expect(exit).toBe(0);
    for (const url of urls) expect(stdout).toContain(url);
    expect(stdout).toMatch(/mock a2a\/server\n {4}http/);
    one.signal('SIGTERM');
    await one.done;
    const left = await sandbox.run(['inspect']);
    expect([left.stdout.includes(urls[0]!), left.stdout.includes(urls[1]!)]).toEqual([false, true]);
    other.signal('SIGKILL');
    await other.done;
    expect((await sandbox.run(['inspect'])).exit).toBe(2);
  });

  it('refuses a file that is not there', async ({ sandbox }) => {
    const { exit, stderr } = await sandbox.run(['inspect', 'absent.ndjson']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('absent.ndjson does not exist')]);
  });
});
