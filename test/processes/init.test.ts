import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../runner/targets/free-port.js';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { runs, targetFile } from '../testing/initialised.js';
import { bundledFile, overStdio, peer, ROLE, server } from '../testing/peers.js';
import { PROCTOR, played } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;
afterAll(removeBundles);
const MOCK = ['--', node, PROCTOR, 'mock', 'mcp/server'];
const published = (name: string) =>
  join(import.meta.dirname, `../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** Most of it is waiting for servers, so the tests run at once; on a busy machine each may take its time. */
const PATIENCE = { timeout: 300_000 };

describe('init of a server', PATIENCE, () => {
  it.concurrent('writes a target file that holds, and again changes nothing', async ({ sandbox }) => {
    const first = await sandbox.run(['init', ...ROLE, ...MOCK]);
    expect(first.stderr).toBe('');
    expect(first.stdout).toContain('wrote proctor.yaml, known.yaml, .github/workflows/proctor.yml\n');
    expect(first.stdout).toMatch(/\n\d\d cases to try it, and the wire rules:\n/);
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

  it.concurrent('gives a server that is slow to start longer waits, and says so', async ({ sandbox }) => {
    // Its first two starts are slow: those by which init finds out how long it takes.
    const starts = 'echo >> starts; if [ $(wc -l < starts) -le 2 ]; then sleep 5.5; fi; exec "$0" "$@"';
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, '--', 'sh', '-c', starts, ...MOCK.slice(1)]);
    expect([exit, /slow to start, so the file gets `within: \d+s`/.test(stdout)]).toEqual([0, true]);
    expect(sandbox.read('proctor.yaml')).toMatch(/^within: 1[1-9]s$/m);
  });

  it.concurrent('says what is claimed but broken, finds a slow tool by a second call, and calls nothing that reaches out', async ({
    sandbox,
  }) => {
    const { exit, stdout } = await sandbox.run(['init', ...ROLE, '--', node, peer('claiming-server.mjs'), 'calls.log']);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      '  claimed but broken: completions (completion/complete: error -32601 "Method not found")\n',
    );
    expect(stdout).toContain(
      'not called, as they may change something or reach other systems: get_forecast; --allow-tools calls them',
    );
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

  it.concurrent('leaves out a behavior that the first answer shows, and its cases are played', async ({ sandbox }) => {
    const command = [node, PROCTOR, 'mock', 'mcp/server', '--transport', 'http', '--port', '${port}'];
    const http = { command, url: 'http://127.0.0.1:${port}/mcp', ready: { port: '${port}' } };
    sandbox.file('proctor.yaml', JSON.stringify({ name: 'mock', role: 'mcp/server', transports: { http } }));
    const { exit, report } = await sandbox.report(['mcp.server.http-sessions.id-characters']);
    expect(exit).toBe(0);
    expect(played(report)['mcp.server.http-sessions.id-characters']).toBe('pass');
  });
});
