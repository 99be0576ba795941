import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { hostile, listening, overHttp, overStdio, SOME, sentinel } from '../testing/peers.js';
import { played, type Report, reported, type Sandbox, verdicts } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;
const WATCHED = [...SOME, 'mcp.server.wire'];

describe('a target that can not be started', () => {
  /** No case is run, for a reason that is told once. */
  const isNotRun = ({ report, stdout }: { report: Report; stdout: string }, reason: string) => {
    expect(report.cases).toEqual([]);
    expect(report.summary).toMatchObject({ planned: report.notRun?.length, notRun: report.notRun?.length });
    expect(stdout.split(reason)).toHaveLength(2);
    expect(stdout).toContain(`! the target could not be started: ${reason}\n`);
  };

  it('because there is no such program makes exit 3', async ({ sandbox }) => {
    const ran = await sandbox.report(['--role', 'mcp/server', ...WATCHED, '--', 'no-such-program-anywhere', '--flag']);
    isNotRun(
      ran,
      'cannot start `no-such-program-anywhere --flag`: the program no-such-program-anywhere does not exist',
    );
    expect(ran.exit).toBe(3);
  });

  it('because its working directory is not there makes exit 3', async ({ sandbox }) => {
    const stdio = `{ command: [${node}], cwd: nowhere }`;
    sandbox.file('a.yaml', `name: a\nrole: mcp/server\ntransports: { stdio: ${stdio} }\n`);
    const ran = await sandbox.report(['--target', 'a.yaml', ...WATCHED]);
    const where = join(sandbox.folder, 'nowhere');
    isNotRun(ran, `cannot start \`${node}\`: the working directory ${where} does not exist`);
    expect(ran.exit).toBe(3);
  });

  it.for<[string, string, string, string]>([
    [
      'exits at once',
      'stdio.exits-with-error',
      'code 7',
      "what it said on stderr:\n      Error: Cannot find module './server.js'\n",
    ],
    ['dies in the handshake', 'stdio.dies-in-handshake', 'code 1', ''],
  ])('because it %s makes exit 3', async ([, behaviour, code, words], { sandbox }) => {
    const ran = await sandbox.report(['--role', 'mcp/server', ...WATCHED, '--', ...hostile(behaviour)]);
    isNotRun(ran, `\`${hostile(behaviour).join(' ')}\` exited with ${code} before it said anything`);
    expect(ran.stdout).toContain(words);
    expect(ran.exit).toBe(3);
  });

  it('is told on stderr where all reports go to files', async ({ sandbox }) => {
    const args = ['--reporter', 'junit=a.xml', '--role', 'mcp/server', ...SOME, '--', 'no-such-program-anywhere'];
    const { exit, stdout, stderr } = await sandbox.run(['run', ...args]);
    expect([exit, stdout]).toEqual([3, '']);
    const [cause, summary, ...more] = stderr.split('\n');
    expect(cause).toBe(
      'proctor: the target could not be started: cannot start `no-such-program-anywhere`: the program no-such-program-anywhere does not exist',
    );
    expect(summary).toMatch(/^proctor: \d+ cases in [\d.]+ m?s: \d+ not run$/);
    expect(more).toEqual(['']);
    expect(sandbox.read('a.xml')).toContain('the program no-such-program-anywhere does not exist');
  });

  it('because its port is taken makes exit 3, with its last words', async ({ sandbox }) => {
    sandbox.file('a.yaml', overHttp({ command: hostile('http.port-in-use'), ready: { stdout: 'listening on (.+)' } }));
    const ran = await sandbox.report(['--target', 'a.yaml', 'mcp.server.ping.answer']);
    expect(ran.report.problems?.[0]?.message).toMatch(/ exited with code 1 after \d+ ms, before it listened$/);
    expect(ran.stdout).toContain('EADDRINUSE');
    expect(ran.exit).toBe(3);
  });

  it('because somebody else has its port makes exit 3, and that one is left alone', async ({ sandbox }) => {
    let conversations = 0;
    const server = createServer((socket) => {
      // A look at who is there sends nothing; the target would.
      socket.on('data', () => conversations++);
      socket.on('error', () => undefined);
    });
    const port = await listening(server);
    sandbox.file('a.yaml', overHttp({ command: sentinel(sandbox.folder), url: `http://127.0.0.1:${port}/mcp` }));
    const ran = await sandbox.report(['--target', 'a.yaml', ...SOME]);
    server.close();
    isNotRun(ran, `the port is in use: somebody listens on 127.0.0.1:${port} already`);
    expect([ran.exit, conversations]).toEqual([3, 0]);
    expect(existsSync(join(sandbox.folder, 'started'))).toBe(false);
  });

  it.for(['', 'limit: 500ms\n'])('because it never listens makes exit 3, with %j', async (limit, { sandbox }) => {
    const ready = { stdout: 'listening on (.+)', within: '1s' };
    sandbox.file('a.yaml', overHttp({ command: hostile('http.says-no-url'), ready }) + limit);
    const ran = await sandbox.report(['--target', 'a.yaml', ...SOME]);
    isNotRun(ran, `\`${hostile('http.says-no-url').join(' ')}\` did not listen within 1s`);
    expect(ran.exit).toBe(3);
  });
});

