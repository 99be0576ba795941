import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { ANSWER, ROLE, server } from '../testing/peers.js';
import type { Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const TARGET = ['--', ...server()];
const KEPT = '.proctor/last-failed.json';
const at = (sandbox: Sandbox, name: string) => join(sandbox.folder, name);

/** Makes a link of a name below the sandbox. */
function link(sandbox: Sandbox, name: string, to: string): void {
  mkdirSync(dirname(at(sandbox, name)), { recursive: true });
  symlinkSync(to, at(sandbox, name));
}

const DEVICE = /^\S+ {1,2}is a device, not a file(; remove it .*)?$/m;

describe('a link to a device in place of', () => {
  it.for<[string, string[], RegExp]>([
    ['proctor.yaml', ['run', ANSWER], DEVICE],
    ['proctor.yaml', ['init'], /^nothing was written: proctor\.yaml leads by a link to \/dev\/zero, outside of /],
    ['t.yaml', ['run', '--target', 't.yaml', ANSWER], DEVICE],
    ['k.yaml', ['run', '--known', 'k.yaml', ...ROLE, ANSWER, ...TARGET], DEVICE],
    [
      KEPT,
      ['run', '--last-failed', ...ROLE, ANSWER, ...TARGET],
      /^--last-failed: \S+ is a device, not a file; remove it/,
    ],
    ['s.yaml', ['mock', 'mcp/server', '--script', 's.yaml'], DEVICE],
    ['f.yaml', ['mock', 'mcp/server', '--fault', 'f.yaml'], DEVICE],
    ['f.json', ['mock', 'mcp/server', '--fault', 'f.json'], DEVICE],
    ['m.yaml', ['selftest', '--mutants', 'm.yaml', 'mcp/server'], DEVICE],
    ['c.yaml', ['validate', 'case', 'c.yaml'], DEVICE],
    ['c.yaml', ['validate', 'mcp/server', 'c.yaml'], DEVICE],
    ...['.mcp.json', '.vscode/mcp.json', 'package.json', 'pyproject.toml', 'Cargo.toml'].map(
      (name): [string, string[], RegExp] => [name, ['init'], /nothing here says it/],
    ),
  ])('%s is not read by `proctor %j`', async ([name, args, said], { sandbox }) => {
    link(sandbox, name, '/dev/zero');
    const { exit, stdout, stderr } = await sandbox.run(args);
    expect(stderr).toMatch(said);
    expect([exit, stdout]).toEqual([2, '']);
  });
});

it('a corpus without a folder of cases is refused', async ({ sandbox }) => {
  sandbox.file('cases', '');
  const { exit, stderr } = await sandbox.run(['validate', 'corpus', '.']);
  expect([exit, stderr]).toEqual([2, '. has no folder `cases`\n']);
});

describe('what failed', () => {
  const RUN = ['run', ...ROLE, ANSWER, '--reporter', 'junit=junit.xml'];

  it.for<[string, (sandbox: Sandbox) => void, string]>([
    [
      'a file that is not JSON',
      (sandbox) => void sandbox.file(KEPT, '{'),
      `${KEPT} is ignored and written anew: it is not JSON`,
    ],
    [
      'a file of another shape',
      (sandbox) => void sandbox.file(KEPT, '{"version":1,"targets":{"mcp/server server.mjs":{"failed":{}}}}'),
      `${KEPT} is ignored and written anew: it is not as Proctor wrote it: `,
    ],
    ['a link to a device', (sandbox) => link(sandbox, KEPT, '/dev/zero'), 'it is a device, not a file'],
    [
      'a folder that is a link outside',
      (sandbox) => link(sandbox, '.proctor', '/'),
      `what failed is not kept in ${KEPT}: `,
    ],
  ])('%s changes nothing of a run, and is a warning', async ([, make, said], { sandbox }) => {
    make(sandbox);
    const { exit, stderr } = await sandbox.run([...RUN, ...TARGET]);
    expect(stderr).toContain(
      `\nproctor: ${said.startsWith('it ') ? `${KEPT} is ignored and written anew: ` : ''}${said}`,
    );
    expect(exit).toBe(0);
    expect(sandbox.read('junit.xml')).toMatch(/<testcase (.|\n)*<\/testsuites>\n$/);
    if (said.startsWith('what')) return;
    expect(lstatSync(at(sandbox, KEPT)).isFile()).toBe(true);
    expect(JSON.parse(sandbox.read(KEPT))).toMatchObject({ version: 1 });
    expect(readdirSync(at(sandbox, '.proctor')).sort()).toEqual(['last-failed.json', 'last-runs.json']);
  });
});
