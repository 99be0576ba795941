import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { it, type Report, type Sandbox, verdicts } from '../testing/program.js';

/** A server that speaks two versions over two transports, and describes a tool wrongly over HTTP. */
const SERVER = join(import.meta.dirname, 'both-versions.mjs');

function written(sandbox: Sandbox, more: object = {}, port = '${port}'): string {
  copyFileSync(SERVER, join(sandbox.folder, 'server.mjs'));
  const command = ['${node}', 'server.mjs'];
  const http = { command: [...command, port], ready: { stdout: 'listening' }, url: `http://127.0.0.1:${port}/mcp` };
  const file = {
    name: 'both',
    role: 'mcp/server',
    isolation: 'run',
    transports: { stdio: { command }, http },
    ...more,
  };
  return sandbox.file('proctor.yaml', JSON.stringify(file));
}

const over = (report: Report, transport: string): Report => ({
  ...report,
  cases: report.cases.filter((one) => one.transport === transport),
});

describe.concurrent('a target file with several transports', () => {
  it('is tested over each of them, and each tells what it came to', async ({ sandbox }) => {
    written(sandbox);
    const { report, stdout, exit } = await sandbox.report([
      'mcp.server.tools.list',
      'mcp.server.ping.again',
      'mcp.server.http',
    ]);
    expect(exit).toBe(1);
    expect(report.target).toMatchObject({ transport: 'stdio, http' });
    expect(verdicts(over(report, 'stdio'))).toMatchObject({
      'mcp.server.tools.list': 'pass',
      'mcp.server.wire.schema': 'pass',
    });
    expect(verdicts(over(report, 'http'))).toMatchObject({
      'mcp.server.tools.list': 'fail',
      'mcp.server.wire.schema': 'fail',
    });
    // What needs one of them stands once.
    const ids = report.cases.map(({ id }) => id).filter((id) => id.startsWith('mcp.server.http.'));
    expect(new Set(ids).size).toBe(ids.length);
    const [head] = stdout.split('\n');
    expect(head).toMatch(/mcp\/server 2025-11-25 over stdio, http · \d+ cases: \d+ over stdio, \d+ over http$/);
    expect(stdout).toMatch(/✗ mcp\.server\.tools\.list over http · .*\n/);
    expect(stdout).toContain('again:   npx proctor run --target proctor.yaml mcp.server.tools.list --transport http');
    expect(stdout).not.toContain('tools.list over stdio');
  });

  it('is tested over the one that --transport names, and remembers what failed where', async ({ sandbox }) => {
    written(sandbox);
    const stdio = await sandbox.report(['mcp.server.tools.list', '--transport', 'stdio']);
    expect([stdio.exit, stdio.report.target.transport]).toEqual([0, 'stdio']);
    expect((await sandbox.report(['mcp.server.tools.list'])).exit).toBe(1);
    const again = await sandbox.report(['--last-failed']);
    expect(Object.keys(verdicts(over(again.report, 'http')))).toContain('mcp.server.tools.list');
    expect(Object.keys(verdicts(over(again.report, 'stdio')))).not.toContain('mcp.server.tools.list');
    // What passes over that transport alone is forgotten, too.
    sandbox.file('server.mjs', readFileSync(SERVER, 'utf8').replace('const lies = port', 'const lies = false && port'));
    expect((await sandbox.report(['mcp.server.tools.list', '--transport', 'http'])).exit).toBe(0);
    expect((await sandbox.run(['run', '--last-failed'])).stderr).toContain('nothing failed in the last run here');
  });

  it('has JUnit and NDJSON tell the transports of one case apart', async ({ sandbox }) => {
    written(sandbox);
    await sandbox.report(['mcp.server.tools.list', '--reporter', 'junit=j.xml', '--reporter', 'ndjson=e.ndjson']);
    const names = [...sandbox.read('j.xml').matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('mcp.server.tools.list over http');
    const events = sandbox
      .read('e.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const started = events.filter(({ type, id }) => type === 'case.started' && id === 'mcp.server.tools.list');
    expect(started.map(({ leg }) => leg)).toEqual(['over stdio', 'over http']);
  });
});

describe.concurrent('a target file with several versions', () => {
  it('is tested in each of them, also where all processes have one port', async ({ sandbox }) => {
    const port = String(await freePort());
    written(sandbox, { versions: ['2025-11-25', '2026-07-28'], transport: 'http' }, port);
    const { report } = await sandbox.report(['mcp.server.ping', 'mcp.server.discovery', '--transport', 'http']);
    const found = report.cases.filter(({ id, verdict }) => !id.includes('.wire.') && verdict === 'pass');
    expect(new Set(found.map((one) => one.version))).toEqual(new Set(['2025-11-25', '2026-07-28']));
    expect((report.problems ?? []).filter((problem) => problem.exit !== 0)).toEqual([]);
  });

  it('names one version, or all', async ({ sandbox }) => {
    written(sandbox, { version: '2025-11-25', versions: ['2025-11-25', '2026-07-29'] });
    const { exit, stderr } = await sandbox.run(['run']);
    expect(exit).toBe(2);
    expect(stderr).toContain('`version` names one, and `versions` names all; a file has one of them');
    expect(stderr).toMatch(/unknown version `2026-07-29` of mcp; did you mean `2026-07-28`\?/);
  });

  it('is tested in those that the line names, whatever its file says', async ({ sandbox }) => {
    written(sandbox, { version: '2025-11-25' });
    const patterns = ['mcp.server.tools.list', '--transport', 'http'];
    const { report, stdout } = await sandbox.report([...patterns, '--version', '2025-11-25,2026-07-28']);
    const found = report.cases.filter(({ id, version }) => id === 'mcp.server.tools.list' && version !== undefined);
    expect(found.map(({ version, verdict }) => [version, verdict])).toEqual([
      ['2025-11-25', 'fail'],
      ['2026-07-28', 'fail'],
    ]);
    expect(stdout).toContain('--transport http mcp.server.tools.list --version 2026-07-28 ');
    const { exit, stderr } = await sandbox.run(['run', '--version', '2025-11-25', '--version', '2026-07-29']);
    expect([exit, stderr]).toEqual([2, 'unknown version `2026-07-29` of mcp; did you mean `2026-07-28`?\n']);
  });

  it('is refused, at its line, for one in which Proctor does not test the role', async ({ sandbox }) => {
    const transports = { http: { command: ['client', '${peer.url}'] } };
    const file = { name: 'x', role: 'a2a/client', versions: ['0.3.0', '0.3.0-harn'], transports };
    sandbox.file('proctor.yaml', JSON.stringify(file, undefined, 1));
    const { exit, stderr } = await sandbox.run(['run']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(
      /^proctor\.yaml:6:3 {2}Proctor does not test a2a\/client in version 0\.3\.0-harn; it does in 0\.3\.0, 1\.0\.1$/m,
    );
  });

  it('gets a warning about a version that it does not name', async ({ sandbox }) => {
    written(sandbox);
    const { report } = await sandbox.report(['--transport', 'http']);
    const told = (report.problems ?? []).map(({ message }) => message);
    expect(told).toContain(
      'both also speaks 2026-07-28, which this run does not test: write `versions: ["2025-11-25", "2026-07-28"]` in proctor.yaml',
    );
  });
});
