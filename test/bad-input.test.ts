import { cpSync, existsSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type Report, reported, type Shop, verdicts } from './testing/program.js';

const node = process.execPath;
const hostile = resolve(import.meta.dirname, 'hostile/peer.mjs');

/** A server that does nothing wrong but what its behaviour says; it ends itself after a while. */
const peer = (behaviour: string) => [node, hostile, behaviour, '--seconds', '50'];

/** A target file for a command over stdio, with further lines. */
const overStdio = (command: readonly string[], more = '') =>
  `name: peer\nrole: mcp/server\ntransports:\n  stdio: { command: ${JSON.stringify(command)} }\n${more}`;

/** The same for a server over HTTP. */
const overHttp = (http: object) => `name: peer\nrole: mcp/server\ntransports:\n  http: ${JSON.stringify(http)}\n`;

/** Three cases that every server can pass, and the rules that watch them. */
const SOME = ['mcp.server.ping.answer', 'mcp.server.ping.again', 'mcp.server.base.id.text'];
const WATCHED = [...SOME, 'mcp.server.wire'];

/** What a target must not do while a call is refused: it would leave this file. */
const sentinel = (shop: Shop) => [
  node,
  '-e',
  `require('fs').writeFileSync(${JSON.stringify(join(shop.folder, 'started'))}, '')`,
];

/** The call is refused with exactly this on stderr, nothing on stdout, and nothing was started. */
async function refused(shop: Shop, args: readonly string[], message: string | RegExp): Promise<void> {
  const { exit, stdout, stderr } = await shop.run(args);
  if (typeof message === 'string') expect(stderr).toBe(`${message}\n`);
  else expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(exit).toBe(2);
  expect(existsSync(join(shop.folder, 'started'))).toBe(false);
}

/** Has a server listen on a port of the machine's choice; resolves with the port. */
function listening(server: Server): Promise<number> {
  return new Promise((settle, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => settle((server.address() as AddressInfo).port));
  });
}

describe('a target file', () => {
  it('with a syntax error is refused, with the place', async ({ shop }) => {
    shop.file('proctor.yaml', 'name: peer\nrole: mcp/server\ntransports: { stdio: { command: [a, b }\n');
    const { exit, stdout, stderr } = await shop.run(['run', '--target', 'proctor.yaml']);
    expect(stderr).toMatch(/^proctor\.yaml:3:\d+ {2}\S/);
    expect(stderr).toContain('    3 | transports: { stdio: { command: [a, b }');
    expect(stderr.match(/proctor\.yaml:\d+:\d+/g)).toHaveLength(1);
    expect([exit, stdout]).toEqual([2, '']);
  });

  it('with an unknown key is refused, with what was probably meant', async ({ shop }) => {
    shop.file('proctor.yaml', `name: peer\nrole: mcp/server\ntransports:\n  stdio: { comand: [${node}] }\n`);
    const { exit, stderr } = await shop.run(['run', '--target', 'proctor.yaml']);
    expect(stderr).toMatch(/^proctor\.yaml:4:12 {2}unknown (key|member) `comand`; did you mean `?command`?\?/);
    expect(stderr).toMatch(/ {4}4 \|.*comand.*\n {6}\| +\^{6}\n/);
    expect(exit).toBe(2);
  });

  it('with an unknown role is refused', async ({ shop }) => {
    shop.file('proctor.yaml', 'name: peer\nrole: mcp/sever\ntransports: { stdio: { command: [a] } }\n');
    const { exit, stderr } = await shop.run(['run', '--target', 'proctor.yaml']);
    expect(stderr).toMatch(/^proctor\.yaml:2:7 {2}unknown role `mcp\/sever`; did you mean `mcp\/server`\?\n/);
    expect(exit).toBe(2);
  });

  it('with an unknown behavior is refused', async ({ shop }) => {
    const behaviors = 'behaviors:\n  slow-tol: { gives: { name: a } }\n';
    shop.file('proctor.yaml', overStdio(sentinel(shop), behaviors));
    const said = /^proctor\.yaml:6:3 {2}unknown behavior `slow-tol`; did you mean `slow-tool`\?\n/;
    await refused(shop, ['run', '--target', 'proctor.yaml'], said);
  });

  it('that lists cases as untestable which do not exist is refused', async ({ shop }) => {
    shop.file('proctor.yaml', overStdio(sentinel(shop), 'untestable:\n  - { case: mcp.server.pong, reason: none }\n'));
    const said =
      'proctor.yaml lists `mcp.server.pong` as untestable, which matches no case; did you mean `mcp.server.ping`?';
    await refused(shop, ['run', '--target', 'proctor.yaml'], said);
  });

  it('whose secret is not set is refused', async ({ shop }) => {
    shop.file('proctor.yaml', overStdio(sentinel(shop), 'secrets:\n  token: { env: PROCTOR_TEST_NO_SUCH }\n'));
    const said = /^proctor\.yaml:6:\d+ {2}the environment variable `PROCTOR_TEST_NO_SUCH` is not set;/;
    await refused(shop, ['run', '--target', 'proctor.yaml'], said);
  });

  it('that is not there is named', async ({ shop }) => {
    await refused(shop, ['run', '--target', 'proctor.yaml'], 'proctor.yaml  does not exist');
  });
});

