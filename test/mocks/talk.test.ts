import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const mock = (...args: string[]) => ['--', process.execPath, PROCTOR, 'mock', ...args];
const WEATHER = resolve(import.meta.dirname, '../../examples/scripts/a2a-server.yaml');

/** A client whose user types these lines. */
function typing(sandbox: Sandbox, args: string[], typed: string) {
  return sandbox.feeding(typed, args);
}

describe('mock --prompt', () => {
  it.for(['acp/client', 'harn/client'])('%s says the prompts, and shows the answers', async (role, { sandbox }) => {
    const agent = role.replace('client', 'agent');
    const args = ['mock', role, '--prompt', 'say one two', '--prompt', 'say three', ...mock(agent)];
    const { exit, stdout, stderr } = await sandbox.run(args);
    expect([exit, stderr]).toEqual([0, 'one two\nthree\n']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, value: { sessions: [{ text: 'one twothree' }] } });
  });

  it('denies what the agent asks permission for, and grants it with --allow', async ({ sandbox }) => {
    for (const [more, status] of [
      [[], 'failed'],
      [['--allow'], 'completed'],
    ] as const) {
      const args = ['mock', 'acp/client', '--prompt', 'edit new.txt', ...more, ...mock('acp/agent')];
      const { stdout, stderr } = await sandbox.run(args);
      expect(JSON.parse(stdout).value.sessions[0].toolCalls).toMatchObject([{ title: 'Write new.txt', status }]);
      expect(stderr).toMatch(
        new RegExp(`^\\[Write new\\.txt \\(pending\\)\\]\\n\\[.* \\(${status}\\)\\]\\nI am done\\.\\n$`),
      );
    }
  });

  it('leaves permissions to the script that has some', async ({ sandbox }) => {
    sandbox.file('client.yaml', 'permissions: [{ tool: "*", answer: allow }]\n');
    const options = ['--script', 'client.yaml', '--prompt', 'edit new.txt'];
    const { stdout } = await sandbox.run(['mock', 'acp/client', ...options, ...mock('acp/agent')]);
    expect(JSON.parse(stdout).value.sessions[0].toolCalls).toMatchObject([{ status: 'completed' }]);
  });

  it('is refused by a mock that talks with no agent', async ({ sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(['mock', 'mcp/server', '--prompt', 'hello']);
    expect([exit, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^proctor: .*acp\/client.*not for mcp\/server\n$/),
    ]);
  });

  it('shows nothing raw of what an agent says', async ({ sandbox }) => {
    sandbox.file('agent.yaml', `replies: [{ updates: ["\\e[2J evil", " \\u202e end"] }]\n`);
    const agent = mock('acp/agent', '--script', 'agent.yaml');
    const { stderr } = await sandbox.run(['mock', 'acp/client', '--prompt', 'hello', ...agent]);
    expect(stderr).toBe('\\x1b[2J evil \\u{202e} end\n');
  });
});

describe('mock --chat', () => {
  it('says what is typed, a line at a time, until its end', async ({ sandbox }) => {
    const { exit, stdout, stderr } = await typing(
      sandbox,
      ['mock', 'acp/client', '--chat', ...mock('acp/agent')],
      'say one\n\nsay two\nsay three',
    );
    expect([exit, stderr]).toEqual([0, 'one\ntwo\nthree\n']);
    const { sessions } = JSON.parse(stdout).value;
    expect(sessions).toMatchObject([{ stopReasons: ['end_turn', 'end_turn', 'end_turn'] }]);
  });

  it('ends with an error if the agent goes away', async ({ sandbox }) => {
    const agent = ['--', process.execPath, '-e', 'process.exit(3)'];
    const running = await typing(sandbox, ['mock', 'acp/client', '--chat', ...agent], 'hello\n');
    expect([running.exit, JSON.parse(running.stdout)]).toMatchObject([1, { ok: false }]);
  });

  it('talks with a runtime of the bridge', async ({ sandbox }) => {
    sandbox.file('runtime.yaml', 'replies: [{ prompt: weather, updates: [Rain, " today."] }]\n');
    const runtime = mock('bridge/runtime', '--script', 'runtime.yaml');
    const { exit, stderr } = await typing(sandbox, ['mock', 'bridge/host', '--chat', ...runtime], 'the weather?\n');
    expect([exit, stderr]).toEqual([0, 'Rain today.\n']);
  });

  it.for(['0.3.0', '1.0.1'])(
    'talks with an agent of A2A %s, whose question the next line answers',
    async (version, { sandbox }) => {
      const spoken = ['--version', version];
      const server = sandbox.start(['mock', 'a2a/server', ...spoken, '--transport', 'http', '--script', WEATHER]);
      const url = (await server.firstLine()).replace('listening on ', '');
      const client = ['mock', 'a2a/client', ...spoken, '--url', url, '--chat'];
      const { exit, stdout, stderr } = await typing(sandbox, client, 'weather\nbook a table\nfour\nhello\n');
      server.signal('SIGTERM');
      await server.done;
      expect(exit).toBe(0);
      expect(stderr).toBe('Rain, all day.\nFor how many?\n[the task is input-required]\nBooked.\nGood morning.\n');
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, value: { text: 'Good morning.' } });
    },
  );
});
