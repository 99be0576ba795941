import { describe, expect } from 'vitest';
import { overHttp, peer, ROLE, server } from '../testing/peers.js';
import { type Report, reported, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** Runs cases of mcp/server on the small server with some flags. */
const play = async (sandbox: Sandbox, flags: string[], ...cases: string[]): Promise<Report> => {
  const { report } = await sandbox.report([...ROLE, ...cases, '--', ...server(...flags)]);
  return report;
};

/** The same over HTTP. */
const playHttp = async (sandbox: Sandbox, flags: string[], ...cases: string[]) => {
  const command = [process.execPath, peer('http-server.mjs'), ...flags];
  sandbox.file('a.yaml', overHttp({ command, ready: { stdout: 'listening on (.+)' } }));
  return sandbox.report(['--target', 'a.yaml', ...cases]);
};

/** What a case has broken: requirements with their levels. */
const broken = (report: Report, id: string) =>
  reported(report, id)
    .checks.filter(({ status }) => status === 'fail')
    .map(({ requirement, level }) => `${requirement} ${level}`);

describe('a death', () => {
  it('by bytes that are no message is charged to the rule about them', async ({ sandbox }) => {
    const report = await play(sandbox, [], 'mcp.server.base.not-json.words', 'mcp.server.base.not-a-message.number');
    expect(broken(report, 'mcp.server.base.not-json.words')).toEqual(['MCP-BASE-18 derived']);
    expect(reported(report, 'mcp.server.base.not-json.words')).toMatchObject({ verdict: 'fail' });
    // 42 is JSON, and destructuring a number is no error.
    expect(reported(report, 'mcp.server.base.not-a-message.number')).toMatchObject({ verdict: 'pass' });
  });

  it('by a legal request is charged to the rule that every request is answered, whatever the case is about', async ({
    sandbox,
  }) => {
    const id = 'mcp.server.base.unknown-method.of-a-client';
    const report = await play(sandbox, ['--dies-of', 'roots/list'], id);
    expect(broken(report, id)).toEqual(['MCP-BASE-25 must']);
  });

  it('a moment after the answer is charged in the same way', async ({ sandbox }) => {
    const id = 'mcp.server.base.unknown-method.of-a-client';
    const report = await play(sandbox, ['--dies-after', 'roots/list'], id);
    expect(broken(report, id)).toEqual(['MCP-BASE-25 must']);
  });

  it('by params that do not fit is charged to the rule about them', async ({ sandbox }) => {
    const id = 'mcp.server.base.invalid-params.tools-list-cursor';
    const report = await play(sandbox, ['--tools', '--dies-of', 'tools/list'], id);
    expect(broken(report, id)).toEqual(['MCP-BASE-22 should']);
    expect(reported(report, id)).toMatchObject({ verdict: 'fail' });
  });
});

describe('a requirement', () => {
  it('is not broken by the code of an error that it does not speak of', async ({ sandbox }) => {
    const cases = ['mcp.server.base.id.text', 'mcp.server.base.parallel', 'mcp.server.base.error-shape'];
    const about = 'mcp.server.base.unknown-method.plain';
    const report = await play(sandbox, ['--unknown=-32602'], ...cases, about);
    for (const id of cases) expect(reported(report, id), id).toMatchObject({ verdict: 'pass' });
    expect(broken(report, about)).toEqual(['MCP-BASE-08 must']);
  });

  it('about ids is not broken by who echoes the illegal id of what the kit sent', async ({ sandbox }) => {
    const cases = ['object-id', 'true-id', 'fraction-id'].map((row) => `mcp.server.base.not-a-message.${row}`);
    const report = await play(sandbox, [], ...cases);
    for (const id of [...cases, 'mcp.server.wire.id']) expect(broken(report, id), id).toEqual([]);
  });

  it('about versions is not broken by a server that supports another revision alone', async ({ sandbox }) => {
    const report = await play(sandbox, ['--speaks', '2025-06-18'], 'mcp.server.lifecycle.version*');
    const musts = report.cases.flatMap(({ id }) => broken(report, id).filter((one) => one.endsWith(' must')));
    expect(musts).toEqual([]);
    expect(reported(report, 'mcp.server.lifecycle.version-same')).toMatchObject({ verdict: 'pass' });
  });

  it('about params is all that breaks where a server begins its only session with an initialize that lacks them', async ({
    sandbox,
  }) => {
    const id = 'mcp.server.lifecycle.initialize-params.none';
    const report = await play(sandbox, ['--begins-once'], id);
    expect(reported(report, id)).toMatchObject({ verdict: 'pass' });
    expect(broken(report, id)).toEqual(['MCP-BASE-22 should']);
  });

  it('that a capability is there is not broken by a service that is offline', async ({ sandbox }) => {
    const id = 'mcp.server.capabilities.list.tools';
    expect(broken(await play(sandbox, ['--tools', '--tool-error=-32603'], id), id)).toEqual([]);
    expect(broken(await play(sandbox, ['--tools', '--tool-error=-32601'], id), id)).toEqual(['MCP-TOOL-01 must']);
  });

  it('about pages is not broken by a service that is offline', async ({ sandbox }) => {
    const [first, odd] = ['mcp.server.pagination.first-page.tools', 'mcp.server.pagination.invalid-cursor.tools'];
    const report = await play(sandbox, ['--tools', '--tool-error=-32603'], first!, odd!);
    expect(broken(report, first!)).toEqual([]);
    // The code of the error is another than that of an invalid cursor.
    expect(broken(report, odd!)).toEqual(['MCP-PAG-03 should']);
  });

  it('that speaks of ids beyond doubles is derived, in results and in errors, and no must is broken in its place', async ({
    sandbox,
  }) => {
    // The server reads and writes ids as JavaScript does.
    const ids = ['above', 'below', 'wide'].map((row) => `mcp.server.base.id-beyond-doubles.${row}`);
    const report = await play(sandbox, [], ...ids, 'mcp.server.wire.unmatched');
    for (const id of ids) expect(broken(report, id)).toEqual(['MCP-BASE-17 derived']);
    expect(broken(report, 'mcp.server.wire.unmatched')).toEqual([]);
  });
});

describe('over HTTP', () => {
  it('a status in place of an error is one block about that error, and nothing else is broken by it', async ({
    sandbox,
  }) => {
    const about = ['plain', 'reserved', 'unicode'].map((row) => `mcp.server.base.unknown-method.${row}`);
    const other = 'mcp.server.cancellation.late.error';
    const { report, stdout } = await playHttp(sandbox, ['--refuses'], ...about, other);
    for (const id of about) expect(broken(report, id)).toEqual(['MCP-BASE-08 must']);
    expect(stdout.match(/^✗.*$/gm)).toEqual(['✗ 3 cases · the same for']);
    expect(stdout).toContain('the exchange ended before its reply came: HTTP 400 (text/plain)');
    expect(reported(report, other)).toMatchObject({ verdict: 'pass' });
  });

  it('what stands under status 202 is not a message', async ({ sandbox }) => {
    const about = 'mcp.server.http-messages.notification.unknown';
    const { report } = await playHttp(sandbox, ['--says-null'], about, 'mcp.server.base.jsonrpc');
    expect(broken(report, about)).toEqual(['MCP-HTTP-04 must']);
    expect(report.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([about]);
  });

  it('a request without a reply breaks the rule that there is one, whatever the case is about', async ({ sandbox }) => {
    const id = 'mcp.server.resources.bad-uri.control';
    const { report } = await playHttp(sandbox, ['--swallows', 'resources/read'], id);
    expect(broken(report, id)).toEqual(['MCP-BASE-25 must']);
  });
});
