import { describe, expect } from 'vitest';
import { roles } from '../../src/protocols/index.js';
import { PROCTOR } from '../testing/program.js';
import { it } from '../testing/warm.js';

const target = [
  '# Ours.',
  'name: mine',
  'role: mcp/server',
  'transports:',
  `  stdio: { command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(PROCTOR)}, mock, mcp/server] }`,
  '',
].join('\n');

describe('a new case', { timeout: 60_000 }, () => {
  it('runs as it is written, and the next one goes behind it', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', target);
    const first = await sandbox.run(['new', 'case', 'orders.export.rows', '--title', 'Rows come in order']);
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(
      /^wrote conformance\/export\.yaml\nwrote conformance\/requirements\.yaml\nwrote proctor\.yaml\n/,
    );
    expect(sandbox.read('proctor.yaml')).toBe(`${target}cases: conformance\n`);
    const again = await sandbox.run(['new', 'case', 'orders.export.limits']);
    expect(again.stdout).toMatch(/^wrote conformance\/export\.yaml\nwrote conformance\/requirements\.yaml\n\n/);
    expect(sandbox.read('conformance/export.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/proctor\/dist\/schemas\/case\/v1\.json\nsuite: Export\nrole: mcp\/server\ncases:\n {2}- id: orders\.export\.rows\n {4}title: Rows come in order\n(?:.*\n)*\n {2}- id: orders\.export\.limits\n/,
    );
    expect(sandbox.read('conformance/requirements.yaml')).toMatch(
      /- id: ORDERS-EXPORT-01\n(?:.*\n)* {2}- id: ORDERS-EXPORT-02\n/,
    );
    const run = await sandbox.run(['run', 'orders.*']);
    expect(run.stdout).toMatch(/^ {2}Export +✓ 2$/m);
    expect(run.exit).toBe(0);
    expect((await sandbox.run(['validate', 'case', 'conformance/export.yaml'])).stdout).toBe(
      'conformance/export.yaml: case file: valid\n',
    );
  });

  it('may prove a requirement that there is, and go elsewhere', async ({ sandbox }) => {
    const made = await sandbox.run([
      'new',
      'case',
      'mine.ping',
      '--role',
      'mcp/server',
      '--requirement',
      'MCP-PING-01',
      '--folder',
      'tests/own',
    ]);
    expect(made.stdout).toMatch(/^wrote tests\/own\/mine\.yaml\n\n/);
    const next = await sandbox.run([
      'new',
      'case',
      'mine.first.lists',
      '--role',
      'mcp/server',
      '--folder',
      'tests/own',
    ]);
    expect(next.stdout).toContain('wrote tests/own/requirements.yaml\n');
    await sandbox.run(['new', 'case', 'mine.first.again', '--role', 'mcp/server', '--folder', 'tests/own']);
    expect(sandbox.read('tests/own/requirements.yaml')).toMatch(
      /id: MINE-FIRST-01\n(?:.*\n)* {2}- id: MINE-FIRST-02\n/,
    );
    const run = await sandbox.run(['run', '--self', '--role', 'mcp/server', '--cases', 'tests/own', 'mine.ping']);
    expect(run.stdout).toMatch(/^ {2}Mine +✓ 1$/m);
  });

  it('may use the steps that a role shares, which are listed with what they do', async ({ sandbox }) => {
    const { stdout } = await sandbox.run(['list', 'fragments', 'mcp/server']);
    expect(stdout).toMatch(/^initialized +saves capabilities/m);
    const json = JSON.parse((await sandbox.run(['list', 'fragments', 'harn/agent', '--json'])).stdout);
    const session = json.fragments.find((one: { name: string }) => one.name === 'session');
    expect(session).toMatchObject({
      role: 'harn/agent',
      file: 'cases/acp/agent/fragments.yaml',
      text: 'saves sessionId',
    });
  });

  it('that can not be written changes no file', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', `${target}cases: own\n`);
    sandbox.file(
      'own/export.yaml',
      'suite: Export\nrole: mcp/client\ncases:\n  - { id: a.b, title: It holds, steps: [{ assert: { value: 1, is: 1 } }] }\n',
    );
    const refused = async (...args: string[]) => {
      const { stderr, exit, stdout } = await sandbox.run(['new', 'case', ...args]);
      expect([stdout, exit]).toEqual(['', 2]);
      return stderr;
    };
    expect(await refused('Orders')).toMatch(/^`Orders` is not an id of a case/);
    expect(await refused('orders.one', '--role', 'mcp/servr')).toMatch(/did you mean `mcp\/server`/);
    expect(await refused('orders.one', '--requirement', 'MCP-PIN-01')).toMatch(
      /^unknown requirement `MCP-PIN-01`; did you mean/,
    );
    expect(await refused('mcp.server.ping.answer')).toMatch(
      /^the id `mcp\.server\.ping\.answer` is there already: cases\/mcp\//,
    );
    expect(await refused('orders.export.rows')).toMatch(
      /own\/export\.yaml has cases of mcp\/client, and the new one is for mcp\/server/,
    );
    sandbox.file('own/broken.yaml', 'suite: [\n');
    expect(await refused('orders.two.rows')).toMatch(/^\.\/own\/broken\.yaml:/);
  });

  it.for(Object.keys(roles))('of %s passes on the reference', async (role, { sandbox }) => {
    await sandbox.run(['new', 'case', 'demo.first.works', '--role', role, '--folder', 'own']);
    const { stdout, exit } = await sandbox.run(['run', '--self', '--role', role, '--cases', 'own', 'demo.*']);
    expect(stdout).toMatch(/^ {2}First +✓ 1$/m);
    expect(exit).toBe(0);
  });
});
