import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../runner/targets/free-port.js';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { bundledFile, overStdio, peer, ROLE, server } from '../testing/peers.js';
import { PROCTOR, played, type Sandbox, verdicts } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;
afterAll(removeBundles);
const MOCK = ['--', node, PROCTOR, 'mock', 'mcp/server'];
const published = (name: string) =>
  join(import.meta.dirname, `../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

interface TargetFile {
  name: string;
  version?: string;
  transports: { [name: string]: { [member: string]: unknown } };
  behaviors?: { [name: string]: unknown };
  untestable?: { case?: string; behavior?: string; reason: string }[];
}

const targetFile = (sandbox: Sandbox) => parse(sandbox.read('proctor.yaml')) as TargetFile;

/** Plays the cases of some suites with the file that was written: what it maps must be so. */
async function runs(sandbox: Sandbox, ...patterns: string[]) {
  const { exit, report, stdout } = await sandbox.report(patterns);
  const unlisted = report.cases.filter(({ verdict, standing }) => verdict === 'untestable' && standing === undefined);
  expect(unlisted, stdout).toEqual([]);
  return {
    exit,
    failed: Object.entries(verdicts(report)).flatMap(([id, one]) => (one === 'fail' ? [id] : [])),
    report,
  };
}

/** Most of it is waiting for servers, so the tests run at once; on a busy machine each may take its time. */
const PATIENCE = { timeout: 300_000 };

describe('init of a server', PATIENCE, () => {
  it.concurrent('writes a target file that holds, and again changes nothing', async ({ sandbox }) => {
    const first = await sandbox.run(['init', ...ROLE, ...MOCK]);
    expect(first.stderr).toBe('');
    expect(first.stdout).toContain('wrote proctor.yaml, known.yaml, .github/workflows/proctor.yml\n');
    expect(first.stdout).toMatch(/\n\d\d cases to try it:\n/);
    expect(first.stdout).toMatch(/\n\d+ cases in .*: \d+ passed; \d+ skipped\n/);
    expect(first.exit).toBe(0);
    const { behaviors = {}, untestable = [], version } = targetFile(sandbox);
    expect(version).toBe('2025-11-25');
    expect(Object.keys(behaviors)).toEqual(
      expect.arrayContaining([
        'tool',
        'echo-tool',
        'invalid-arguments',
        'text-resource',
        'binary-resource',
        'prompt',
        'several-pages',
      ]),
    );
    expect(untestable.length).toBeGreaterThan(0);
    for (const { reason } of untestable) expect(reason).toMatch(/^init: \w/);
    const { exit, failed } = await runs(
      sandbox,
      'mcp.server.tools.call',
      'mcp.server.tools.echo',
      'mcp.server.tools.invalid-arguments',
      'mcp.server.resources.read',
      'mcp.server.prompts.get',
    );
    expect([exit, failed]).toEqual([0, []]);

    const text = sandbox.read('proctor.yaml');
    const second = await sandbox.run(['init']);
    expect(second.stdout).toContain('\nnothing to write: all is as it was\n');
    expect([second.exit, sandbox.read('proctor.yaml')]).toEqual([0, text]);
  });

  it.concurrent('says what is claimed but broken, finds a slow tool by a second call, and calls nothing that reaches out', async ({
    sandbox,
  }) => {
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, '--', node, peer('claiming-server.mjs'), 'calls.log']);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      '  claimed but broken: completions (completion/complete: error -32601 "Method not found")\n',
    );
    expect(stdout).toContain('not called, as they may change something or reach other systems: get_forecast');
    expect(targetFile(sandbox).behaviors).toMatchObject({
      'slow-tool': { gives: { name: 'count', arguments: { steps: 5 } } },
    });
    expect(sandbox.read('calls.log')).not.toContain('get_forecast');
  });

  it.concurrent('finds out that a server speaks a revision without sessions alone, and what it can show in it', async ({
    sandbox,
  }) => {
    const command = [...MOCK, '--version', '2026-07-28'];
    const { exit, stderr } = await sandbox.run(['init', ...ROLE, '--allow-tools', ...command]);
    expect([exit, stderr]).toEqual([0, '']);
    const { behaviors = {}, version } = targetFile(sandbox);
    expect(version).toBe('2026-07-28');
    expect(behaviors).not.toHaveProperty('either-family');
    expect(Object.keys(behaviors)).toEqual(
      expect.arrayContaining([
        ...[
          'tools-change',
          'prompts-change',
          'asks-roots',
          'asks-sampling',
          'asks-elicitation',
          'asks-url',
          'asks-twice',
        ],
        ...['logs', 'logs-all-levels', 'makes-task', 'task-or-answer', 'needs-tasks'],
        ...['makes-task-that-asks-twice', 'asks-then-makes-task'],
        ...['makes-task-that-fails', 'makes-task-that-breaks', 'makes-task-that-asks'],
      ]),
    );
    const { exit: exitOfRun, failed } = await runs(
      sandbox,
      'mcp.server.input',
      'mcp.server.log-level',
      'mcp.server.ext-tasks',
      'mcp.server.task-questions',
      'mcp.server.subscriptions',
    );
    expect([exitOfRun, failed]).toEqual([0, []]);
    const other = await sandbox.run(['init', '--version', '2025-11-25']);
    expect([other.exit, other.stderr]).toEqual([
      2,
      'proctor.yaml says version 2026-07-28; change it there, or name another file with --target\n',
    ]);
  });

  it.concurrent('finds out that a server speaks a version with sessions too', async ({ sandbox }) => {
    sandbox.file('families.yaml', 'protocolVersions: [2026-07-28, 2025-11-25]\n');
    const { exit } = await sandbox.run([
      ...['init', ...ROLE, '--version', '2026-07-28', ...MOCK, '--script', join(sandbox.folder, 'families.yaml')],
    ]);
    expect([exit, targetFile(sandbox).behaviors]).toMatchObject([0, { 'either-family': { gives: { name: 'echo' } } }]);
    const held = await runs(sandbox, 'mcp.server.families');
    expect([held.exit, held.failed]).toEqual([0, []]);
  });

  it.concurrent('says the version in a file of a person that has none, where it is not the usual one', async ({
    sandbox,
  }) => {
    sandbox.file('proctor.yaml', `# my server\n${overStdio([...MOCK.slice(1), '--version', '2026-07-28'])}`);
    const { exit } = await sandbox.run(['init']);
    expect([exit, targetFile(sandbox).version]).toEqual([0, '2026-07-28']);
    expect(sandbox.read('proctor.yaml')).toMatch(/^# my server\n/);
  });

  it.concurrent('names no version for a server that speaks an earlier one', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, '--', ...server('--tools', '--speaks', '2025-06-18')]);
    expect([exit, targetFile(sandbox).version]).toEqual([0, undefined]);
    expect(stdout).toContain('it is judged by the rules that this version shares with 2025-11-25');
    expect(stdout).not.toContain('mend the target');
    const held = await runs(sandbox, 'mcp.server.ping');
    expect([held.exit, held.failed]).toEqual([0, []]);
  });

  it.concurrent('keeps what a person wrote, and adds what it may find now', async ({ sandbox }) => {
    sandbox.file('known.yaml', '# mine\nknown: []\n');
    mkdirSync(join(sandbox.folder, '.github/workflows'), { recursive: true });
    sandbox.file('.github/workflows/proctor.yml', '# mine too\n');
    const mine = `# my server\n${overStdio(MOCK.slice(1))}within: 9s # slow\nuntestable:\n  # not ours\n  - { case: mcp.server.prompts, reason: I say so }\n  - { case: mcp.server.tools.changed, reason: "init: it was not called" }\n`;
    sandbox.file('proctor.yaml', mine);
    const { exit, stdout } = await sandbox.run(['init', '--allow-tools']);
    expect(exit).toBe(0);
    expect(stdout).toContain('\nwrote proctor.yaml\n');
    const text = sandbox.read('proctor.yaml');
    for (const kept of [
      '# my server',
      'within: 9s # slow',
      '# not ours',
      '{ case: mcp.server.prompts, reason: I say so }',
    ])
      expect(text).toContain(kept);
    expect([sandbox.read('known.yaml'), sandbox.read('.github/workflows/proctor.yml')]).toEqual([
      '# mine\nknown: []\n',
      '# mine too\n',
    ]);
    const { name, behaviors = {}, untestable = [] } = targetFile(sandbox);
    expect(name).toBe('peer');
    expect(Object.keys(behaviors)).toEqual(
      expect.arrayContaining([
        ...['tools-change', 'resources-change', 'asks-sampling', 'asks-elicitation'],
        ...['asks-url', 'asks-sampling-with-tools', 'demands-url', 'task-or-plain-tool'],
        ...['resource-update', 'other-resource', 'failing-task', 'asking-task'],
      ]),
    );
    // A person has said that prompts are not to be tested.
    expect(behaviors).not.toHaveProperty('image-prompt');
    expect(untestable.map((one) => one.case)).not.toContain('mcp.server.tools.changed');
    expect(untestable.filter((one) => one.behavior !== undefined && behaviors[one.behavior])).toEqual([]);
    const held = await runs(
      sandbox,
      'mcp.server.tools.changed',
      'mcp.server.resources.updated',
      'mcp.server.resources.strangers',
      'mcp.server.resources.unsubscribed*',
      'mcp.server.questions.ask',
      'mcp.server.questions.url-first',
      'mcp.server.questions.tool-loop',
      'mcp.server.tasks.result-as-plain',
      'mcp.server.tasks.failed',
      'mcp.server.tasks.input',
    );
    expect([held.exit, held.failed]).toEqual([0, []]);
  });

  // Those in one file start in half the time; the first reads files of its package.
  it.concurrent.for<[string, (name: string) => string | Promise<string>, string[], number]>([
    ['everything', published, ['stdio'], 19],
    ['filesystem', (name) => bundledFile(published(name)), ['.'], 6],
    ['memory', (name) => bundledFile(published(name)), [], 6],
  ])('finds out what server-%s shows without a side effect', async ([name, program, args, least], { sandbox }) => {
    const env = { MEMORY_FILE_PATH: join(sandbox.folder, 'memory.jsonl') };
    const { exit, stderr, stdout } = await sandbox.run(
      ['init', ...ROLE, '--', node, await program(name), ...args],
      env,
    );
    expect([exit, stderr]).toEqual([0, '']);
    expect(Object.keys(targetFile(sandbox).behaviors ?? {}).length, stdout).toBeGreaterThanOrEqual(least);
    expect(existsSync(join(sandbox.folder, 'memory.jsonl'))).toBe(false);
    const held = await runs(
      sandbox,
      'mcp.server.tools.call',
      'mcp.server.tools.echo',
      'mcp.server.tools.structured',
      'mcp.server.resources.read',
      'mcp.server.tools.failing',
    );
    expect([held.exit, held.failed]).toEqual([0, []]);
  });

  it.concurrent('that runs already keeps the secret of its header out of the file', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http']);
    const url = (await mock.firstLine()).replace('listening on ', '');
    const env = { PROCTOR_TEST_TOKEN: 'kit-s3cret-value' };
    const header = ['--header', 'x-kit: Bearer kit-s3cret-value'];
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, '--url', url, ...header, '--allow-tools'], env);
    expect(exit).toBe(0);
    const { transports, behaviors = {} } = targetFile(sandbox);
    expect(transports).toEqual({ http: { url, headers: { 'x-kit': 'Bearer ${env.PROCTOR_TEST_TOKEN}' } } });
    expect(Object.keys(behaviors)).toEqual(
      expect.arrayContaining([
        'http-sessions',
        'get-stream',
        'sse-answers',
        'http-resumable',
        'announce',
        'slow-tool',
        'resource-update',
        'tools-change',
        'prompts-change',
      ]),
    );
    const workflow = sandbox.read('.github/workflows/proctor.yml');
    expect(workflow).toContain('PROCTOR_TEST_TOKEN: ${{ secrets.PROCTOR_TEST_TOKEN }}');
    expect(parse(workflow)).toMatchObject({ jobs: { proctor: { 'runs-on': 'ubuntu-latest' } } });
    expect(`${sandbox.read('proctor.yaml')}${workflow}${stdout}`).not.toContain('s3cret');
    mock.signal('SIGTERM');
    await mock.done;
  });
});

