import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { descendantsOf, leftovers } from '../../src/wire/process/tree.js';
import { it, PROCTOR, type Running, type Sandbox } from '../testing/program.js';
import { held, left, stubborn } from '../testing/stubborn.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const FAIL = resolve(import.meta.dirname, '../testing/fail.mjs');
/** More than any end may take, on a machine that does much else. */
const patience = { timeout: 20_000, interval: 20 };

/** Commands that start a program, and what each exits with when it is interrupted. */
const COMMANDS: [string, (program: readonly string[]) => string[], number[]][] = [
  ['run', (program) => ['run', '--role', 'mcp/server', 'mcp.server.ping', '--', ...program], [130]],
  ['init', (program) => ['init', '--role', 'mcp/server', '--', ...program], [130]],
  ['mock acp/client', (program) => ['mock', 'acp/client', '--', ...program], [0, 1]],
  ['mock mcp/client', (program) => ['mock', 'mcp/client', '--', ...program], [0, 1]],
  ['mock bridge/host', (program) => ['mock', 'bridge/host', '--', ...program], [0, 1]],
];

/** Resolves with the exit code, or with why there is none. */
async function exitOf(running: Running): Promise<number | null | string> {
  let exit: number | null | undefined;
  void running.done.then((ran) => {
    exit = ran.exit;
  });
  await vi.waitUntil(() => exit !== undefined, patience).catch(() => undefined);
  return exit === undefined ? 'still there' : exit;
}

describe.runIf(process.platform === 'linux')('leaves nothing of a stubborn program behind:', () => {
  it.concurrent.for(
    COMMANDS.flatMap(([what, args, exits]) => SIGNALS.map((signal) => ({ what, args, exits, signal }))),
  )('$what, ended by $signal', async ({ args, exits, signal }, { sandbox }) => {
    const running = sandbox.start(args(stubborn(sandbox)));
    await held(sandbox);
    running.signal(signal);
    expect(exits).toContain(await exitOf(running));
    expect(await left(sandbox)).toEqual([]);
  });

  it.concurrent.for(COMMANDS.map(([what, args]) => ({ what, args })))(
    '$what, ended by a second signal, with nobody who reads its output',
    async ({ args }, { sandbox }) => {
      const running = sandbox.start(args(stubborn(sandbox)));
      await held(sandbox);
      running.child.stdout?.destroy();
      running.child.stderr?.destroy();
      running.signal('SIGTERM');
      const again = setInterval(() => running.signal('SIGINT'), 50);
      expect([130, 0, 1]).toContain(await exitOf(running).finally(() => clearInterval(again)));
      expect(await left(sandbox)).toEqual([]);
    },
  );
});

describe.runIf(process.platform === 'linux')('leaves none of its own processes behind:', { timeout: 120_000 }, () => {
  it.concurrent.for(
    [
      ['run --self', ['run', '--self', '--processes', 'acp.agent']],
      ['selftest', ['selftest', '--workers', '2', 'acp']],
    ].flatMap(([what, args]) => SIGNALS.map((signal) => ({ what, args: args as string[], signal }))),
  )('$what, ended by $signal', async ({ args, signal }, { sandbox }) => {
    const running = sandbox.start(args);
    const pid = running.child.pid!;
    // All of these read the corpus at the same time before they start anything.
    await vi.waitUntil(() => descendantsOf(pid).length > 0, { timeout: 50_000, interval: 50 });
    const own = descendantsOf(pid);
    running.signal(signal);
    expect(await exitOf(running)).toBe(130);
    await vi.waitUntil(() => leftovers(own).length === 0, { timeout: 2_000, interval: 20 }).catch(() => undefined);
    expect(leftovers(own)).toEqual([]);
  });
});

/** All reports of a run, and what each is when it is whole. */
const REPORTS = [
  'json=r.json',
  'junit=r.xml',
  'ndjson=r.ndjson',
  'markdown=r.md',
  'badge=r-badge.json',
  'pretty=r.txt',
];

