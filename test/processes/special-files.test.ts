import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ANSWER, overStdio, ROLE, sentinel, server } from '../testing/peers.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const TARGET = ['--', ...server()];
const at = (sandbox: Sandbox, name: string) => join(sandbox.folder, name);

describe('a report', () => {
  const RUN = ['run', ...ROLE, ANSWER];
  const report = (name: string) => ['--reporter', `json=${name}`];

  it('is not written through a link that leads out of the working directory', async ({ sandbox }) => {
    const project = at(sandbox, 'project');
    mkdirSync(project);
    sandbox.file('precious', 'keep me');
    symlinkSync('../precious', join(project, 'report.json'));
    const { exit, stderr } = await sandbox.run([...RUN, ...report('report.json'), ...TARGET], {}, project);
    expect(stderr).toContain("the report report.json can't be written: report.json leads by a link to ");
    expect(exit).toBe(2);
    expect(sandbox.read('precious')).toBe('keep me');
  });

  it('is written to a device, an open file and a FIFO that a person named', async ({ sandbox }) => {
    const call = [process.execPath, PROCTOR, ...RUN];
    const all = ['/dev/stdout', '/dev/stderr', '/dev/fd/3', 'fifo', '/dev/null'].flatMap(report);
    const script = 'mkfifo fifo; cat fifo > of-fifo & "$@" 3> of-3 > of-1; code=$?; wait; exit $code';
    const { exit, stderr } = await sandbox.launch([
      'sh',
      '-c',
      `cd '${sandbox.folder}'; ${script}`,
      'sh',
      ...call,
      ...all,
      ...TARGET,
    ]).done;
    const whole = { exit: 0, summary: { fail: 0 } };
    expect(exit).toBe(0);
    for (const name of ['of-1', 'of-3', 'of-fifo']) expect(JSON.parse(sandbox.read(name)), name).toMatchObject(whole);
    expect(stderr).toContain('"summary"');
  });
});

describe('validate', () => {
  const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

  it('reads stdin, a FIFO and a process substitution that a person named', async ({ sandbox }) => {
    for (const name of ['-', '/dev/stdin'])
      expect(await sandbox.feeding(PING, ['validate', 'mcp/server', name])).toMatchObject({ exit: 0 });
    sandbox.file('ping.ndjson', PING);
    const script = `cd '${sandbox.folder}'; mkfifo fifo; cat ping.ndjson > fifo & "$@" fifo <(cat ping.ndjson)`;
    const { exit, stdout } = await sandbox.launch([
      'bash',
      '-c',
      script,
      'bash',
      process.execPath,
      PROCTOR,
      'validate',
      'mcp/server',
    ]).done;
    expect(exit).toBe(0);
    expect(stdout.match(/: 1 message of mcp\/server and mcp\/client: valid/g)).toHaveLength(2);
  });
});

describe('init', () => {
  it('keeps a link within the folder and the permissions of a target file', async ({ sandbox }) => {
    sandbox.file('config/real.yaml', overStdio(server()), 0o640);
    symlinkSync('config/real.yaml', at(sandbox, 'proctor.yaml'));
    const { exit, stdout } = await sandbox.run(['init', '--version', '2025-11-25']);
    expect(exit, stdout).toBe(0);
    expect(lstatSync(at(sandbox, 'proctor.yaml')).isSymbolicLink()).toBe(true);
    expect(sandbox.read('config/real.yaml')).toContain('version: "2025-11-25"');
    expect(statSync(at(sandbox, 'config/real.yaml')).mode & 0o777).toBe(0o640);
  });

  it.for(['proctor.yaml', '.github', 'known.yaml'])(
    'starts nothing if %s leads out of the folder',
    async (name, { sandbox }) => {
      const project = at(sandbox, 'project');
      mkdirSync(project);
      mkdirSync(at(sandbox, 'home'));
      symlinkSync('../home/new', join(project, name));
      const call = ['init', ...ROLE, '--', ...sentinel(sandbox.folder)];
      const { exit, stdout, stderr } = await sandbox.run(call, {}, project);
      expect(stderr).toMatch(/^nothing was written: .*(leads by a link to|is a link to a folder that does not exist)/);
      expect([exit, stdout]).toEqual([2, '']);
      expect([readdirSync(at(sandbox, 'home')), readdirSync(project)]).toEqual([[], [name]]);
      expect(readdirSync(sandbox.folder)).not.toContain('started');
    },
  );

  const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

  it('starts a command that the project names only if a person says yes', async ({ sandbox, skip }) => {
    if (!hasTerminal) skip('there is no program `script` of util-linux');
    const [command, ...args] = sentinel(sandbox.folder);
    sandbox.file('.mcp.json', JSON.stringify({ mcpServers: { a: { command, args } } }));
    const asked = (answer: string) =>
      sandbox.launch([
        'sh',
        '-c',
        `cd '${sandbox.folder}'; printf '${answer}\\n' | script -qec "'${process.execPath}' '${PROCTOR}' init" /dev/null`,
      ]).done;
    for (const answer of ['', 'n', 'x']) {
      expect((await asked(answer)).stdout).toContain('run it? [y/N]');
      expect(readdirSync(sandbox.folder)).not.toContain('started');
    }
    await asked('y');
    expect(readdirSync(sandbox.folder)).toContain('started');
    expect((await sandbox.run(['init'])).exit).toBe(2);
  });
});
