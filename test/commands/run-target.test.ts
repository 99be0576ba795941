import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ANSWER, overStdio, peer, ROLE, SOME, server } from '../testing/peers.js';
import { played, reported, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const target = (...flags: string[]) => ['--', ...server(...flags)];

describe('a target file', () => {
  const file = (sandbox: Sandbox, stdio: object, more: object = {}) =>
    sandbox.file('a.yaml', JSON.stringify({ name: 'a', role: 'mcp/server', transports: { stdio }, ...more }));
  const outer = { PROCTOR_TEST_NAME: 'outer' };

  it.for<[string, object, string]>([
    ['leaves the environment as it is', {}, 'outer'],
    ['sets a variable', { PROCTOR_TEST_NAME: 'inner' }, 'inner'],
    ['takes a variable away', { PROCTOR_TEST_NAME: null }, 'test-server'],
  ])('%s', async ([, env, name], { sandbox }) => {
    file(sandbox, { command: server('--name-from', 'PROCTOR_TEST_NAME'), env });
    const { report } = await sandbox.report(['--target', 'a.yaml', ANSWER], outer);
    expect(report.target.calls).toContain(name);
  });

  it.for<[string, object, string]>([
    ['by the end of its stdin', {}, 'eof'],
    ['by TERM, where it says so', { stop: { how: 'term' } }, 'SIGTERM'],
  ])('has the target ended %s', async ([, stop, how], { sandbox }) => {
    file(sandbox, { command: server('--ends', join(sandbox.folder, 'ends')), ...stop });
    await sandbox.report(['--target', 'a.yaml', ANSWER]);
    expect(new Set(sandbox.read('ends').trimEnd().split('\n'))).toEqual(new Set([how]));
  });

  it('starts the target as the behaviors say that a case needs, for that case', async ({ sandbox }) => {
    const behaviors = { tool: { gives: { name: 'any', arguments: {} }, args: ['--offers', 'slow'] } };
    file(sandbox, { command: server('--tools') }, { behaviors });
    const args = ['--target', 'a.yaml', '--wrap', peer('wrap.mjs'), '--jobs', '1', ANSWER, 'mcp.server.tools.call'];
    await sandbox.report(args, { WRAP_LOG: join(sandbox.folder, 'wrapped') });
    const wrapped = sandbox
      .read('wrapped')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    expect(wrapped.filter((argv) => argv.at(-1) === 'slow')).toEqual([server('--tools', '--offers', 'slow')]);
  });

  it('may be of a server that runs already: its behaviors hold, and nothing is started', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http']);
    const url = (await mock.firstLine()).replace('listening on ', '');
    file(
      sandbox,
      { command: ['no-such-program'] },
      { behaviors: { tool: { gives: { name: 'echo', arguments: { message: 'hi' } } } } },
    );
    const { exit, report } = await sandbox.report([
      '--target',
      'a.yaml',
      '--url',
      url,
      ANSWER,
      'mcp.server.tools.call',
    ]);
    expect(Object.values(played(report))).toEqual(['pass', 'pass']);
    mock.signal('SIGTERM');
    expect([exit, (await mock.done).exit]).toEqual([0, 0]);
  });
});