function reportsOf(sandbox: Sandbox, exit: number, interrupted: boolean, says: string | RegExp): void {
  const report = JSON.parse(sandbox.read('r.json'));
  expect(report).toMatchObject({ exit, interrupted, problems: [{ exit, message: expect.stringMatching(says) }] });
  expect(report.notRun.length).toBeGreaterThan(0);
  expect(report.summary.planned).toBe(report.notRun.length);
  expect(sandbox.read('r.xml')).toMatch(/<\/testsuites>\n$/);
  expect(sandbox.read('r.xml')).toMatch(says);
  expect(JSON.parse(sandbox.read('r.ndjson').trimEnd().split('\n').at(-1)!)).toEqual({
    ...{ type: 'footer', events: 3, exit },
  });
  for (const name of ['r.md', 'r.txt']) expect(sandbox.read(name)).toMatch(says);
  expect(JSON.parse(sandbox.read('r-badge.json'))).toMatchObject({ schemaVersion: 1 });
}

const failing = (way: string) => ({ PROCTOR_TEST_FAIL: way, NODE_OPTIONS: `--import ${FAIL}` });

/** A run against a stubborn program that fails in some way of its own; resolves once it does. */
async function runThatFails(sandbox: Sandbox, way: string): Promise<Running> {
  const reporters = REPORTS.flatMap((one) => ['--reporter', one]);
  const args = ['run', '--role', 'mcp/server', ...reporters, 'mcp.server.ping', '--', ...stubborn(sandbox)];
  const running = sandbox.start(args, failing(way));
  await vi.waitUntil(() => existsSync(join(sandbox.folder, 'failing')), { timeout: 30_000, interval: 20 });
  return running;
}