describe('init over several transports', PATIENCE, () => {
  const LISTENING = ['node', PROCTOR, 'mock', 'mcp/server', '--transport', 'http', '--port'];

  it.concurrent('takes an address beside the command that listens there', async ({ sandbox }) => {
    const url = `http://127.0.0.1:${await freePort()}/mcp`;
    const command = [...LISTENING, new URL(url).port];
    const { exit, stderr } = await sandbox.run(['init', ...ROLE, '--url', url, '--', ...command]);
    expect([exit, stderr]).toEqual([0, '']);
    expect(targetFile(sandbox).transports).toEqual({ http: { command, url } });
    expect((await runs(sandbox, 'mcp.server.ping', 'mcp.server.http-version')).exit).toBe(0);
  });

  it.concurrent('tries each, and leaves out the one over which nothing answers', async ({ sandbox }) => {
    const quick = ['--within', '2s', '--transport', 'all'];
    const url = `http://127.0.0.1:${await freePort()}/mcp`;
    const command = [...LISTENING, new URL(url).port];
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, ...quick, '--url', url, '--', ...command]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^ {2}over stdio, which is left out: the handshake failed: .*$/m);
    expect(stdout).toContain('  over http: it answers\n');
    expect(Object.keys(targetFile(sandbox).transports)).toEqual(['http']);
  });

  it.concurrent('lists a server over both, and its cases are played over both', async ({ sandbox }) => {
    const script = sandbox.file(
      'server.mjs',
      `process.argv.splice(2, 9, 'mock', 'mcp/server', ...(process.stdin.isTTY === undefined && process.env.PORT ? ['--transport', 'http', '--port', process.env.PORT] : []));\nawait import(${JSON.stringify(PROCTOR)});\n`,
    );
    const port = await freePort();
    const first = await sandbox.run(['init', ...ROLE, '--', node, script]);
    expect(first.exit).toBe(0);
    const url = `http://127.0.0.1:${port}/mcp`;
    const second = await sandbox.run(['init', ...ROLE, '--env', `PORT=${port}`, '--url', url, '--', node, script]);
    expect([second.exit, second.stderr]).toEqual([0, '']);
    expect(second.stdout).toMatch(/^exploring .* over http$/m);
    expect(Object.keys(targetFile(sandbox).transports)).toEqual(['stdio', 'http']);
    const { exit, report } = await runs(sandbox, 'mcp.server.ping.answer');
    expect([exit, report.target.transport]).toEqual([0, 'stdio, http']);
  });

  it.concurrent.for<[string[], string]>([
    [['--transport', 'ws'], 'mcp/server is not spoken over ws'],
    [['--transport', 'stdio', '--url', 'http://127.0.0.1:1/mcp'], 'is not an address for stdio'],
  ])('refuses %j', async ([options, message], { sandbox }) => {
    const { exit, stderr } = await sandbox.run(['init', ...ROLE, ...options, '--', node, 'server.js']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('init', PATIENCE, () => {
  it.concurrent('takes a list that is refused for an empty one', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, '--', ...server('--tools', '--tool-error=-32603')]);
    expect(exit).toBe(0);
    expect(stdout).toContain('  0 tools (0 called), 0 resources, 0 resource templates, 0 prompts\n');
    const { exit: run, report } = await sandbox.report(['mcp.server.ping', 'mcp.server.tools']);
    expect(run).toBe(0);
    expect([...new Set(Object.values(played(report)))].sort()).toEqual(['pass', 'skipped', 'untestable']);
    expect(played(report)).toMatchObject({ 'mcp.server.tools.list': 'untestable' });
    const { untestable = [] } = targetFile(sandbox);
    expect(untestable.find((one) => one.case === 'mcp.server.tools.list')?.reason).toMatch(
      /^when init played it: .*-32603/,
    );
  });

  it.concurrent('takes with --yes the command that the project names', async ({ sandbox }) => {
    const bin = JSON.stringify({ name: 'mine', bin: 'server.mjs', dependencies: { '@modelcontextprotocol/sdk': '1' } });
    sandbox.file('package.json', bin);
    sandbox.file('server.mjs', `import ${JSON.stringify(server()[1])};\n`);
    const { exit, stderr } = await sandbox.run(['init', '--yes']);
    expect([exit, stderr]).toEqual([0, '']);
    expect(targetFile(sandbox)).toMatchObject({
      role: 'mcp/server',
      transports: { stdio: { command: ['node', 'server.mjs'] } },
    });
    expect(sandbox.read('.github/workflows/proctor.yml')).toContain('- run: npm install\n');
  });

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

  it.concurrent('leaves out a behavior that the first answer shows, and its cases are played', async ({ sandbox }) => {
    const command = [node, PROCTOR, 'mock', 'mcp/server', '--transport', 'http', '--port', '${port}'];
    const http = { command, url: 'http://127.0.0.1:${port}/mcp', ready: { port: '${port}' } };
    sandbox.file('proctor.yaml', JSON.stringify({ name: 'mock', role: 'mcp/server', transports: { http } }));
    const { exit, report } = await sandbox.report(['mcp.server.http-sessions.id-characters']);
    expect(exit).toBe(0);
    expect(played(report)['mcp.server.http-sessions.id-characters']).toBe('pass');
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
