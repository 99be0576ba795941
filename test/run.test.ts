import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { it, peer, type Report, reported, type Shop, verdicts } from './testing/program.js';

const node = process.execPath;
/** A sound server, but for what its flags say. */
const server = (...flags: string[]) => [node, peer('server.mjs'), ...flags];
const target = (...flags: string[]) => ['--', ...server(...flags)];
const ROLE = ['--role', 'mcp/server'];
const ANSWER = 'mcp.server.ping.answer';
const SOME = [ANSWER, 'mcp.server.ping.again', 'mcp.server.base.id.text'];

/** The lines that the processes of a server wrote into their log, as [process, method]. */
const logged = (shop: Shop) =>
  shop
    .read('log')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]);
/** The events of an ndjson report, its header and footer included. */
const events = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; [member: string]: unknown });

/** The ids of the cases that a call would play, by a dry run. */
async function planned(shop: Shop, args: readonly string[]): Promise<{ id: string; gated?: { verdict: string } }[]> {
  const { stdout } = await shop.run(['run', '--dry-run', '--reporter', 'ndjson', ...args]);
  const started = events(stdout).find(({ type }) => type === 'run.started');
  return started?.planned as { id: string; gated?: { verdict: string } }[];
}

describe('the exit code is', () => {
  it('0 where all is as it should be', async ({ shop }) => {
    const { exit, report, stderr } = await shop.report([...ROLE, ...SOME, 'mcp.server.wire', ...target()]);
    expect(Object.values(verdicts(report)).filter((one) => one === 'fail')).toEqual([]);
    for (const id of SOME) expect(reported(report, id).verdict).toBe('pass');
    expect([exit, report.exit, stderr]).toEqual([0, 0, '']);
  });

  it('1 where a case fails, and the report says all that is needed to find it', async ({ shop }) => {
    const { exit, report, stdout } = await shop.report([...ROLE, ANSWER, ...target('--ping', 'error')]);
    expect(reported(report, ANSWER)).toMatchObject({
      verdict: 'fail',
      checks: [{ requirement: 'MCP-PING-01', level: 'must', status: 'fail' }, { requirement: 'MCP-PING-01' }],
    });
    expect(stdout).toMatch(/✗ mcp\.server\.ping\.answer · A ping is answered/);
    expect(stdout).toMatch(/ {2}MCP-PING-01 must · .* · MCP 2025-11-25, Ping/);
    expect(stdout).toMatch(/ {2}cases\/mcp\/server\/ping\.yaml:\d+:\d+\n/);
    expect(stdout).toMatch(/\^ wanted a result, got error -32603 "no pong today"/);
    expect(stdout).toMatch(/→ {2}ping #2\n.*← {2}error #2 to ping {2}-32603 no pong today/);
    const again = [ANSWER, '--trace', 'all', '--', ...server('--ping', 'error')].join(' ');
    expect(stdout).toContain(`again:   npx proctor run --role mcp/server ${again}\n`);
    expect(exit).toBe(1);
  });

  it('1 where nothing passed at all', async ({ shop }) => {
    const { exit, report } = await shop.report([...ROLE, 'mcp.server.prompts.list', ...target()]);
    expect(report.summary).toMatchObject({ pass: 0, skipped: report.summary.planned });
    expect(exit).toBe(1);
  });

  it('4 where the kit itself breaks a schema', async ({ shop }) => {
    const behaviors = { logs: { gives: { request: 'resources/subscribe', params: { uri: 5 }, level: 'info' } } };
    shop.file(
      'a.yaml',
      JSON.stringify({ name: 'a', role: 'mcp/server', transports: { stdio: { command: logging() } }, behaviors }),
    );
    const { exit, report } = await shop.report(['--target', 'a.yaml', 'mcp.server.logging.message']);
    expect(report.problems?.[0]?.message).toMatch(/^a message of the kit itself broke MCP-BASE-16 .*: \/params\/uri/);
    expect(exit).toBe(4);
  });

  it.for(['SIGINT', 'SIGTERM'] as const)('130 after %s, and the reports are complete', async (signal, { shop }) => {
    const held = target('--log', 'log', '--ping', 'hold', '--once', 'held');
    const reporters = ['--reporter', 'pretty', '--reporter', 'json=a.json', '--reporter', 'ndjson=a.ndjson'];
    const running = shop.start(['run', ...reporters, '--reporter', 'junit=a.xml', '--jobs', '1', ...ROLE, ...SOME, ...held]);
    // The probe is over when the second process has been asked something.
    await vi.waitUntil(() => existsSync(join(shop.folder, 'held')), { timeout: 30_000, interval: 20 });
    running.signal(signal);
    const { exit, stdout } = await running.done;
    expect(exit).toBe(130);
    expect(stdout).toMatch(/\ninterrupted · 3 cases in .*: 3 not run\nexit 130\n$/);
    const report = JSON.parse(shop.read('a.json')) as Report;
    expect(report).toMatchObject({ exit: 130, interrupted: true, notRun: expect.arrayContaining(SOME), cases: [] });
    const told = events(shop.read('a.ndjson'));
    expect(told.at(-1)).toEqual({ type: 'footer', events: told.length - 2, exit: 130 });
    expect(shop.read('a.xml')).toMatch(/<\/testsuites>\s*$/);
  });
});

/** A server that advertises logging, so that the case for it is played. */
const logging = () => [
  node,
  '-e',
  `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { logging: {}, resources: { subscribe: true } }, serverInfo: { name: 'a', version: '1' } }
      : {};
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  })`,
];

describe('--jobs', () => {
  it('plays so many cases at once', async ({ shop }) => {
    const args = [...ROLE, '--jobs', '3', ...SOME, ...target('--log', 'log', '--ping', 'meet=3')];
    expect((await shop.report(args)).exit).toBe(0);
  });

  it('1 plays one case after the other, in the order of the plan', async ({ shop }) => {
    const { exit, stdout } = await shop.run([
      ...['run', '--reporter', 'ndjson', '--jobs', '1', ...ROLE, ...SOME],
      ...target('--log', 'log'),
    ]);
    const order = logged(shop).map(([process]) => process);
    const turns = order.filter((one, index) => one !== order[index - 1]);
    expect(turns).toEqual([...new Set(order)]);
    const finished = events(stdout).filter(({ type }) => type === 'case.finished');
    const plan = await planned(shop, [...ROLE, ...SOME, ...target()]);
    expect(finished.map(({ result }) => (result as { id: string }).id)).toEqual(plan.map(({ id }) => id));
    expect(exit).toBe(0);
  });
});

describe('--repeat', () => {
  it('plays each case so often', async ({ shop }) => {
    const args = [...ROLE, '--repeat', '3', ANSWER, ...target('--log', 'log')];
    const { exit, report } = await shop.report(args);
    // Once more for the probe.
    expect(logged(shop).filter(([, method]) => method === 'initialize')).toHaveLength(4);
    expect(report.summary).toMatchObject({ planned: 1, pass: 1 });
    expect(exit).toBe(0);
  });

  it('makes a case flaky that does not always end the same', async ({ shop }) => {
    // Not in the probe: the first process of all makes the file, and errs where nobody minds.
    const flags = ['--log', 'log', '--ping', 'error', '--once', 'erred'];
    shop.file('unused', '');
    const { exit, report } = await shop.report([...ROLE, '--repeat', '3', ...SOME, ...target(...flags)]);
    const erred = report.cases.filter(({ standing }) => standing === 'flaky');
    expect(report.summary.flaky).toBe(erred.length);
    expect(exit).toBe(erred.length > 0 ? 1 : 0);
  });
});