describe('a case file', () => {
  const withStep = (step: string) =>
    `suite: S\nrole: mcp/server\ncases:\n  - id: mcp.server.new\n    title: A\n    kills: []\n    steps:\n      - ${step}\n`;

  it('with an unknown key is refused, with the place', async ({ shop }) => {
    shop.file('new.yaml', withStep('{ call: { request: ping }, chek: MCP-PING-01 }'));
    const { exit, stdout } = await shop.run(['validate', 'case', 'new.yaml']);
    expect(stdout).toMatch(/^new\.yaml:8:36 {2}unknown key `chek`; did you mean `check`\?\n/);
    expect(exit).toBe(1);
  });

  it('with an unknown requirement is refused, with the place', async ({ shop }) => {
    cpSync(resolve(import.meta.dirname, '../cases'), join(shop.folder, 'cases'), { recursive: true });
    shop.file('cases/mcp/server/new.yaml', withStep('{ call: { request: ping }, check: MCP-PNG-01 }'));
    const { exit, stdout } = await shop.run(['validate', 'corpus', '.']);
    expect(stdout).toMatch(
      /^cases\/mcp\/server\/new\.yaml:8:43 {2}unknown requirement `MCP-PNG-01`; did you mean .*\n {4}8 \|.*\n {6}\| +\^{10}\n/,
    );
    expect(exit).toBe(1);
  });
});

