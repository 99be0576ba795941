import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { it, type Sandbox } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
const PROCTOR = resolve(root, 'dist/bin/proctor.mjs');
/** The reference agent, as the program that a client starts. */
const AGENT = [process.execPath, PROCTOR, 'mock', 'acp/agent'];

/** A mock client with the reference agent, or another one; its outcome is what it printed. */
async function hosted(sandbox: Sandbox, args: readonly string[] = [], agent: readonly string[] = AGENT) {
  const { exit, stdout, stderr } = await sandbox.run(['mock', 'acp/client', ...args, '--', ...agent]);
  return { exit, stderr, outcome: JSON.parse(stdout.trimEnd().split('\n').at(-1)!) };
}

describe('mock acp/client', () => {
  it('talks to the reference agent, which uses its files and terminals', async ({ sandbox }) => {
    sandbox.file('notes.txt', 'größe 😀\n');
    sandbox.file('client.yaml', 'prompts: [hello, read notes.txt, write out.txt neu, edit new.txt, run true]\n');
    const { exit, stderr, outcome } = await hosted(sandbox, ['--script', 'client.yaml']);
    const [session, ...others] = outcome.value.sessions;
    expect([exit, stderr, outcome.ok, others]).toEqual([0, '', true, []]);
    expect(session.stopReasons).toEqual(Array(5).fill('end_turn'));
    expect(session.toolCalls.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('completed'));
    expect(sandbox.read('out.txt')).toBe('neu');
    expect(sandbox.read('new.txt')).not.toBe('');
  });

  it('does what its script says: no to a permission, and a cancel in the middle', async ({ sandbox }) => {
    sandbox.file(
      'client.yaml',
      `prompts:
  - edit new.txt
  - { content: [{ type: text, text: talk }], cancel: { on: session/update#agent_message_chunk, nth: 2 } }
  - hello
permissions: [{ tool: "*", answer: reject }]
`,
    );
    const { exit, outcome } = await hosted(sandbox, ['--script', 'client.yaml']);
    expect(exit).toBe(0);
    expect(outcome.value.sessions).toMatchObject([{ stopReasons: ['end_turn', 'cancelled', 'end_turn'] }]);
    expect(outcome.value.sessions[0].toolCalls).toMatchObject([{ status: 'failed' }]);
    expect(() => sandbox.read('new.txt')).toThrow();
  });

  it('goes on with a session that the agent tells of, in two sessions at once', async ({ sandbox }) => {
    sandbox.file('client.yaml', 'sessions: 2\nprompts: [hello]\nclose: true\nlist: true\n');
    const { exit, outcome } = await hosted(sandbox, ['--script', 'client.yaml']);
    expect([exit, outcome.value.listed]).toEqual([0, []]);
    const ids = outcome.value.sessions.map(({ sessionId }: { sessionId: string }) => sessionId);
    expect(new Set(ids).size).toBe(2);
  });

  it('takes faults, and tells what came of them', async ({ sandbox }) => {
    const rule = '{ hears: { reply: initialize }, do: [{ set: { /result/protocolVersion: 7 } }] }';
    sandbox.file('faults.yaml', `faults: [${rule}]\n`);
    const { exit, outcome } = await hosted(sandbox, ['--fault', 'faults.yaml']);
    expect([exit, outcome.error]).toEqual([1, 'the agent speaks protocol version 7, this client 1']);
  });

  it('exits 1 where the agent goes away', async ({ sandbox }) => {
    const { exit, outcome } = await hosted(sandbox, [], [process.execPath, '-e', 'process.exit(3)']);
    const error =
      'the agent ended the conversation while initialize (id 1) waited for its reply; it exited with code 3';
    expect([exit, outcome]).toMatchObject([1, { ok: false, error }]);
  });

  it('refuses a call without agent, one that can not be started, and what its user wrote wrong', async ({
    sandbox,
  }) => {
    const refused = async (...args: string[]) => {
      const { exit, stdout, stderr } = await sandbox.run(['mock', 'acp/client', ...args]);
      expect([exit, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await refused()).toContain('no agent: add the command that starts it after --');
    expect(await refused('--', '/no/such/agent')).toContain('/no/such/agent does not exist');
    sandbox.file('client.yaml', 'prompt: [x]\n');
    expect(await refused('--script', 'client.yaml', '--', ...AGENT)).toMatch(
      /^client\.yaml:1:\d+ .*unknown member `prompt`/,
    );
    expect(await refused('--permissive', 'no-such', '--', ...AGENT)).toContain('Unknown permissive variant "no-such"');
  });
});

it('every behavior of a client is shown by the reference', () => {
  const read = (path: string) => parse(readFileSync(resolve(root, path), 'utf8')) as { behaviors: object };
  const { behaviors } = read('cases/acp/behaviors.yaml');
  const clients = Object.entries(behaviors).filter(([, { roles }]) => roles.includes('acp/client'));
  const shown = Object.keys(read('targets/reference/acp-client.yaml').behaviors);
  expect(clients.map(([name]) => name).sort()).toEqual(shown.sort());
});