describe.runIf(process.platform === 'linux')('a program that takes no signal, because it is busy with', () => {
  it.concurrent.for([
    ['loop', 'SIGINT'],
    ['pattern', 'SIGTERM'],
    ['microtasks', 'SIGHUP'],
    ['wait', 'SIGQUIT'],
  ] as const)('%s, is ended with its reports closed (%s)', async ([way, signal], { sandbox }) => {
    const running = await runThatFails(sandbox, way);
    running.signal(signal);
    expect(await exitOf(running)).toBe(130);
    expect((await running.done).stderr).toMatch(/^proctor: interrupted while it was busy; .*\n$/);
    reportsOf(sandbox, 130, true, /interrupted while it was busy/);
    expect(await left(sandbox)).toEqual([]);
  });

  it.concurrent.for(['acp/client', 'mcp/client'])('a loop, as %s, is ended', async (role, { sandbox }) => {
    const running = sandbox.start(['mock', role, '--', ...stubborn(sandbox)], failing('loop'));
    await vi.waitUntil(() => existsSync(join(sandbox.folder, 'failing')), { timeout: 30_000, interval: 20 });
    running.signal('SIGTERM');
    expect(await exitOf(running)).toBe(130);
    expect(await left(sandbox)).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a defect that nobody foresaw', () => {
  it.concurrent.for([
    ['throw', 'TypeError: a test threw it', true],
    ['reject', 'RangeError: a test rejected with it', true],
    ['system', 'Error: EMFILE: too many open files', false],
  ] as const)('(%s) ends a run with its reports closed and exit code 4', async ([way, says, stack], { sandbox }) => {
    const running = await runThatFails(sandbox, way);
    expect(await exitOf(running)).toBe(4);
    const { stderr } = await running.done;
    expect(stderr).toContain(`proctor: a defect of Proctor ended it, please report it: ${says}\n`);
    expect(/^ {4}at .*fail[.]mjs/m.test(stderr)).toBe(stack);
    reportsOf(sandbox, 4, false, says);
    expect(await left(sandbox)).toEqual([]);
  });

  it('ends a mock that judges with its reports closed and exit code 4', async ({ sandbox }) => {
    const args = ['mock', 'acp/client', '--judge', '--reporter', 'json=r.json', '--log=log.ndjson', '--'];
    const running = sandbox.start([...args, ...stubborn(sandbox)], failing('throw'));
    expect(await exitOf(running)).toBe(4);
    expect(JSON.parse(sandbox.read('r.json'))).toMatchObject({
      exit: 4,
      problems: [{ exit: 4, message: expect.stringContaining('a test threw it') }],
    });
    expect(await left(sandbox)).toEqual([]);
  });

  it('ends init with exit code 4', async ({ sandbox }) => {
    const running = sandbox.start(['init', '--role', 'mcp/server', '--', ...stubborn(sandbox)], failing('reject'));
    expect(await exitOf(running)).toBe(4);
    expect((await running.done).stderr).toContain('a test rejected with it');
    expect(await left(sandbox)).toEqual([]);
  });
});

/** A server that answers the handshake and pings. */
const PINGED = `
  require('readline').createInterface(process.stdin).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const hello = () => ({ protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'a', version: '1' } });
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? hello() : {} }));
  });
`;

describe.runIf(process.platform === 'linux')('an output that can not be written', () => {
  const program = [process.execPath, PROCTOR].join(' ');
  /** Calls the program by a shell, with its outputs elsewhere. */
  const call = (sandbox: Sandbox, args: string, where: string) => {
    sandbox.file('server.cjs', PINGED);
    return sandbox.launch(['/bin/sh', '-c', `${program} ${args} ${where}`]).done;
  };
  const RUN = `run --role mcp/server mcp.server.ping.answer --reporter junit=r.xml`;
  const TARGET = `-- ${process.execPath} server.cjs`;

  it.concurrent.for([
    ['full', '2> /dev/full'],
    ['closed', '2>&-'],
    ['a pipe that nobody reads', '2>&1 > /dev/null | true; test -s r.xml && grep -q "</testsuites>" r.xml'],
  ])('changes nothing for a run whose stderr is %s', async ([, where], { sandbox }) => {
    expect((await call(sandbox, `${RUN} ${TARGET}`, where!)).exit).toBe(0);
    expect(sandbox.read('r.xml')).toMatch(/<\/testsuites>\n$/);
  });

  it.concurrent.for([
    [
      'a stdout',
      '--reporter json',
      '> /dev/full',
      /^proctor: the output can't be written: the disk is full \(ENOSPC\)$/m,
    ],
    [
      'a file',
      '--reporter json=/dev/full',
      '',
      /^proctor: the report \/dev\/full can't be written: the disk is full \(ENOSPC\)$/m,
    ],
  ] as const)(
    'is said once, and %s that is full keeps no other report from being written',
    async ([, reporter, where, says], { sandbox }) => {
      const { exit, stderr } = await call(sandbox, `${RUN} ${reporter} ${TARGET}`, where);
      expect(stderr.split('\n').filter((line) => says.test(line))).toHaveLength(1);
      expect(sandbox.read('r.xml')).toMatch(/<\/testsuites>\n$/);
      expect(exit).toBe(2);
    },
  );

  it.concurrent.for([
    '--version',
    'list roles --json',
    'explain MCP-PING-01',
    'coverage bridge',
    'validate corpus .',
    'run --help',
    'mock mcp/server --port 0 --transport nope',
    'complete bash',
  ])('is not a defect: %s', async (args, { sandbox }) => {
    const { exit, stderr } = await call(sandbox, args, '> /dev/full');
    expect(exit).toBe(2);
    expect(stderr).not.toMatch(/defect|\bat /);
    const silent = await call(sandbox, args, '> /dev/full 2> /dev/full');
    expect(silent).toMatchObject({ exit: 2, stderr: '' });
    const gone = await call(sandbox, args, '2>&1 | true');
    expect(gone).toMatchObject({ exit: 0, stderr: '' });
  });
});