describe('a call', () => {
  it.for<[string, string[], string]>([
    [
      'with a pattern that matches nothing',
      ['mcp.server.pong', 'mcp.server.ping'],
      'the pattern `mcp.server.pong` matches no case; did you mean `mcp.server.ping`?',
    ],
    [
      'with a requirement that nobody knows',
      ['MCP-PING-99'],
      'the pattern `MCP-PING-99` matches no case; did you mean `MCP-PING-01`?',
    ],
    ['with a part that is none', ['--shard', '4/3'], '--shard takes I/N with I from 1 to N, not 4/3'],
    ['with a part that is no fraction', ['--shard', 'half'], '--shard takes I/N with I from 1 to N, not half'],
    [
      'with a reporter that nobody knows',
      ['--reporter', 'xml=a.xml'],
      'there is no reporter "xml"; there are pretty, ndjson, json, junit, markdown, github, badge',
    ],
    [
      'with two reporters on stdout',
      ['--reporter', 'json', '--reporter', 'junit'],
      'only one reporter can have stdout, not json and junit; give the others a file: NAME=FILE',
    ],
    ['with a role that nobody knows', ['--role', 'mcp/sever'], 'there is no role "mcp/sever"; there are mcp/server'],
    [
      'with a version that nobody knows',
      ['--version', '2020-01-01'],
      'unknown version `2020-01-01` of mcp; there is 2025-11-25',
    ],
    [
      'with a transport that the target lacks',
      ['--transport', 'http'],
      expect.stringMatching(/^the target `.*` has no transport `http`; it has stdio$/) as unknown as string,
    ],
    [
      'with failures to repeat and none kept',
      ['--last-failed'],
      '--last-failed: there is no .proctor/last-failed.json here; run without it first',
    ],
    ['with a file of known failures that is not there', ['--known', 'known.yaml'], 'known.yaml  does not exist'],
    [
      'with a number that is none',
      ['--jobs', '0'],
      "error: option '--jobs <n>' argument '0' is invalid. wanted a whole number from 1",
    ],
    ['with an option that nobody knows', ['--job', '2'], "error: unknown option '--job'\n(Did you mean --jobs?)"],
    [
      'with a target besides the command',
      ['--url', 'http://127.0.0.1:1/mcp'],
      'a target is given by --target, by --url, or as a command behind `--`; give one of them',
    ],
  ])('%s is refused', async ([, args, said], { shop }) => {
    const role = args[0] === '--role' ? [] : ['--role', 'mcp/server'];
    const { exit, stdout, stderr } = await shop.run(['run', ...role, ...args, '--', ...sentinel(shop)]);
    expect(stderr.trimEnd()).toEqual(said);
    expect([exit, stdout]).toEqual([2, '']);
    expect(existsSync(join(shop.folder, 'started'))).toBe(false);
  });

  it('with two target files is refused', async ({ shop }) => {
    shop.file('a.yaml', overStdio(sentinel(shop)));
    await refused(shop, ['run', '--target', 'a.yaml', '--target', 'a.yaml'], /'a\.yaml' is invalid\..*give it once/);
  });

  it('with a target file of another role is refused', async ({ shop }) => {
    shop.file('a.yaml', overStdio(sentinel(shop)));
    const said = 'a.yaml describes a target of mcp/server, not of mcp/client';
    await refused(shop, ['run', '--target', 'a.yaml', '--role', 'mcp/client'], said);
  });

  it('with a command and no role is refused', async ({ shop }) => {
    const said = 'say with --role what the target plays, such as --role mcp/server';
    await refused(shop, ['run', '--', ...sentinel(shop)], said);
  });

  it('with a url that is none is refused', async ({ shop }) => {
    const said = '`localhost` is no URL that a target can be reached by; such as http://127.0.0.1:3000/mcp';
    await refused(shop, ['run', '--role', 'mcp/server', '--url', 'localhost'], said);
  });

  it('of a command that nobody knows is refused', async ({ shop }) => {
    await refused(shop, ['runn'], "error: unknown command 'runn'\n(Did you mean run?)");
  });
});

