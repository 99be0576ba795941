import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { ANSWER, logged, ROLE, SOME, server } from '../testing/peers.js';
import { it as itOnProcess, played, type Report, reported, type Sandbox, tally, verdicts } from '../testing/program.js';
import { it } from '../testing/warm.js';

const target = (...flags: string[]) => ['--', ...server(...flags)];

const node = process.execPath;

/** The events of an ndjson report, its header and footer included. */
const events = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; [member: string]: unknown });

/** The ids of the cases that a call would play, by a dry run. */
async function planned(
  sandbox: Sandbox,
  args: readonly string[],
): Promise<{ id: string; gated?: { verdict: string } }[]> {
  const { stdout } = await sandbox.run(['run', '--dry-run', '--reporter', 'ndjson', ...args]);
  const started = events(stdout).find(({ type }) => type === 'run.started');
  return started?.planned as { id: string; gated?: { verdict: string } }[];
}

/** How a user, a job that is cancelled, and a terminal that is closed end a run. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('the exit code is', () => {
  itOnProcess('0 where all is as it should be', async ({ sandbox }) => {
    const { exit, report, stderr } = await sandbox.report([...ROLE, ...SOME, 'mcp.server.wire', ...target()]);
    expect(Object.values(verdicts(report)).filter((one) => one === 'fail')).toEqual([]);
    for (const id of SOME) expect(reported(report, id).verdict).toBe('pass');
    expect([exit, report.exit, stderr]).toEqual([0, 0, '']);
  });

  itOnProcess('1 where a case fails, and the report says all that is needed to find it', async ({ sandbox }) => {
    const { exit, report, stdout } = await sandbox.report([...ROLE, ANSWER, ...target('--ping', 'error')]);
    expect(reported(report, ANSWER)).toMatchObject({
      verdict: 'fail',
      checks: [{ requirement: 'MCP-PING-01', level: 'must', status: 'fail' }],
    });
    expect(stdout).toMatch(/✗ mcp\.server\.ping\.answer · A ping is answered/);
    expect(stdout).toMatch(/ {2}MCP-PING-01 must · .* · MCP 2025-11-25, Ping/);
    expect(stdout).toMatch(/ {2}cases\/mcp\/server\/sessions\/ping\.yaml:\d+:\d+\n/);
    // The liveness check, which fails by the same requirement, is not told of a second time.
    expect(stdout).not.toContain('role.yaml');
    expect(stdout).toMatch(/\^ expected a result, got error -32603 "no pong today"/);
    expect(stdout).toMatch(/→ {2}ping #2\n.*← {2}error #2 to ping {2}-32603 no pong today/);
    const again = [ANSWER, '--trace', 'all', '--', ...server('--ping', 'error')].join(' ');
    expect(stdout).toContain(`again:   npx proctor run --role mcp/server ${again}\n`);
    expect(exit).toBe(1);
  });

  itOnProcess('1 where nothing passed at all', async ({ sandbox }) => {
    const { exit, report } = await sandbox.report([...ROLE, 'mcp.server.prompts.list', ...target()]);
    expect(Object.keys(tally(report))).toEqual(['skipped']);
    expect(exit).toBe(1);
  });

  itOnProcess(
    '2 where a target file gives values that break a schema, and the case is in error',
    async ({ sandbox }) => {
      const behaviors = { logs: { gives: { request: 'resources/subscribe', params: { uri: 5 }, level: 'info' } } };
      sandbox.file(
        'a.yaml',
        JSON.stringify({ name: 'a', role: 'mcp/server', transports: { stdio: { command: logging() } }, behaviors }),
      );
      const { exit, report, stdout } = await sandbox.report(['--target', 'a.yaml', LOG_MESSAGE, ANSWER]);
      const text =
        'a.yaml: behavior `logs`: `gives.params.uri` does not fit: resources/subscribe: expected a string, got an integer at /params/uri';
      expect(report.problems).toEqual([{ message: text, exit: 2 }]);
      expect(reported(report, LOG_MESSAGE)).toMatchObject({ verdict: 'error', reason: text });
      expect(reported(report, ANSWER).verdict).toBe('pass');
      expect(stdout).toContain(text);
      expect(exit).toBe(2);
      expect(sandbox.read('.proctor/last-failed.json')).toContain(LOG_MESSAGE);
    },
  );

  itOnProcess.for(SIGNALS)('130 after %s, and the reports are complete', async (signal, { sandbox }) => {
    const held = target('--log', 'log', '--ping', 'hold', '--once', 'held');
    const reporters = ['--reporter', 'pretty', '--reporter', 'json=a.json', '--reporter', 'ndjson=a.ndjson'];
    const running = sandbox.start([
      'run',
      ...reporters,
      '--reporter',
      'junit=a.xml',
      '--jobs',
      '1',
      ...ROLE,
      ...SOME,
      ...held,
    ]);
    // The probe is over when the second process has been asked something.
    await vi.waitUntil(() => existsSync(join(sandbox.folder, 'held')), { timeout: 30_000, interval: 20 });
    running.signal(signal);
    const { exit, stdout } = await running.done;
    expect(exit).toBe(130);
    expect(stdout).toMatch(/\ninterrupted · \d+ cases in .*: \d+ passed, \d+ not run\nexit 130\n$/);
    const report = JSON.parse(sandbox.read('a.json')) as Report;
    expect(report).toMatchObject({ exit: 130, interrupted: true, notRun: expect.arrayContaining(SOME) });
    // What the wire rules judged until then has its verdicts.
    expect(played(report)).toEqual({});
    const told = events(sandbox.read('a.ndjson'));
    expect(told.at(-1)).toEqual({ type: 'footer', events: told.length - 2, exit: 130 });
    expect(sandbox.read('a.xml')).toMatch(/<\/testsuites>\s*$/);
  });
});

const LOG_MESSAGE = 'mcp.server.logging.message.stdio';

/** A server that advertises logging, so that the case for it is played. */
const logging = () => [
  node,
  '-e',
  `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { logging: {}, resources: { subscribe: true } }, serverInfo: { name: 'a', version: '1' } }
      : {};
    if (method === 'resources/subscribe')
      console.log(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }));
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  })`,
];

