import { readdirSync } from 'node:fs';
import { afterAll, describe, expect } from 'vitest';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { hostile, overStdio, ROLE, server } from '../testing/peers.js';
import { PROCTOR, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;
afterAll(removeBundles);
const MOCK = ['--', node, PROCTOR, 'mock', 'mcp/server'];

/** What a call left in the folder, but for its own. */
const left = (sandbox: Sandbox) => readdirSync(sandbox.folder).filter((name) => name !== 'tmp');

/** Most of it is waiting for servers, so the tests run at once; on a busy machine each may take its time. */
const PATIENCE = { timeout: 300_000 };

describe('init writes nothing', PATIENCE, () => {
  it.concurrent.for<[string, string[], RegExp]>([
    ['dies at once', hostile('stdio.exits-at-once'), /^the target could not be started: .* before it said anything/],
    [
      'dies in the handshake',
      hostile('stdio.dies-in-handshake'),
      /^the (handshake failed|target could not be started)/,
    ],
    ['says nothing', hostile('stdio.silent'), /^the handshake failed: .*--within.*--slow/],
    [
      'dies of a list',
      server('--tools', '--dies-of', 'tools/list'),
      /tools\/list was not answered: the target exited with code 1/,
    ],
    ['can not be started', ['no-such-program-of-anybody'], /^the target could not be started/],
  ])('for a server that %s', async ([, command, message], { sandbox }) => {
    const { exit, stderr } = await sandbox.run(['init', ...ROLE, '--within', '2s', '--', ...command]);
    expect(stderr).toMatch(message);
    expect(exit).toBe(3);
    expect(left(sandbox)).toEqual([]);
  });

  it.concurrent('where a tool is permitted that is not there, and takes one that needs no permission', async ({
    sandbox,
  }) => {
    const wrong = await sandbox.run(['init', ...ROLE, '--allow-tools', 'no-such-tool', ...MOCK]);
    expect(wrong.stderr).toMatch(/^--allow-tools: `no-such-tool` is none of .*\becho\b/);
    expect(wrong.exit).toBe(2);
    expect(left(sandbox)).toEqual([]);
    const right = await sandbox.run(['init', ...ROLE, '--allow-tools', 'echo', ...MOCK]);
    expect([right.exit, right.stderr]).toEqual([0, '']);
  });

  it.concurrent('where it is interrupted', async ({ sandbox }) => {
    const running = sandbox.start(['init', ...ROLE, '--', ...server('--tools', '--ping', 'hold')]);
    await running.line((line) => line.startsWith('exploring'));
    running.signal('SIGINT');
    const { exit } = await running.done;
    expect(exit).toBe(130);
    expect(left(sandbox)).toEqual([]);
  });

  it.concurrent.for<[string, { [file: string]: string }, string[], RegExp]>([
    ['what is not a target file', { 'proctor.yaml': 'name: [x\n' }, [], /^proctor\.yaml:2:1 {2}flow sequence/],
    [
      'another role',
      { 'proctor.yaml': overStdio(['a']) },
      ['--role', 'acp/agent'],
      /^proctor\.yaml describes a target of mcp\/server, not of acp\/agent/,
    ],
    [
      'another command',
      { 'proctor.yaml': overStdio(['a']) },
      [...ROLE, '--', 'b'],
      /^proctor\.yaml has another stdio target; .*--target/,
    ],
    ['no command at all', {}, [], /^say how the target is started: .*; nothing here says it/],
    [
      'a prompt for no behavior',
      {},
      ['--role', 'acp/agent', '--prompt', 'read-fiel=x', '--', 'a'],
      /^--prompt: acp\/agent has no behavior `read-fiel`; did you mean `read-file`\?; a prompt shows plain-turn, /,
    ],
    [
      'a prompt for a server',
      {},
      [...ROLE, '--prompt', 'tool=x', '--', 'a'],
      /^--prompt: no behavior of mcp\/server is shown by a prompt$/m,
    ],
    ['no role', {}, ['--', 'a'], /^say with --role what the target plays/],
    ['a role that is none', {}, ['--role', 'mcp', '--', 'a'], /^there is no role "mcp"; there are /],
    [
      'a variable that is not set',
      {},
      [...ROLE, '--url', 'http://127.0.0.1:1/', '--header', 'a: ${env.PROCTOR_TEST_NOT_SET}'],
      /variable `PROCTOR_TEST_NOT_SET` is not set/,
    ],
    [
      'commands that it only found',
      { 'package.json': '{ "bin": "x.js", "dependencies": { "@modelcontextprotocol/sdk": "1" } }' },
      [],
      / {2}npx proctor init --role mcp\/server -- node x\.js {3}\(package\.json/,
    ],
  ])('over %s', async ([, files, args, message], { sandbox }) => {
    for (const [name, text] of Object.entries(files)) sandbox.file(name, text);
    const { exit, stderr } = await sandbox.run(['init', ...args]);
    expect(stderr).toMatch(message);
    expect(exit).toBe(2);
    expect(Object.fromEntries(left(sandbox).map((name) => [name, sandbox.read(name)]))).toEqual(files);
  });
});