describe('a target without a file', () => {
  const SLOW = 'mcp.server.ping.while-working';

  it('is explored: what needs a behavior is skipped, and one line says so', async ({ sandbox }) => {
    const { exit, report, stdout } = await sandbox.report([...ROLE, ANSWER, SLOW, ...target('--tools')]);
    expect(played(report)).toEqual({ [ANSWER]: 'pass', [SLOW]: 'skipped' });
    expect(stdout.match(/proctor init/g)).toHaveLength(1);
    const lacks = /^1 case was not played: .* shows `slow-tool`; next: npx proctor init /;
    expect(report.problems).toMatchObject([{ message: expect.stringMatching(lacks), exit: 0 }]);
    expect(exit).toBe(0);
  });

  it('is red by what the same target fails, and with a file by what the file does not map', async ({ sandbox }) => {
    const broken = await sandbox.report([...ROLE, ANSWER, SLOW, ...target('--ping', 'error')]);
    expect([broken.exit, played(broken.report)]).toEqual([1, { [ANSWER]: 'fail', [SLOW]: 'skipped' }]);
    sandbox.file('a.yaml', overStdio(server('--tools')));
    const { exit, report } = await sandbox.report(['--target', 'a.yaml', ANSWER, SLOW]);
    expect([exit, played(report)]).toEqual([1, { [ANSWER]: 'pass', [SLOW]: 'untestable' }]);
  });

  it('takes its folder and its variables from the command line', async ({ sandbox }) => {
    const { exit, report } = await sandbox.report([
      ...[...ROLE, ANSWER, '--cwd', join(sandbox.folder, 'tmp'), '--env', 'PROCTOR_TEST_NAME=inner', '--within', '20s'],
      ...target('--name-from', 'PROCTOR_TEST_NAME', '--log', 'log'),
    ]);
    expect(report.target.calls).toContain('inner');
    expect(report.rerun).toContain('--env PROCTOR_TEST_NAME=inner --cwd ');
    expect(existsSync(join(sandbox.tmp, 'log'))).toBe(true);
    rmSync(join(sandbox.tmp, 'log'));
    expect(exit).toBe(0);
  });

  it.for([
    [['--env', 'A'], '--env takes `NAME=VALUE`'],
    [['--header', 'a: b'], '--header is for targets'],
    [['--within', 'long'], '--within takes a duration'],
  ] as const)('refuses %j', async ([options, message], { sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(['run', ...ROLE, ...options, ...target()]);
    expect([exit, stdout, stderr.slice(0, message.length)]).toEqual([2, '', message]);
  });

  it('over the references has no headers and no folder', async ({ sandbox }) => {
    const { exit, stderr } = await sandbox.run(['run', '--self', '--within', '2s']);
    expect([exit, stderr]).toEqual([
      2,
      expect.stringMatching(/^--header, --env, --cwd and --within speak of a target/),
    ]);
  });
});

describe('a header', () => {
  it('of the command line reaches the server, and what it has from the environment reaches no report', async ({
    sandbox,
  }) => {
    const http = sandbox.start(['mock', 'mcp/server', '--transport', 'http']);
    const url = (await http.firstLine()).replace('listening on ', '');
    const args = [
      ...ROLE,
      '--url',
      url,
      '--header',
      'x-kit: Bearer ${env.PROCTOR_TEST_TOKEN}',
      '--trace',
      'all',
      ANSWER,
    ];
    const unset = await sandbox.run(['run', ...args]);
    expect(unset).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'the environment variable `PROCTOR_TEST_TOKEN` is not set\n',
    });
    const { exit, stdout } = await sandbox.report(args, { PROCTOR_TEST_TOKEN: 'kit-s3cret' });
    const report = sandbox.read('report.json');
    expect(report).toContain('Bearer [redacted]');
    expect(`${report}${stdout}`).not.toContain('s3cret');
    expect(exit).toBe(0);
    http.signal('SIGTERM');
    await http.done;
  });
});

describe('the references', () => {
  it.for(['stdio', 'http'])(
    'are what a call with --self plays against, here over %s',
    async (transport, { sandbox }) => {
      const { exit, report } = await sandbox.report(['--self', '--transport', transport, ANSWER]);
      expect(report.target).toMatchObject({ name: 'reference-mcp-server', role: 'mcp/server', transport });
      expect(played(report)).toEqual({ [ANSWER]: 'pass' });
      expect(exit).toBe(0);
    },
  );
});

describe('proctor.yaml', () => {
  const written = (sandbox: Sandbox, name: string) => sandbox.file(name, overStdio(server()));

  it.for(['proctor.yaml', 'proctor.yml'])(
    'is the target of a call that names none, here %s',
    async (name, { sandbox }) => {
      written(sandbox, name);
      const { exit, report, stdout } = await sandbox.report([ANSWER]);
      expect(report).toMatchObject({ target: { name: 'peer' }, rerun: `npx proctor run --target ${name}` });
      expect(stdout).toMatch(/^proctor /);
      expect(exit).toBe(0);
    },
  );

  it('is left alone by --self, which runs the references and takes no target', async ({ sandbox }) => {
    written(sandbox, 'proctor.yaml');
    const { exit, report, stdout } = await sandbox.report([
      '--self',
      '--role',
      'mcp/server',
      '--transport',
      'stdio',
      ANSWER,
    ]);
    expect(report).toMatchObject({
      target: { name: 'reference-mcp-server' },
      rerun: 'npx proctor run --self --role mcp/server --transport stdio',
    });
    expect(stdout).toMatch(/^proctor /);
    expect(exit).toBe(0);
    const refused = await sandbox.run(['run', '--self', '--target', 'proctor.yaml']);
    const said = '--self runs the cases against the references of Proctor; it takes no target\n';
    expect(refused).toEqual({ exit: 2, stdout: '', stderr: said });
  });

  it('is not taken for a role without a target, which is refused', async ({ sandbox }) => {
    written(sandbox, 'proctor.yaml');
    const { exit, stdout, stderr } = await sandbox.run(['run', ...ROLE, ANSWER]);
    expect(stderr).toMatch(
      /^no target: add its command after `--`, or --url; --self --role mcp\/server runs the reference of the role\n$/,
    );
    expect([exit, stdout]).toEqual([2, '']);
  });
});