describe('a file of known failures', () => {
  const run = ['run', '--role', 'mcp/server', '--known', 'known.yaml', 'mcp.server.ping', '--'];

  it.for<[string, string]>([
    ['matches nothing', 'mcp.server.pong'],
    ['names a requirement that no such case checks', 'mcp.server.ping.*#MCP-NOPE-01'],
  ])('with an entry that %s is refused, with the place', async ([, pattern], { shop }) => {
    shop.file('known.yaml', `known:\n  - { case: "${pattern}", reason: slow, issue: "#7" }\n`);
    const said = `the known failure \`${pattern}\` matches no case\n    known.yaml:2:5  slow (#7)`;
    await refused(shop, [...run, ...sentinel(shop)], said);
  });

  it('with an unknown key is refused, with the place', async ({ shop }) => {
    shop.file('known.yaml', 'known:\n  - { case: mcp.server.ping.answer, reson: slow, issue: "#7" }\n');
    await refused(shop, [...run, ...sentinel(shop)], /^known\.yaml:2:\d+ {2}.*`reson`; did you mean `?reason/);
  });
});

describe('a report that can not be written', () => {
  it('is told, and the run and the other reports go on', async ({ shop }) => {
    const reporters = ['--reporter', 'json=no/such/folder.json', '--reporter', 'ndjson=events.ndjson'];
    const args = [
      'run',
      '--reporter',
      'pretty',
      ...reporters,
      '--role',
      'mcp/server',
      ...SOME,
      '--',
      ...peer('stdio.valid'),
    ];
    const { exit, stdout, stderr } = await shop.run(args);
    expect(stderr).toBe("proctor: the report no/such/folder.json can't be written: there is no such folder (ENOENT)\n");
    expect(stdout).toMatch(/\n3 cases in .*: 3 passed\n$/);
    expect(JSON.parse(shop.read('events.ndjson').trimEnd().split('\n').at(-1)!)).toMatchObject({ type: 'footer' });
    expect(exit).toBe(2);
  });
});

describe('a target that can not be started', () => {
  /** Every planned case that could be played is in error for the same reason, which is told once. */
  const inError = ({ report, stdout }: { report: Report; stdout: string }, reason: string) => {
    expect(new Set(report.cases.map(({ verdict }) => verdict))).toEqual(new Set(['error']));
    expect(new Set(report.cases.map((one) => one.reason))).toEqual(new Set([reason]));
    expect(report.summary).toMatchObject({ planned: report.cases.length, error: report.cases.length, notRun: 0 });
    // Told once, and not for each case again.
    expect(stdout.split(reason)).toHaveLength(2);
    expect(stdout).toContain(`! the target could not be started: ${reason}\n`);
  };

  it('because there is no such program makes exit 3', async ({ shop }) => {
    const ran = await shop.report(['--role', 'mcp/server', ...WATCHED, '--', 'no-such-program-anywhere', '--flag']);
    inError(ran, 'cannot start `no-such-program-anywhere --flag`: the program no-such-program-anywhere does not exist');
    expect(ran.exit).toBe(3);
  });

  it('because its working directory is not there makes exit 3', async ({ shop }) => {
    const stdio = `{ command: [${node}], cwd: nowhere }`;
    shop.file('a.yaml', `name: a\nrole: mcp/server\ntransports: { stdio: ${stdio} }\n`);
    const ran = await shop.report(['--target', 'a.yaml', ...WATCHED]);
    const where = join(shop.folder, 'nowhere');
    inError(ran, `cannot start \`${node}\`: the working directory ${where} does not exist`);
    expect(ran.exit).toBe(3);
  });

  it.for<[string, string, string, string]>([
    [
      'exits at once',
      'stdio.exits-with-error',
      'code 7',
      "its last words on stderr:\n      Error: Cannot find module './server.js'\n",
    ],
    ['dies in the handshake', 'stdio.dies-in-handshake', 'code 1', ''],
  ])('because it %s makes exit 3', async ([, behaviour, code, words], { shop }) => {
    const ran = await shop.report(['--role', 'mcp/server', ...WATCHED, '--', ...peer(behaviour)]);
    inError(ran, `\`${peer(behaviour).join(' ')}\` exited with ${code} before it said anything`);
    expect(ran.stdout).toContain(words);
    expect(ran.exit).toBe(3);
  });

  it('because its port is taken makes exit 3, with its last words', async ({ shop }) => {
    shop.file('a.yaml', overHttp({ command: peer('http.port-in-use'), ready: { stdout: 'listening on (.+)' } }));
    const ran = await shop.report(['--target', 'a.yaml', 'mcp.server.ping.answer']);
    expect(ran.report.cases[0]?.reason).toMatch(/ exited with code 1 after \d+ ms, before it listened$/);
    expect(ran.stdout).toContain('EADDRINUSE');
    expect(ran.exit).toBe(3);
  });

  it('because somebody else has its port makes exit 3, and that one is left alone', async ({ shop }) => {
    let visitors = 0;
    const server = createServer((socket) => {
      // A look at who is there is no visit: the target's messages would be.
      socket.on('data', () => visitors++);
      socket.on('error', () => undefined);
    });
    const port = await listening(server);
    shop.file('a.yaml', overHttp({ command: sentinel(shop), url: `http://127.0.0.1:${port}/mcp` }));
    const ran = await shop.report(['--target', 'a.yaml', ...SOME]);
    server.close();
    inError(ran, `the port is in use: somebody listens on 127.0.0.1:${port} already`);
    expect([ran.exit, visitors]).toEqual([3, 0]);
    expect(existsSync(join(shop.folder, 'started'))).toBe(false);
  });

  it('because it never listens makes exit 3', async ({ shop }) => {
    const ready = { stdout: 'listening on (.+)', within: '1s' };
    shop.file('a.yaml', overHttp({ command: peer('http.says-no-url'), ready }));
    const ran = await shop.report(['--target', 'a.yaml', ...SOME]);
    inError(ran, `\`${peer('http.says-no-url').join(' ')}\` did not listen within 1s`);
    expect(ran.exit).toBe(3);
  });
});