describe('a run with a pattern', () => {
  const loud = target('--ping', 'loud');

  it('is red where a wire rule broke, and the case shows it in whose conversation it did', async ({ sandbox }) => {
    const { exit, report, stdout } = await sandbox.report([...ROLE, '--trace', 'all', ANSWER, ...loud]);
    const rule = 'mcp.server.wire.stdout';
    expect(reported(report, ANSWER)).toMatchObject({
      verdict: 'pass',
      breaches: [{ case: rule, requirement: 'MCP-STD-02', level: 'must', message: expect.any(String) }],
    });
    expect(reported(report, rule)).toMatchObject({ verdict: 'fail', brokenIn: [ANSWER] });
    expect(stdout).toMatch(/⚠ mcp\.server\.ping\.answer .*\n {2}broken in this conversation: MCP-STD-02 must · /);
    expect(stdout).toMatch(/\n {4}! .*ping came/);
    expect(stdout).toContain(`  in the conversations of 1 case: ${ANSWER}\n`);
    expect(exit).toBe(1);
  });

  it('proves nothing about known failures of wire rules in the cases that it leaves out', async ({ sandbox }) => {
    sandbox.file('known.yaml', 'known:\n  - { case: mcp.server.wire.stdout, reason: a banner, issue: "#7" }\n');
    const { exit, report } = await sandbox.report([...ROLE, '--known', 'known.yaml', ANSWER, ...target()]);
    expect(reported(report, 'mcp.server.wire.stdout')).toMatchObject({ verdict: 'pass' });
    expect(report.summary).toMatchObject({ unexpectedPass: 0 });
    expect(exit).toBe(0);
  });
});

describe('--jobs', () => {
  it('plays so many cases at once', async ({ sandbox }) => {
    const args = [...ROLE, '--jobs', '3', ...SOME, ...target('--log', 'log', '--ping', 'meet=3')];
    expect((await sandbox.report(args)).exit).toBe(0);
  });

  it('1 plays one case after the other, in the order of the plan', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run([
      ...['run', '--reporter', 'ndjson', '--jobs', '1', ...ROLE, ...SOME],
      ...target('--log', 'log'),
    ]);
    const order = logged(sandbox.read('log')).map(([process]) => process);
    const turns = order.filter((one, index) => one !== order[index - 1]);
    expect(turns).toEqual([...new Set(order)]);
    const finished = events(stdout).filter(({ type }) => type === 'case.finished');
    const plan = await planned(sandbox, [...ROLE, ...SOME, ...target()]);
    expect(finished.map(({ result }) => (result as { id: string }).id)).toEqual(plan.map(({ id }) => id));
    expect(exit).toBe(0);
  });
});