describe('--url', () => {
  it('plays against a server that runs already, and lets it run', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http']);
    const url = (await mock.firstLine()).replace('listening on ', '');
    for (const _ of [1, 2]) {
      const { exit, report } = await sandbox.report([...ROLE, '--url', url, ...SOME]);
      expect(Object.values(played(report))).toEqual(['pass', 'pass', 'pass']);
      expect(exit).toBe(0);
    }
    mock.signal('SIGINT');
    expect((await mock.done).exit).toBe(0);
  });

  it('goes over the transport that is asked for, or that the file alone has for it', async ({ sandbox }) => {
    const mock = sandbox.start(['mock', 'a2a/server', '--transport', 'rest']);
    const url = (await mock.firstLine()).replace('listening on ', '');
    const file = (...names: string[]) => {
      const transports = Object.fromEntries(names.map((name) => [name, { url: 'http://127.0.0.1:1/' }]));
      sandbox.file('a.yaml', JSON.stringify({ name: 'a', role: 'a2a/server', transports }));
    };
    const CASE = 'a2a.server.send.lacking.message';
    const over = async (...more: string[]) => {
      const { exit, report } = await sandbox.report(['--target', 'a.yaml', '--url', url, ...more, CASE]);
      return [exit, report.target.transport, reported(report, CASE).verdict];
    };
    file('http', 'rest');
    expect(await over('--transport', 'rest')).toEqual([0, 'rest', 'pass']);
    file('rest');
    expect(await over()).toEqual([0, 'rest', 'pass']);
    mock.signal('SIGINT');
    await mock.done;
  });

  it('of a host that does not exist is told as that, once', async ({ sandbox }) => {
    const url = 'http://no-such-host.invalid/mcp';
    const { exit, report } = await sandbox.report([...ROLE, '--url', url, ...SOME]);
    const message = `the target could not be started: there is no host no-such-host.invalid, so nobody can be reached at ${url}`;
    expect(report.problems).toMatchObject([{ message, exit: 3 }]);
    expect(played(report)).toEqual({});
    expect(exit).toBe(3);
  });

  it('where nobody listens makes no verdict about anybody', async ({ sandbox }) => {
    // A port that no program gets by asking for any, and few by asking for it.
    const url = 'http://127.0.0.1:1/mcp';
    const { exit, report, stdout } = await sandbox.report([...ROLE, '--url', url, ...SOME]);
    expect(played(report)).toEqual({});
    expect(stdout).toContain(`! the target could not be started: nobody listens at ${url}`);
    expect(exit).toBe(3);
  });
});

describe('--wrap', () => {
  it('starts the target through a program that gets its argv', async ({ sandbox }) => {
    const command = server('--log', 'log with spaces');
    const args = [...ROLE, '--wrap', peer('wrap.mjs'), ANSWER, '--', ...command];
    const { exit, report } = await sandbox.report(args, { WRAP_LOG: 'wrapped' });
    const wrapped = sandbox
      .read('wrapped')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(wrapped.map((argv) => JSON.stringify(argv)))).toEqual(new Set([JSON.stringify(command)]));
    expect(wrapped.length).toBeGreaterThanOrEqual(2);
    expect([exit, reported(report, ANSWER).verdict]).toEqual([0, 'pass']);
  });

  it('is named where a reference behind it did not get its clock', async ({ sandbox }) => {
    sandbox.file('late.yaml', 'faults:\n  - { id: late, sends: { reply: ping }, do: [{ delay: 600s }] }\n');
    const command = ['${node}', '${proctor}', 'mock', 'mcp/server', '--fault', join(sandbox.folder, 'late.yaml')];
    sandbox.file('a.yaml', overStdio(command, 'clock: true\nwithin: 300ms\n'));
    const args = ['--target', 'a.yaml', '--wrap', peer('relay.mjs'), ANSWER];
    const { exit, report } = await sandbox.report(args);
    expect(reported(report, ANSWER).reason).toMatch(
      /reply to ping\S* did not come within 300ms.*; its clock never connected: .* a relay or --wrap, must pass `--clock` on/,
    );
    expect(exit).toBe(1);
  });

  it('that can not be started says so', async ({ sandbox }) => {
    sandbox.file('wrap', '#!/bin/sh\n');
    const { exit, stdout } = await sandbox.run(['run', ...ROLE, '--wrap', 'wrap', ANSWER, ...target()]);
    expect(stdout).toContain(`/wrap is not executable for this user\n`);
    expect(exit).toBe(3);
  });
});

describe('a report for CI', () => {
  it('points to the target file, and to where it maps what a case needs', async ({ sandbox }) => {
    const behaviors = '\nbehaviors:\n  slow-tool: { gives: { name: any, arguments: {} } }\n';
    sandbox.file('ci/a.yaml', `${overStdio(server())}${behaviors}`);
    const cases = [ANSWER, 'mcp.server.ping.while-working'];
    const { exit } = await sandbox.run(
      ['run', '--reporter', 'junit=a.xml', '--reporter', 'badge=badge.json', '--target', 'ci/a.yaml', ...cases],
      { GITHUB_WORKSPACE: sandbox.folder },
    );
    const places = [...sandbox.read('a.xml').matchAll(/<testcase name="([^"]*)"[^>]* file="([^"]*)" line="(\d+)"/g)];
    const of = (id: string) => places.find(([, name]) => name === id)?.slice(2);
    expect(new Set(places.map(([, , file]) => file))).toEqual(new Set(['ci/a.yaml']));
    expect([of(cases[0]!), of(cases[1]!)]).toEqual([
      ['ci/a.yaml', '1'],
      ['ci/a.yaml', '7'],
    ]);
    const { color, message } = JSON.parse(sandbox.read('badge.json'));
    expect([color, message]).toEqual([exit === 0 ? expect.stringMatching(/^(bright)?green$/) : 'red', message]);
  });
});
