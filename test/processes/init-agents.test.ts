import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { runs, targetFile } from '../testing/initialised.js';
import { PROCTOR } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;

/** Most of it is waiting for agents, so the tests run at once; on a busy machine each may take its time. */
describe('init of agents and clients', { timeout: 300_000 }, () => {
  it.concurrent('sends an agent prompts only where that is allowed', async ({ sandbox }) => {
    const agent = ['--', node, PROCTOR, 'mock', 'acp/agent'];
    const without = await sandbox.run(['init', '--role', 'acp/agent', ...agent]);
    expect(without.exit).toBe(0);
    expect(without.stdout).toMatch(/modes \w+, .*; settings \w+, .*; commands say, /);
    expect(Object.keys(targetFile(sandbox).behaviors ?? {})).toEqual(['modes', 'settings']);
    expect(sandbox.read('proctor.yaml')).toContain('(--allow-prompts)');
    expect(without.stdout).toContain('prompts were not sent, as they may cost something: --allow-prompts sends them');
    const { exit, stdout } = await sandbox.run(['init', '--allow-prompts']);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^ {2}tried "Say hello in one short .*": end_turn after [\d.]+ s, said ".*"; shows plain-turn$/m,
    );
    expect(stdout).toMatch(/^ {2}not shown: .*; --prompt NAME="text" tries a prompt of yours$/m);
    expect(Object.keys(targetFile(sandbox).behaviors ?? {})).toContain('plain-turn');
    const held = await runs(sandbox, 'acp.agent.prompt', 'acp.agent.initialize');
    expect([held.exit, held.failed]).toEqual([0, []]);
  });

  it.concurrent('maps what prompts of its owner show, says what came back, and lists what they do not', async ({
    sandbox,
  }) => {
    const prompts = [
      ...['--prompt', 'read-file=read data.txt', '--prompt', 'ask-twice=edit one.txt two.txt'],
      ...['--prompt', 'change-mode=mode code', '--prompt', 'run-command=hello'],
    ];
    const agent = ['--', node, PROCTOR, 'mock', 'acp/agent'];
    const { exit, stdout } = await sandbox.run(['init', '--role', 'acp/agent', ...prompts, ...agent]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^ {2}tried "read data\.txt": end_turn after .* it asked for fs\/read_text_file.*; shows .*read-file$/m,
    );
    expect(stdout).toMatch(/^ {2}tried "hello": end_turn after .*; does not show run-command$/m);
    expect(targetFile(sandbox).behaviors).toMatchObject({
      'read-file': { gives: { prompt: [{ type: 'text', text: 'read data.txt' }], file: 'data.txt' } },
      'ask-twice': { gives: { file: 'one.txt', other: 'two.txt' } },
      'change-mode': { gives: { mode: 'code' } },
    });
    expect(targetFile(sandbox).behaviors).not.toHaveProperty('run-command');
    const again = await sandbox.run(['init', '--prompt', 'read-file=read other.txt']);
    expect(again.stdout).toContain(
      'read-file is mapped already, and stays so: take it out of proctor.yaml to map it anew\n',
    );
  });

  it.concurrent('takes the word of the owner of an agent with extensions, and lists what its cases refute', async ({
    sandbox,
  }) => {
    const prompts = [
      '--prompt',
      'plain-turn=hello',
      '--prompt',
      'two-workers=hello',
      '--prompt',
      'worker-turn=delegate',
    ];
    const agent = ['--within', '3s', '--', node, PROCTOR, 'mock', 'harn/agent'];
    const { exit, stdout } = await sandbox.run(['init', '--role', 'harn/agent', ...prompts, ...agent]);
    expect(exit).toBe(0);
    expect(stdout).toContain('neither shows nor refutes two-workers, which is mapped because you say so\n');
    const { behaviors, untestable = [] } = targetFile(sandbox);
    expect(Object.keys(behaviors ?? {})).toEqual(expect.arrayContaining(['plain-turn', 'two-workers', 'worker-turn']));
    expect(untestable.find(({ behavior }) => behavior === 'two-workers')?.reason).toMatch(
      /^when init played it: the target did not show the behavior `two-workers`/,
    );
    await runs(sandbox, 'harn.agent.workers');
  });

  it.concurrent('names the address on the card of an agent that is asked at another one', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'a2a/server', '--transport', 'http']);
    const url = (await mock.line((line) => line.startsWith('listening on '))).replace('listening on ', '');
    const { exit, stderr } = await sandbox.run(['init', '--role', 'a2a/server', '--url', `${url}/elsewhere`]);
    mock.signal('SIGTERM');
    await mock.done;
    expect(exit).toBe(3);
    expect(stderr).toContain(`path included? Its card says that it serves at ${url}/\n`);
  });

  it.concurrent('waits for the task of an agent that it starts, over JSON-RPC and REST', async ({ sandbox }) => {
    const agent = [node, join(import.meta.dirname, '../../examples/a2a-agent/agent.mjs')];
    for (const [transport, path] of [
      ['http', 'rpc'],
      ['rest', 'rest'],
    ] as const) {
      const port = String(await freePort());
      const at = ['--transport', transport, '--url', `http://127.0.0.1:${port}/${path}`];
      const file = ['--target', `${transport}.yaml`];
      const { exit, stdout } = await sandbox.run([
        'init',
        '--role',
        'a2a/server',
        ...at,
        ...file,
        '--',
        ...agent,
        port,
      ]);
      expect(exit).toBe(0);
      expect(stdout).toContain('  tried "hello": a task that is completed; shows task, answer\n');
    }
  });

  it.concurrent('lists what an agent that wants a sign-in leaves untestable, and the run passes', async ({
    sandbox,
  }) => {
    const agent = ['--', node, PROCTOR, 'mock', 'acp/agent', '--permissive', 'sign-in'];
    const { exit } = await sandbox.run(['init', '--role', 'acp/agent', ...agent]);
    expect(exit).toBe(0);
    const held = await runs(sandbox, 'acp.agent');
    expect([held.exit, held.failed]).toEqual([0, []]);
  });

  it.concurrent('writes for a client the stubs that a person fills in, and takes back what they answer', async ({
    sandbox,
  }) => {
    const client = [node, join(import.meta.dirname, '../../examples/acp-client/client.mjs'), '--cwd', '${dir}', '--'];
    const { exit, stdout } = await sandbox.run(['init', '--role', 'acp/client', '--', ...client, '${peer.command}']);
    expect(exit).toBe(0);
    expect(stdout).toContain('wrote proctor.yaml');
    const text = sandbox.read('proctor.yaml');
    expect(text).toContain('#   client-load: { args: [], gives: { sessionId: … } }\n');
    const dry = await sandbox.run(['run', '--dry-run']);
    expect([dry.exit, dry.stderr]).toEqual([0, '']);
    sandbox.file(
      'proctor.yaml',
      text
        .replace('# behaviors:', 'behaviors:')
        .replace('#   client-prompt: { args: [] }', '  client-prompt: { args: [] }')
        .replace('#   client-reject: { args: [] }', '  client-reject: { args: [--reject] }'),
    );
    const again = await sandbox.run(['init']);
    expect([again.exit, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toMatch(/entries of untestable cases added, 1 taken out$/m);
    const listed = (targetFile(sandbox).untestable ?? []).map(({ behavior }) => behavior);
    expect(listed).toContain('client-cancel');
    expect(listed).not.toContain('client-reject');
  });
});