describe('a target that misbehaves', () => {
  const play = (sandbox: Sandbox, behaviour: string, more: string[] = []) =>
    sandbox.report(['--role', 'mcp/server', ...more, ...WATCHED, '--', ...hostile(behaviour)]);
  /** The verdicts that are neither pass nor a rule that had nothing to judge. */
  const wrong = (report: Report) =>
    Object.fromEntries(Object.entries(verdicts(report)).filter(([, one]) => one !== 'pass' && one !== 'skipped'));

  it('by dying in the middle of its first message is told once, and no case is run', async ({ sandbox }) => {
    const { exit, report } = await play(sandbox, 'stdio.dies-in-mid-line');
    expect(report.problems).toMatchObject([{ message: expect.stringContaining('the target exited with code 0') }]);
    expect(report.cases).toEqual([]);
    expect(exit).toBe(3);
  });

  it('by dying after the handshake fails the cases that find it dead', async ({ sandbox }) => {
    const { exit, report } = await play(sandbox, 'stdio.dies-after-handshake');
    for (const id of SOME)
      expect(reported(report, id).reason).toMatch(/^MCP-BASE-25: the target exited with code 0 before reply to /);
    expect(wrong(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'fail'])));
    expect(exit).toBe(1);
  });

  it('by a banner on stdout fails the rule for it, and every case passes', async ({ sandbox }) => {
    const { exit, report, stdout } = await play(sandbox, 'stdio.banner');
    expect(wrong(report)).toEqual({ 'mcp.server.wire.stdout': 'fail' });
    expect(stdout).toContain('"Hostile Peer 1.0 - welcome!" on its output is not a message');
    expect(exit).toBe(1);
  });

  it('by answering twice fails the rule for it, and every case passes', async ({ sandbox }) => {
    const { exit, report, stdout } = await play(sandbox, 'stdio.answers-twice');
    expect(wrong(report)).toEqual({ 'mcp.server.wire.unmatched': 'fail' });
    expect(stdout).toContain('a second response to ping with the id');
    expect(exit).toBe(1);
  });

  it('by never answering is told once, after one long wait', async ({ sandbox }) => {
    sandbox.file('a.yaml', overStdio(hostile('stdio.silent'), 'within: 200ms\n'));
    const { exit, report, stdout } = await sandbox.report(['--target', 'a.yaml', 'mcp.server.base']);
    expect(report.cases).toEqual([]);
    expect(stdout).toContain('reply to initialize did not come within 800ms; nothing came at all');
    expect(exit).toBe(3);
  });

  it('by answering nothing but the handshake fails what asks more', async ({ sandbox }) => {
    const args = ['--role', 'mcp/server', '--slow', '0.4', SOME[0]!, '--', ...hostile('stdio.never-answers')];
    const { exit, report } = await sandbox.report(args);
    expect(reported(report, SOME[0]!)).toMatchObject({ verdict: 'fail' });
    expect(reported(report, SOME[0]!).reason).toMatch(/^MCP-PING-01: reply to ping\S* did not come within 2s/);
    expect(exit).toBe(1);
  });

  it('by a flood of messages disturbs nothing', async ({ sandbox }) => {
    const { exit, report } = await play(sandbox, 'stdio.floods-stdout');
    expect(wrong(report)).toEqual({});
    expect(exit).toBe(0);
  });

  it('by a flood of what is not a message fails the rule for it', async ({ sandbox }) => {
    const { exit, report } = await play(sandbox, 'stdio.floods-garbage');
    expect(wrong(report)).toEqual({ 'mcp.server.wire.stdout': 'fail' });
    expect(exit).toBe(1);
  });

  it('by closing its stdout while it lives fails what can not be answered any more', async ({ sandbox }) => {
    const { exit, report } = await play(sandbox, 'stdio.closes-stdout');
    expect(wrong(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'fail'])));
    expect(reported(report, 'mcp.server.ping.answer').reason).toMatch(
      /^MCP-PING-01: channel main was closed before reply to ping/,
    );
    expect(exit).toBe(1);
  });
});

describe('a server that the kit starts over HTTP', () => {
  it('and that dies is started anew, and only what it died in is its fault', async ({ sandbox }) => {
    const ready = { stdout: 'listening on (.+)' };
    sandbox.file('a.yaml', `${overHttp({ command: hostile('http.exits-when-asked'), ready })}isolation: run\n`);
    const { exit, report } = await sandbox.report([
      '--target',
      'a.yaml',
      '--jobs',
      '1',
      ...SOME,
      'mcp.server.wire.schema',
    ]);
    for (const id of SOME)
      expect(reported(report, id).reason).toMatch(/^MCP-BASE-25: the target exited with code 1 before reply to /);
    expect(reported(report, 'mcp.server.wire.schema').verdict).toBe('pass');
    expect(exit).toBe(1);
  });

  it('on a port that its file fixes is there for one case at a time', async ({ sandbox }) => {
    const port = await freePort();
    const command = [node, resolve(import.meta.dirname, '../../dist/bin/proctor.mjs'), 'mock', 'mcp/server'];
    const http = {
      command: [...command, '--transport', 'http', '--port', `${port}`],
      url: `http://127.0.0.1:${port}/mcp`,
    };
    sandbox.file('a.yaml', overHttp(http));
    const { exit, report } = await sandbox.report(['--target', 'a.yaml', '--jobs', '3', ...SOME]);
    expect(played(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'pass'])));
    expect(exit).toBe(0);
  });
});