describe('--repeat', () => {
  it('plays each case so often', async ({ sandbox }) => {
    const args = [...ROLE, '--repeat', '3', ANSWER, ...target('--log', 'log')];
    const { exit, report } = await sandbox.report(args);
    // Once more for the probe.
    expect(logged(sandbox.read('log')).filter(([, method]) => method === 'initialize')).toHaveLength(4);
    expect(tally(report)).toEqual({ pass: 1 });
    expect(exit).toBe(0);
  });

  it('makes a case flaky that does not always end the same', async ({ sandbox }) => {
    const flags = ['--log', 'log', '--ping', 'error', '--once', 'erred'];
    const { exit, report, stdout } = await sandbox.report([...ROLE, '--repeat', '3', ANSWER, ...target(...flags)]);
    expect(reported(report, ANSWER)).toMatchObject({ verdict: 'fail', standing: 'flaky' });
    expect(stdout).toContain('flaky: passed 2 times, failed once; MCP-PING-01: expected a result, got error -32603');
    expect(tally(report)).toEqual({ flaky: 1 });
    expect(exit).toBe(1);
  });
});

describe('--dry-run', () => {
  it('shows the plan with what it would not play, and starts nothing', async ({ sandbox }) => {
    const args = [
      ANSWER,
      'mcp.server.ping.while-working',
      'mcp.server.http-security.origin.https',
      'mcp.server.wire.ids',
    ];
    const { exit, stdout, stderr } = await sandbox.run([
      'run',
      '--dry-run',
      ...ROLE,
      ...args,
      ...target('--log', 'log'),
    ]);
    expect(stdout).toMatch(/^proctor \S+ · server\.mjs · mcp\/server 2025-11-25 over stdio · \d+ cases\n/);
    expect(stdout).toContain(
      '\n  Ping\n    mcp.server.ping.answer\n    ↷ mcp.server.ping.while-working · needs a target file that maps `slow-tool`\n',
    );
    expect(stdout).toContain(
      '\n    ↷ mcp.server.http-security.origin.https · needs transport http; this run has stdio\n',
    );
    expect(stdout).toMatch(/\n\d+ cases planned: \d+ would be played, 2 skipped\n$/);
    expect([exit, stderr]).toEqual([0, '']);
    expect(existsSync(join(sandbox.folder, 'log'))).toBe(false);
  });

  it('does not touch what the last run left', async ({ sandbox }) => {
    await sandbox.report([...ROLE, ANSWER, ...target('--ping', 'error')]);
    const before = sandbox.read('.proctor/last-failed.json');
    await sandbox.run(['run', '--dry-run', ...ROLE, ANSWER, ...target()]);
    expect(sandbox.read('.proctor/last-failed.json')).toBe(before);
    expect(before).toContain(ANSWER);
  });
});

describe('--shard', () => {
  it('splits the plan: the parts together are the whole, and each watches its own messages', async ({ sandbox }) => {
    const whole = (await planned(sandbox, ['--self', ...ROLE])).map(({ id }) => id);
    const parts: string[][] = [];
    for (const index of [1, 2, 3])
      parts.push((await planned(sandbox, ['--self', ...ROLE, '--shard', `${index}/3`])).map(({ id }) => id));
    const watching = whole.filter((id) => id.includes('.wire.'));
    for (const part of parts) expect(part.filter((id) => watching.includes(id))).toEqual(watching);
    const played = parts.flat().filter((id) => !watching.includes(id));
    expect(new Set(played).size).toBe(played.length);
    expect([...played, ...watching].sort()).toEqual([...whole].sort());
    expect(
      Math.max(...parts.map(({ length }) => length)) - Math.min(...parts.map(({ length }) => length)),
    ).toBeLessThan(2);
  });
});

describe('--strict', () => {
  const older = [...ROLE, 'mcp.server.lifecycle.version-unknown.past', ...target('--offers', '2024-11-05')];

  it('lets a broken should fail, which is a warning otherwise', async ({ sandbox }) => {
    const lenient = await sandbox.report(older);
    expect(tally(lenient.report)).toEqual({ pass: 1, warn: 1 });
    expect(lenient.stdout).toMatch(/⚠ MCP-LIFE-14 should: /);
    const strict = await sandbox.report(['--strict', ...older]);
    expect(tally(strict.report)).toEqual({ fail: 1 });
    expect([lenient.exit, strict.exit]).toEqual([0, 1]);
  });
});

