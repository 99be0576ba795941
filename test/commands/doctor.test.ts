import { describe, expect } from 'vitest';
import { server } from '../testing/peers.js';
import { it } from '../testing/warm.js';

describe('doctor', { timeout: 120_000 }, () => {
  it('looks at the machine, and starts nothing without a target', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run(['doctor']);
    expect(stdout).toMatch(/^✓ Proctor \d/);
    expect(stdout).toContain('· no target was started: there is no proctor.yaml here\n');
    expect(stdout).toMatch(/\nnothing is wrong\. A bug report can hold all of this: secrets are left out\.\n$/);
    expect(exit).toBe(0);
  });

  it('starts the target of the file over each of its transports, and shows no secret', async ({ sandbox }) => {
    const http = { url: 'http://127.0.0.1:1/mcp', headers: { authorization: 'Bearer ${env.TOKEN_OF_MINE}' } };
    const stdio = { command: server(), env: { SAYS: '${env.TOKEN_OF_MINE}' } };
    sandbox.file('proctor.yaml', JSON.stringify({ name: 'mine', role: 'mcp/server', transports: { stdio, http } }));
    const { exit, stdout } = await sandbox.run(['doctor'], { TOKEN_OF_MINE: 'hunter2-hunter2' });
    expect(stdout).toMatch(/✓ proctor\.yaml: `mine`, mcp\/server 2025-11-25 over stdio, answered in \d+ ms, as /);
    expect(stdout).toMatch(/✗ proctor\.yaml: `mine`.* over http\n {4}.*nobody listens at http:\/\/127\.0\.0\.1:1\/mcp/);
    expect(stdout).toMatch(/\n1 thing is wrong\. /);
    expect(stdout).not.toContain('hunter2');
    expect(exit).toBe(1);
  });

  it('shows what a target said that did not start, as JSON too', async ({ sandbox }) => {
    const says = 'console.error("no config", process.env.WORD); process.exit(3)';
    const args = ['doctor', '--json', '--role', 'mcp/server', '--header', 'x: y', '--', process.execPath, '-e', says];
    const { findings } = JSON.parse(
      (await sandbox.run(args.filter((word) => !['--header', 'x: y'].includes(word)))).stdout,
    );
    const { is, more } = findings.at(-1);
    expect([is, more[0]]).toEqual(['no', expect.stringContaining('exited with code 3 before it said anything')]);
    expect(more.join('\n')).toContain('no config');
    const wrong = await sandbox.run(args);
    expect(JSON.parse(wrong.stdout).findings.at(-1)).toMatchObject({ is: 'no' });
    expect(wrong.exit).toBe(1);
  });

  it('says what is wrong with a target file, and does not try a client that no behavior starts', async ({
    sandbox,
  }) => {
    sandbox.file('proctor.yaml', 'name: a\nrole: mcp/sever\ntransports: { stdio: { command: [x] } }\n');
    const { exit, stdout } = await sandbox.run(['doctor']);
    expect(stdout).toContain('✗ proctor.yaml:2:7  unknown role `mcp/sever`');
    expect(exit).toBe(1);
    const client = await sandbox.run(['doctor', '--role', 'mcp/client', '--', process.execPath, '-e', '0']);
    expect(client.stdout).toContain('over stdio, was started and said nothing: cases start it, and say what it does\n');
    expect(client.exit).toBe(0);
  });
});
