import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
/** The reference agent, as the program that a client starts. */
const AGENT = [process.execPath, resolve(root, 'dist/bin/proctor.mjs'), 'mock', 'harn/agent'];

describe('mock harn/client', () => {
  it('does with the reference agent what its script says, and neither breaks a rule', async ({ sandbox }) => {
    sandbox.file(
      'client.yaml',
      `prompts: [work, say hello, say bye]
mode: code
model: Cloud large
timeline: true
acts:
  - { on: session/update#tool_call, do: { inject: and the tests, mode: queue }, as: first }
  - { on: session/update#tool_call, do: { replace: first, with: the tests alone } }
  - { on: session/update#tool_call, nth: 2, do: { remind: it is late } }
  - { on: answered, nth: 2, do: { ask: session/rollback } }
  - { on: answered, nth: 2, do: { fork: left } }
`,
    );
    const args = ['mock', 'harn/client', '--script', 'client.yaml', '--judge', '--', ...AGENT];
    const { exit, stdout, stderr } = await sandbox.run(args);
    const { ok, value } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
    const [session, branch, ...others] = value.sessions;
    expect([exit, ok, others], stderr).toEqual([0, true, []]);
    expect(session).toMatchObject({
      stopReasons: ['end_turn', 'end_turn'],
      mode: 'code',
      config: { mode: 'code', model: 'large' },
      said: ['the tests alone'],
    });
    expect(session.news).toEqual(
      expect.arrayContaining([
        { node: expect.any(String) },
        { session_rollback: expect.objectContaining({ status: 'rolled_back' }) },
      ]),
    );
    expect(branch).toMatchObject({ stopReasons: ['end_turn'], text: 'bye', branch: { branch_name: 'left' } });
  });

  it('signs in with its key, and asks for what ACP has', async ({ sandbox }) => {
    sandbox.file(
      'client.yaml',
      `apiKey: kit-key
prompts: [hello]
acts:
  - { on: answered, do: { ask: session/set_mode, params: { modeId: architect } } }
  - { on: answered, do: { ask: harn.session_workspace_roots } }
`,
    );
    const args = ['mock', 'harn/client', '--script', 'client.yaml', '--', ...AGENT, '--permissive', 'sign-in'];
    const { exit, stdout, stderr } = await sandbox.run(args);
    expect(exit, stderr).toBe(0);
    expect(JSON.parse(stdout).value.sessions).toMatchObject([{ stopReasons: ['end_turn'], mode: 'architect' }]);
  });

  it('says what is wrong in a script, its own members and those of acp/client', async ({ sandbox }) => {
    const told = async (script: string) => {
      sandbox.file('client.yaml', script);
      return await sandbox.run(['mock', 'harn/client', '--script', 'client.yaml', '--', ...AGENT]);
    };
    for (const [script, words] of [
      ['acts: [{ on: answered, do: { rollback: 1 } }]', 'client.yaml'],
      ['promts: [hello]', 'promts'],
      ['permissive: [no-such]', 'Unknown permissive variant "no-such"'],
    ] as const) {
      const { exit, stderr } = await told(script);
      expect([exit, stderr]).toEqual([2, expect.stringContaining(words)]);
    }
  });
});

it('every behavior of a client of Harn is shown by the reference', () => {
  const read = (path: string) => parse(readFileSync(resolve(root, path), 'utf8')) as { behaviors: object };
  const { behaviors } = read('cases/harn/behaviors.yaml');
  const clients = Object.entries(behaviors).filter(([, { roles }]) => roles.includes('harn/client'));
  const shown = Object.keys(read('targets/reference/harn-client.yaml').behaviors);
  expect(shown).toEqual(expect.arrayContaining(clients.map(([name]) => name)));
});
