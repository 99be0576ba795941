import { describe, expect } from 'vitest';
import { ANSWER, overStdio } from '../testing/peers.js';
import { it, PROCTOR } from '../testing/program.js';

const node = process.execPath;
/** A server in a file, with a defect or without. */
const server = (...mutant: string[]) =>
  [
    "import { spawn } from 'node:child_process';",
    `const args = ${JSON.stringify([PROCTOR, 'mock', 'mcp/server', ...mutant])};`,
    "spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));",
    '',
  ].join('\n');
const BROKEN = ['--mutant', 'mcp.server.ping.error'];
const PATIENCE = { timeout: 60_000, interval: 50 };

describe('run --watch', { timeout: 180_000 }, () => {
  it('runs when a file of the target changes: first what failed, then all', async ({ sandbox }) => {
    sandbox.file('server.mjs', server(...BROKEN));
    sandbox.file('proctor.yaml', overStdio([node, 'server.mjs']));
    const line = ['run', '--watch', ANSWER, 'mcp.server.ping.again', '--jobs', '1'];
    const running = sandbox.launch([node, PROCTOR, ...line], {}, 'pipe');
    let said = '';
    for (const pipe of [running.child.stdout!, running.child.stderr!])
      pipe.on('data', (text) => {
        said += text;
      });
    const summaries = () => said.match(/^\d+ cases? in .*$/gm) ?? [];
    const waits = () => said.match(/^watching .*: Enter runs all cases, q and Enter ends$/gm) ?? [];
    await expect.poll(waits, PATIENCE).toHaveLength(1);
    expect(summaries()).toEqual([expect.stringMatching(/, 2 failed/)]);
    // What is no source of a target is no reason to run.
    sandbox.file('notes.txt', 'x');
    sandbox.file('node_modules/other/index.js', 'x');
    sandbox.file('server.mjs', server());
    await expect.poll(waits, PATIENCE).toHaveLength(2);
    expect(said.match(/^changed: first what failed$/gm)).toHaveLength(1);
    const green = expect.stringMatching(/ in [^,]*: \d+ passed(; \d+ skipped)?$/);
    expect(summaries().slice(1)).toEqual([green, green]);
    running.child.stdin!.write('\n');
    await expect.poll(waits, PATIENCE).toHaveLength(3);
    expect(summaries()).toHaveLength(4);
    running.child.stdin!.write('q\n');
    expect((await running.done).exit).toBe(0);
  });

  it('passes an interrupt on to the run that is under way, and leaves nothing behind', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', overStdio([node, '-e', 'setInterval(() => {}, 1000)']));
    const running = sandbox.launch([node, PROCTOR, 'run', '--watch', ANSWER], {}, 'pipe');
    await expect.poll(() => sandbox.left().length, PATIENCE).toBeGreaterThanOrEqual(3);
    running.signal('SIGINT');
    expect((await running.done).exit).toBe(130);
  });

  it('is refused beside what a run does once', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', overStdio(['x']));
    const { exit, stderr } = await sandbox.run(['run', '--watch', '--write-known', '--dry-run']);
    expect(stderr).toBe('--watch runs again and again, which does not go with --write-known, --dry-run\n');
    expect(exit).toBe(2);
    expect((await sandbox.run(['run', '--watch', '--self'])).exit).toBe(2);
  });
});
