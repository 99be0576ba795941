import { cpSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { REPORTERS } from '../../reports/index.js';
import { listening, overStdio, ROLE, SOME, sentinel, server } from '../testing/peers.js';
import type { Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;

/** The call is refused with exactly this on stderr, nothing on stdout, and nothing was started. */
async function refused(sandbox: Sandbox, args: readonly string[], message: string | RegExp): Promise<void> {
  const { exit, stdout, stderr } = await sandbox.run(args);
  if (typeof message === 'string') expect(stderr).toBe(`${message}\n`);
  else expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(exit).toBe(2);
  expect(existsSync(join(sandbox.folder, 'started'))).toBe(false);
}

describe('a target file', () => {
  it('with a syntax error is refused, with the place', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', 'name: peer\nrole: mcp/server\ntransports: { stdio: { command: [a, b }\n');
    const { exit, stdout, stderr } = await sandbox.run(['run', '--target', 'proctor.yaml']);
    expect(stderr).toMatch(/^proctor\.yaml:3:\d+ {2}\S/);
    expect(stderr).toContain('    3 | transports: { stdio: { command: [a, b }');
    expect(stderr.match(/proctor\.yaml:\d+:\d+/g)).toHaveLength(1);
    expect([exit, stdout]).toEqual([2, '']);
  });

  it('with an unknown key is refused, with what was probably meant', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', `name: peer\nrole: mcp/server\ntransports:\n  stdio: { comand: [${node}] }\n`);
    const { exit, stderr } = await sandbox.run(['run', '--target', 'proctor.yaml']);
    expect(stderr).toMatch(/^proctor\.yaml:4:12 {2}unknown (key|member) `comand`; did you mean `?command`?\?/);
    expect(stderr).toMatch(/ {4}4 \|.*comand.*\n {6}\| +\^{6}\n/);
    expect(exit).toBe(2);
  });

  it('with an unknown role is refused', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', 'name: peer\nrole: mcp/sever\ntransports: { stdio: { command: [a] } }\n');
    const { exit, stderr } = await sandbox.run(['run', '--target', 'proctor.yaml']);
    expect(stderr).toMatch(/^proctor\.yaml:2:7 {2}unknown role `mcp\/sever`; did you mean `mcp\/server`\?\n/);
    expect(exit).toBe(2);
  });

  it('with an unknown behavior is refused', async ({ sandbox }) => {
    const behaviors = 'behaviors:\n  slow-tol: { gives: { name: a } }\n';
    sandbox.file('proctor.yaml', overStdio(sentinel(sandbox.folder), behaviors));
    const said = /^proctor\.yaml:6:3 {2}unknown behavior `slow-tol`; did you mean `slow-tool`\?\n/;
    await refused(sandbox, ['run', '--target', 'proctor.yaml'], said);
  });

  it('that lists cases as untestable which do not exist is refused', async ({ sandbox }) => {
    sandbox.file(
      'proctor.yaml',
      overStdio(sentinel(sandbox.folder), 'untestable:\n  - { case: mcp.server.pong, reason: none }\n'),
    );
    const said =
      'proctor.yaml lists `mcp.server.pong` as untestable, which matches no case; did you mean `mcp.server.ping`?';
    await refused(sandbox, ['run', '--target', 'proctor.yaml'], said);
  });

  it('whose secret is not set is refused', async ({ sandbox }) => {
    sandbox.file(
      'proctor.yaml',
      overStdio(sentinel(sandbox.folder), 'secrets:\n  token: { env: PROCTOR_TEST_NO_SUCH }\n'),
    );
    const said = /^proctor\.yaml:6:\d+ {2}the environment variable `PROCTOR_TEST_NO_SUCH` is not set;/;
    await refused(sandbox, ['run', '--target', 'proctor.yaml'], said);
  });

  it('that is not there is named', async ({ sandbox }) => {
    await refused(sandbox, ['run', '--target', 'proctor.yaml'], 'proctor.yaml  does not exist');
  });
});

describe('a case file', () => {
  const withStep = (step: string) =>
    `suite: S\nrole: mcp/server\ncases:\n  - id: mcp.server.new\n    title: A\n    kills: []\n    steps:\n      - ${step}\n`;

  it('with an unknown key is refused, with the place', async ({ sandbox }) => {
    sandbox.file('new.yaml', withStep('{ call: { request: ping }, chek: MCP-PING-01 }'));
    const { exit, stdout } = await sandbox.run(['validate', 'case', 'new.yaml']);
    expect(stdout).toMatch(/^new\.yaml:8:36 {2}unknown key `chek`; did you mean `check`\?\n/);
    expect(exit).toBe(1);
  });

  it('with an unknown requirement is refused, with the place', async ({ sandbox }) => {
    cpSync(resolve(import.meta.dirname, '../../cases/mcp'), join(sandbox.folder, 'cases/mcp'), { recursive: true });
    sandbox.file('cases/mcp/server/new.yaml', withStep('{ call: { request: ping }, check: MCP-PNG-01 }'));
    const { exit, stdout } = await sandbox.run(['validate', 'corpus', '.']);
    expect(stdout).toMatch(
      /^cases\/mcp\/server\/new\.yaml:8:43 {2}unknown requirement `MCP-PNG-01`; did you mean .*\n {4}8 \|.*\n {6}\| +\^{10}\n/m,
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
    ['with a part that is not a fraction', ['--shard', 'half'], '--shard takes I/N with I from 1 to N, not half'],
    [
      'with a reporter that nobody knows',
      ['--reporter', 'xml=a.xml'],
      `there is no reporter "xml"; there are ${REPORTERS.join(', ')}`,
    ],
    [
      'with two reporters on stdout',
      ['--reporter', 'json', '--reporter', 'junit'],
      'only one reporter can have stdout, not json and junit; give the others a file: NAME=FILE',
    ],
    [
      'with a role that nobody knows',
      ['--role', 'mcp/sever'],
      'there is no role "mcp/sever"; did you mean `mcp/server`?',
    ],
    [
      'with a version that nobody knows',
      ['--version', '2020-01-01'],
      'unknown version `2020-01-01` of mcp; there are `2025-11-25`, `DRAFT-2026-v1` and `2026-07-28`',
    ],
    [
      'with a version that Proctor tests in the other role alone',
      ['--role', 'trust/client', '--version', 'watch-v2'],
      'Proctor does not test trust/client in version watch-v2; it does in v1',
    ],
    [
      'with a transport that the role lacks',
      ['--transport', 'ws'],
      'mcp/server is not spoken over ws; it is over stdio, http',
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
      "error: option '--jobs <n>' argument '0' is invalid. expected a whole number from 1",
    ],
    [
      'with a wait that is longer than anybody waits',
      ['--within', '50000m'],
      '--within: "50000m" is too long; the longest duration is 10080m, a week',
    ],
    [
      'with a factor that makes a wait as long',
      ['--slow', '1000000'],
      "error: option '--slow <factor>' argument '1000000' is invalid. the largest factor is 1000",
    ],
    ['with an option that nobody knows', ['--job', '2'], "error: unknown option '--job'\n(Did you mean --jobs?)"],
    [
      'with a target besides the command',
      ['--target', 'proctor.yaml'],
      '--target names a file and `--` a command; give one of them',
    ],
  ])('%s is refused', async ([, args, said], { sandbox }) => {
    const role = args[0] === '--role' ? [] : ['--role', 'mcp/server'];
    const { exit, stdout, stderr } = await sandbox.run(['run', ...role, ...args, '--', ...sentinel(sandbox.folder)]);
    expect(stderr.trimEnd()).toEqual(said);
    expect([exit, stdout]).toEqual([2, '']);
    expect(existsSync(join(sandbox.folder, 'started'))).toBe(false);
  });

  it('with two target files is refused', async ({ sandbox }) => {
    sandbox.file('a.yaml', overStdio(sentinel(sandbox.folder)));
    await refused(sandbox, ['run', '--target', 'a.yaml', '--target', 'a.yaml'], /'a\.yaml' is invalid\..*give it once/);
  });

  it('with a target file of another role is refused', async ({ sandbox }) => {
    sandbox.file('a.yaml', overStdio(sentinel(sandbox.folder)));
    const said = 'a.yaml describes a target of mcp/server, not of mcp/client';
    await refused(sandbox, ['run', '--target', 'a.yaml', '--role', 'mcp/client'], said);
  });

  it('with a command and no role is refused', async ({ sandbox }) => {
    const said = 'say with --role what the target plays, such as --role mcp/server';
    await refused(sandbox, ['run', '--', ...sentinel(sandbox.folder)], said);
  });

  it('with a url that is none is refused', async ({ sandbox }) => {
    const said = '`localhost` is not a URL that a target can be reached by; such as http://127.0.0.1:3000/mcp';
    await refused(sandbox, ['run', '--role', 'mcp/server', '--url', 'localhost'], said);
  });

  it('of a command that nobody knows is refused', async ({ sandbox }) => {
    await refused(sandbox, ['runn'], "error: unknown command 'runn'\n(Did you mean run?)");
  });
});

describe('a file of known failures', () => {
  const run = ['run', '--role', 'mcp/server', '--known', 'known.yaml', 'mcp.server.ping', '--'];

  it.for<[string, string]>([
    ['matches nothing', 'mcp.server.pong'],
    ['names a requirement that no such case checks', 'mcp.server.ping.*#MCP-NOPE-01'],
  ])('with an entry that %s is refused, with the place', async ([, pattern], { sandbox }) => {
    sandbox.file('known.yaml', `known:\n  - { case: "${pattern}", reason: slow, issue: "#7" }\n`);
    const said = `the known failure \`${pattern}\` matches no case\n    known.yaml:2:5  slow (#7)`;
    await refused(sandbox, [...run, ...sentinel(sandbox.folder)], said);
  });

  it('with an unknown key is refused, with the place', async ({ sandbox }) => {
    sandbox.file('known.yaml', 'known:\n  - { case: mcp.server.ping.answer, reson: slow, issue: "#7" }\n');
    await refused(
      sandbox,
      [...run, ...sentinel(sandbox.folder)],
      /^known\.yaml:2:\d+ {2}.*`reson`; did you mean `?reason/,
    );
  });
});

describe('a report that can not be written', () => {
  const call = (sandbox: Sandbox, file: string) => [
    ...['run', '--reporter', `json=${file}`, '--reporter', 'junit=junit.xml', ...ROLE],
    ...['--', ...sentinel(sandbox.folder)],
  ];

  it.for([
    ['a folder', '.', 'it is a folder (EISDIR)'],
    ['below a file', 'file/report.json', 'a part of its path is a file, not a folder (ENOTDIR)'],
    ['in a folder that can not be made', '/proc/here/report.json', 'there is no such folder (ENOENT)'],
    ['of no name', '', undefined],
  ] as const)('is found before anything is started: %s', async ([, file, cause], { sandbox }) => {
    sandbox.file('file', '');
    const said = `the report ${file} can't be written: ${cause}`;
    await refused(
      sandbox,
      call(sandbox, file),
      cause === undefined ? '--reporter json=: no file after the equals sign' : said,
    );
  });

  it.skipIf(process.getuid?.() === 0)('is found before anything is started: a read-only file', async ({ sandbox }) => {
    sandbox.file('old.json', '{}', 0o444);
    const said = "the report old.json can't be written: permission denied (EACCES)";
    await refused(sandbox, call(sandbox, 'old.json'), said);
  });
});

describe('a target file that can not be written', () => {
  it.for([
    ['file/proctor.yaml', 'a part of its path is a file, not a folder (ENOTDIR)'],
    ['/proc/here/proctor.yaml', 'there is no such folder (ENOENT)'],
  ] as const)('is found before anything is started: %s', async ([file, cause], { sandbox }) => {
    sandbox.file('file', '');
    const call = ['init', '--target', file, ...ROLE, '--', ...sentinel(sandbox.folder)];
    await refused(sandbox, call, `nothing was written: ${file} can't be written: ${cause}`);
  });
});

it('a report may stand in a folder that does not exist yet', async ({ sandbox }) => {
  const { exit } = await sandbox.run([
    'run',
    '--reporter',
    'json=out/ci/report.json',
    ...ROLE,
    ...SOME,
    '--',
    ...server(),
  ]);
  expect(exit).toBe(0);
  expect(JSON.parse(sandbox.read('out/ci/report.json'))).toMatchObject({ exit: 0 });
});

describe('a mock', () => {
  it('whose port is taken says so, and exits with 2', async ({ sandbox }) => {
    const server = createServer();
    const port = await listening(server);
    const { exit, stdout, stderr } = await sandbox.run([
      'mock',
      'mcp/server',
      '--transport',
      'http',
      '--port',
      `${port}`,
    ]);
    server.close();
    expect(stderr).toBe(`cannot listen on 127.0.0.1:${port}: the port is in use\n`);
    expect([exit, stdout]).toEqual([2, '']);
  });

  it('ends at TERM, and leaves nothing', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http']);
    expect(await mock.firstLine()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    mock.signal('SIGTERM');
    expect(await mock.done).toMatchObject({ exit: 0, stderr: '' });
  });

  it('of a role that nobody knows is refused', async ({ sandbox }) => {
    const { exit, stderr } = await sandbox.run(['mock', 'mcp/sever']);
    expect(stderr).toBe('proctor: there is no role "mcp/sever"; did you mean `mcp/server`?\n');
    expect(exit).toBe(2);
  });
});
