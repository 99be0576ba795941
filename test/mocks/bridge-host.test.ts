import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type Sandbox } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
const RUNTIME = resolve(root, 'test/peers/bridge-runtime.mjs');

/** A mock host with a runtime that asks this; what the runtime heard is what comes back beside. */
async function hosted(sandbox: Sandbox, asks: unknown[], args: readonly string[] = [], flags: readonly string[] = []) {
  const file = sandbox.file('asks.json', JSON.stringify(asks));
  const runtime = [process.execPath, RUNTIME, file, 'heard.json', ...flags];
  const ran = await sandbox.run(['mock', 'bridge/host', ...args, '--', ...runtime]);
  return { ...ran, heard: JSON.parse(sandbox.read('heard.json')) as unknown };
}

describe('mock bridge/host', () => {
  it('prompts its runtime, serves it, and tells what came of it', async ({ sandbox }) => {
    const asks = [
      { method: 'builtin_call', params: { name: 'echo', args: [{ text: 'größe' }] } },
      { method: 'no/such' },
      { method: 'skills/fetch', params: { id: 7 } },
      { method: 'host/call', params: { name: 'kit.echo', args: { n: 1 } } },
    ];
    const { exit, stdout, stderr, heard } = await hosted(sandbox, asks);
    expect(heard).toEqual([
      { prompt: [{ type: 'text', text: 'hello' }] },
      { builtin_call: { text: 'größe' } },
      { 'no/such': -32601 },
      { 'skills/fetch': -32602 },
      { 'host/call': { n: 1 } },
    ]);
    expect(JSON.parse(stdout)).toEqual({ ok: true, stopReasons: ['end_turn'] });
    expect([exit, stderr]).toEqual([0, '']);
  });

  it('does what its script says', async ({ sandbox }) => {
    sandbox.file(
      'host.yaml',
      `prompts: [one, two]
permissions: [{ tool: "*", answer: deny, reason: not today }]
reactions: [{ on: agent/idle, notify: user_message, params: { content: go on } }]
`,
    );
    const toolCall = { toolCallId: 'c1', toolName: 'edit_file', rawInput: {} };
    const asks = [
      { notify: 'agent/idle', params: { iteration: 1, backoff_ms: 100 } },
      { method: 'session/request_permission', params: { sessionId: 's1', toolCall } },
    ];
    const { exit, stdout, heard } = await hosted(sandbox, asks, ['--script', 'host.yaml']);
    const denied = { 'session/request_permission': { granted: false, reason: 'not today' } };
    expect(heard).toEqual([
      { prompt: [{ type: 'text', text: 'one' }] },
      { note: 'user_message' },
      denied,
      { prompt: [{ type: 'text', text: 'two' }] },
      denied,
    ]);
    expect([exit, JSON.parse(stdout)]).toEqual([0, { ok: true, stopReasons: ['end_turn', 'end_turn'] }]);
  });

  it('exits 1 where the runtime does not do its part, with its last words', async ({ sandbox }) => {
    const refused = await hosted(sandbox, [], [], ['--refuse']);
    expect(JSON.parse(refused.stdout)).toEqual({ ok: false, stopReasons: [], error: 'no room' });
    expect([refused.exit, refused.stderr]).toEqual([1, 'the runtime is here\n']);
    const gone = await sandbox.run(['mock', 'bridge/host', '--', process.execPath, '-e', 'process.exit(3)']);
    const error =
      'the runtime ended the conversation while initialize (id 1) waited for its reply; it exited with code 3';
    expect([gone.exit, JSON.parse(gone.stdout)]).toMatchObject([1, { ok: false, error }]);
  });

  it('takes faults', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ sends: { reply: builtin_call }, do: [{ set: { /result: broken } }] }]\n');
    const asks = [{ method: 'builtin_call', params: { name: 'echo', args: [] } }];
    const { heard } = await hosted(sandbox, asks, ['--fault', 'faults.yaml']);
    expect(heard).toContainEqual({ builtin_call: 'broken' });
  });

  it('refuses a call without runtime, one that can not be started, and a script with mistakes', async ({ sandbox }) => {
    const refused = async (...args: string[]) => {
      const { exit, stdout, stderr } = await sandbox.run(['mock', 'bridge/host', ...args]);
      expect([exit, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await refused()).toContain('no runtime: add the command that starts it after --');
    expect(await refused('--', '/no/such/runtime')).toContain('/no/such/runtime does not exist');
    sandbox.file('host.yaml', 'tools: [{ nam: x }]\n');
    expect(await refused('--script', 'host.yaml', '--', RUNTIME)).toMatch(
      /^host\.yaml:1:9 .*lacks `name`[\s\S]*\n *1 \| tools: /,
    );
  });
});