describe('a target that misbehaves', () => {
  const play = (shop: Shop, behaviour: string, more: string[] = []) =>
    shop.report(['--role', 'mcp/server', ...more, ...WATCHED, '--', ...peer(behaviour)]);
  /** The verdicts that are neither pass nor a rule that had nothing to judge. */
  const wrong = (report: Report) =>
    Object.fromEntries(Object.entries(verdicts(report)).filter(([, one]) => one !== 'pass' && one !== 'skipped'));

  it('by dying in the middle of its first message fails every case, and no other target is blamed', async ({
    shop,
  }) => {
    const { exit, report } = await play(shop, 'stdio.dies-in-mid-line');
    for (const id of SOME) {
      expect(reported(report, id)).toMatchObject({ verdict: 'fail' });
      expect(reported(report, id).reason).toMatch(
        /^MCP-PING-01: the target exited with code 0 before reply to initialize/,
      );
    }
    expect(reported(report, 'mcp.server.wire.json').verdict).toBe('fail');
    expect(exit).toBe(1);
  });

  it('by dying after the handshake fails the cases that find it dead', async ({ shop }) => {
    const { exit, report } = await play(shop, 'stdio.dies-after-handshake');
    for (const id of SOME)
      expect(reported(report, id).reason).toMatch(/^MCP-PING-01: the target exited with code 0 before reply to /);
    expect(wrong(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'fail'])));
    expect(exit).toBe(1);
  });

  it('by a banner on stdout fails the rule for it, and every case passes', async ({ shop }) => {
    const { exit, report, stdout } = await play(shop, 'stdio.banner');
    expect(wrong(report)).toEqual({ 'mcp.server.wire.stdout': 'fail' });
    expect(stdout).toContain('"Hostile Peer 1.0 - welcome!" on its output is no message');
    expect(exit).toBe(1);
  });

  it('by answering twice fails the rule for it, and every case passes', async ({ shop }) => {
    const { exit, report, stdout } = await play(shop, 'stdio.answers-twice');
    expect(wrong(report)).toEqual({ 'mcp.server.wire.unmatched': 'fail' });
    expect(stdout).toContain('a second response to ping with the id');
    expect(exit).toBe(1);
  });

  it('by never answering makes every case untestable, soon', async ({ shop }) => {
    shop.file('a.yaml', overStdio(peer('stdio.silent'), 'within: 200ms\n'));
    const { exit, report, stdout } = await shop.report(['--target', 'a.yaml', 'mcp.server.base']);
    const played = report.cases.filter(({ verdict }) => verdict !== 'skipped');
    expect(new Set(played.map(({ verdict }) => verdict))).toEqual(new Set(['untestable']));
    // Not one wait for each of them: who has said nothing to the first will say nothing to the rest.
    const waited = played.filter(({ durationMs }) => durationMs > 0);
    expect(played.length).toBeGreaterThan(50);
    expect(waited.length).toBeLessThanOrEqual(8);
    expect(stdout).toContain('did not come within 200ms; nothing came at all');
    expect(stdout).toContain('the target has not said a word in this run');
    expect(exit).toBe(1);
  });

  it('by answering nothing but the handshake fails what asks more', async ({ shop }) => {
    const args = ['--role', 'mcp/server', '--slow', '0.4', SOME[0]!, '--', ...peer('stdio.never-answers')];
    const { exit, report } = await shop.report(args);
    expect(reported(report, SOME[0]!)).toMatchObject({ verdict: 'fail' });
    expect(reported(report, SOME[0]!).reason).toMatch(/^MCP-PING-01: reply to ping\S* did not come within 2s/);
    expect(exit).toBe(1);
  });

  it('by a flood of messages disturbs nothing', async ({ shop }) => {
    const { exit, report } = await play(shop, 'stdio.floods-stdout');
    expect(wrong(report)).toEqual({});
    expect(exit).toBe(0);
  });

  it('by a flood of what is no message fails the rule for it', async ({ shop }) => {
    const { exit, report } = await play(shop, 'stdio.floods-garbage');
    expect(wrong(report)).toEqual({ 'mcp.server.wire.stdout': 'fail' });
    expect(exit).toBe(1);
  });

  it('by closing its stdout while it lives fails what can not be answered any more', async ({ shop }) => {
    const { exit, report } = await play(shop, 'stdio.closes-stdout');
    expect(wrong(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'fail'])));
    expect(reported(report, 'mcp.server.ping.answer').reason).toMatch(
      /^MCP-PING-01: channel main was closed before reply to ping/,
    );
    expect(exit).toBe(1);
  });
});