describe('--trace', () => {
  it('all keeps the transcripts of what passed too', async ({ sandbox }) => {
    const without = await sandbox.report([...ROLE, ANSWER, ...target()]);
    expect(reported(without.report, ANSWER).transcript).toBeUndefined();
    const all = await sandbox.report([...ROLE, '--trace', 'all', ANSWER, ...target()]);
    const methods = reported(all.report, ANSWER).transcript?.map(
      (one) => (one as { message?: { method?: string } }).message?.method,
    );
    expect(methods?.filter((method) => method !== undefined)).toEqual([
      'initialize',
      'notifications/initialized',
      'ping',
      'ping',
    ]);
    expect(all.stdout).toMatch(/✓ mcp\.server\.ping\.answer .*\n(.*\n)*.*→ {2}ping #2/);
  });
});

describe('stdout', () => {
  itOnProcess('is the product alone, without colour, and stderr stays empty', async ({ sandbox }) => {
    const { stdout, stderr } = await sandbox.run(['run', '--reporter', 'json', ...ROLE, ANSWER, ...target()]);
    expect(tally(JSON.parse(stdout) as Report)).toEqual({ pass: 1 });
    const pretty = await sandbox.run(['run', ...ROLE, ANSWER, ...target()]);
    expect(pretty.stdout).not.toContain('\u001b');
    expect(stderr + pretty.stderr).toBe('');
  });

  itOnProcess('may be closed early by its reader', async ({ sandbox }) => {
    const { exit, stderr } = await sandbox.pipedInto(
      ['head', '-1'],
      ['run', '--reporter', 'ndjson', ...ROLE, ...SOME, ...target()],
    );
    expect(stderr).toBe('');
    expect(exit).toBe(0);
  });
});

/** On a terminal, which `script` makes. */
describe.runIf(existsSync('/usr/bin/script'))('a terminal', () => {
  const call = (sandbox: Sandbox, env: NodeJS.ProcessEnv) =>
    sandbox.onTerminal(['run', ...ROLE, ANSWER, ...target()], { TERM: 'xterm', NO_COLOR: '', ...env });

  itOnProcess('gets colour and a line of progress', async ({ sandbox }) => {
    const { exit, stdout } = await call(sandbox, {});
    expect(stdout).toContain('\u001b[32m✓');
    expect(stdout).toMatch(/ {2}1 of \d\d cases · mcp/);
    expect(exit).toBe(0);
  });

  itOnProcess('shows a red case as soon as it has ended, above the line of progress', async ({ sandbox }) => {
    const red = ['run', ...ROLE, ...SOME, ...target('--ping', 'error')];
    const { stdout } = await sandbox.onTerminal(red, { TERM: 'xterm', NO_COLOR: '1' }, 200);
    const at = stdout.indexOf(`  ✗ ${ANSWER} · MCP-PING-01: `);
    expect(at).toBeGreaterThan(0);
    expect(stdout.indexOf(' of ', at)).toBeGreaterThan(at);
    expect(at).toBeLessThan(stdout.search(/ {2}Ping {2,}/));
    expect(stdout).not.toMatch(/\d (s|min) left/);
  });

  itOnProcess('gets no colour where NO_COLOR is set', async ({ sandbox }) => {
    const { stdout } = await call(sandbox, { NO_COLOR: '1' });
    expect(stdout).not.toContain('\u001b[3');
    expect(stdout).toMatch(/Ping +✓ 1/);
  });
});

it('what a run keeps for the next one is nothing that git sees', async ({ sandbox }) => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: sandbox.folder, encoding: 'utf8' });
  git('init', '--quiet', '.');
  await sandbox.run(['run', ...ROLE, ANSWER, ...target()]);
  expect(existsSync(join(sandbox.folder, '.proctor/last-failed.json'))).toBe(true);
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
});

it('what was not asked is one line, and no case of the report', async ({ sandbox }) => {
  const args = [
    '--reporter',
    'markdown=a.md',
    ...ROLE,
    'mcp.server.ping',
    'mcp.server.http-*',
    'mcp.server.discovery',
    ...target(),
  ];
  const { report, stdout } = await sandbox.report(args);
  const { versions, transports } = report.notAsked!;
  expect(versions).toBeGreaterThan(0);
  expect(transports.http).toBeGreaterThan(50);
  const line = `ot asked: ${versions} cases of other versions, ${transports.http} over http\n`;
  expect(stdout).toContain(`\n  n${line}`);
  expect(sandbox.read('a.md')).toContain(`\nN${line}`);
  expect(report.cases.filter(({ reason }) => reason?.startsWith('needs transport'))).toEqual([]);
  expect(stdout).not.toMatch(/\n {2}Streamable HTTP/);
  const { planned = 0, skipped = 0 } = report.summary;
  expect(stdout).toContain(`\n${planned - skipped} cases in `);
  expect(planned).toBe(report.cases.length);
});
