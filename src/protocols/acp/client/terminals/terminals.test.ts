import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { leftovers } from '../../../../wire/process/process.js';
import { Confinement } from '../../../../workspace/confinement.js';
import { Programs } from '../../../../workspace/programs.js';
import { Terminals } from './terminals.js';

const cwd = realpathSync(tmpdir());
const files = new Confinement({ cwd, overStdio: true }).in(cwd);
let terminals: Terminals;
afterEach(() => terminals.close());

async function run(script: string, more: object = {}) {
  terminals ??= new Terminals(async () => files, new Programs({ overStdio: true }));
  const command = { sessionId: 's', command: process.execPath, args: ['-e', script], ...more };
  const { terminalId } = await terminals.create(command);
  return { sessionId: 's', terminalId: String(terminalId) };
}
const code = (code: number) => expect.objectContaining({ code });

describe('terminals', () => {
  it('show what was written on both streams, and how the command ended', async () => {
    const it = await run("process.stdout.write('out ', () => process.stderr.write('err')); process.exitCode = 3");
    expect(await terminals.waitForExit(it)).toEqual({ exitCode: 3, signal: null });
    const { output, ...rest } = terminals.output(it);
    expect(String(output)).toMatch(/^(out err|errout )$/);
    expect(rest).toEqual({ truncated: false, exitStatus: { exitCode: 3, signal: null } });
  });

  it('take arguments, variables and folder as they are, and have nothing on stdin', async () => {
    const script =
      "process.stdin.on('end', () => process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.KIT_X, process.cwd()]))).resume()";
    const env = [{ name: 'KIT_X', value: '$HOME "x"' }];
    const it = await run(script, { args: ['-e', script, '--', '*', '', 'a b'], env, cwd });
    await terminals.waitForExit(it);
    expect(JSON.parse(String(terminals.output(it).output))).toEqual([['*', '', 'a b'], '$HOME "x"', cwd]);
  });

  it('stay after a kill, and are gone after a release, with all that they started', async () => {
    const script =
      "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']); process.stdout.write(String(c.pid)); setInterval(() => {}, 1e6)";
    const first = await run(script);
    const waiting = terminals.waitForExit(first);
    while (terminals.output(first).output === '') await new Promise((resolve) => setImmediate(resolve));
    expect(terminals.output(first)).not.toHaveProperty('exitStatus');
    expect(await terminals.kill(first)).toEqual({});
    expect(await waiting).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(terminals.output(first)).toMatchObject({ exitStatus: { signal: 'SIGTERM' } });
    expect(await terminals.kill(first)).toEqual({});
    const second = await run(script);
    while (terminals.output(second).output === '') await new Promise((resolve) => setImmediate(resolve));
    const child = Number(terminals.output(second).output);
    const released = terminals.waitForExit(second);
    expect(await terminals.release(second)).toEqual({});
    expect(await released).toMatchObject({ signal: 'SIGTERM' });
    await expect.poll(() => leftovers([child])).toEqual([]);
    expect(() => terminals.output(second)).toThrow(code(-32002));
    await expect(terminals.release(second)).rejects.toEqual(code(-32002));
  });

  it('belong to their session, and cannot be made of what does not run', async () => {
    const it = await run('0');
    expect(() => terminals.output({ ...it, sessionId: 'other' })).toThrow(code(-32002));
    await expect(run('', { command: '/no/such/program' })).rejects.toEqual(code(-32602));
    await expect(run('0', { cwd: '/no/such/folder' })).rejects.toEqual(code(-32602));
    await expect(run('0', { cwd: resolve(cwd, 'no/such/folder') })).rejects.toEqual(code(-32602));
    await expect(run('0', { cwd: 'relative' })).rejects.toEqual(code(-32602));
  });
});