describe('a server that the kit starts over HTTP', () => {
  it('and that dies is started anew, and only what it died in is its fault', async ({ shop }) => {
    const ready = { stdout: 'listening on (.+)' };
    shop.file('a.yaml', `${overHttp({ command: peer('http.exits-when-asked'), ready })}isolation: run\n`);
    const { exit, report } = await shop.report([
      '--target',
      'a.yaml',
      '--jobs',
      '1',
      ...SOME,
      'mcp.server.wire.schema',
    ]);
    for (const id of SOME)
      expect(reported(report, id).reason).toMatch(/^MCP-PING-01: the target exited with code 1 before reply to /);
    expect(reported(report, 'mcp.server.wire.schema').verdict).toBe('pass');
    expect(exit).toBe(1);
  });

  it('on a port that its file fixes is there for one case at a time', async ({ shop }) => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((settle) => server.close(settle));
    const command = [node, resolve(import.meta.dirname, '../dist/bin/proctor.mjs'), 'mock', 'mcp/server'];
    const http = {
      command: [...command, '--transport', 'http', '--port', `${port}`],
      url: `http://127.0.0.1:${port}/mcp`,
    };
    shop.file('a.yaml', overHttp(http));
    const { exit, report } = await shop.report(['--target', 'a.yaml', '--jobs', '3', ...SOME]);
    expect(verdicts(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'pass'])));
    expect(exit).toBe(0);
  });
});

describe('a mock', () => {
  it('whose port is taken says so, and exits with 2', async ({ shop }) => {
    const server = createServer();
    const port = await listening(server);
    const { exit, stdout, stderr } = await shop.run(['mock', 'mcp/server', '--transport', 'http', '--port', `${port}`]);
    server.close();
    expect(stderr).toBe(`cannot listen on 127.0.0.1:${port}: the port is in use\n`);
    expect([exit, stdout]).toEqual([2, '']);
  });

  it('gives its port back', async ({ shop }) => {
    const mock = shop.start(['mock', 'mcp/server', '--transport', 'http']);
    const port = Number(/^listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(await mock.firstLine())?.[1]);
    mock.signal('SIGTERM');
    expect(await mock.done).toMatchObject({ exit: 0, stderr: '' });
    const server = createServer();
    await new Promise<void>((settle, reject) => {
      server.on('error', reject);
      server.listen(port, '127.0.0.1', settle);
    });
    server.close();
  });

  it('of a role that nobody knows is refused', async ({ shop }) => {
    const { exit, stderr } = await shop.run(['mock', 'mcp/sever']);
    expect(stderr).toBe('proctor: no role "mcp/sever"; there are mcp/server\n');
    expect(exit).toBe(2);
  });
});
