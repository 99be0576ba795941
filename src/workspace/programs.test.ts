import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../wire/process/process.js';
import { NotAllowed } from './not-allowed.js';
import { type ProgramRules, Programs } from './programs.js';

const cwd = tmpdir();
const node = process.execPath;
const never = new AbortController().signal;
const FOREVER = 'setInterval(() => {}, 1e6)';

describe('whether a peer may have a program started', () => {
  it.each<[ProgramRules, command: string, env: Record<string, string>, allowed: boolean]>([
    [{ overStdio: true }, 'anything', { PATH: '/elsewhere' }, true],
    [{ overStdio: false }, node, {}, false],
    [{ overStdio: false, programs: false }, node, {}, false],
    [{ overStdio: true, programs: false }, node, {}, false],
    [{ overStdio: false, programs: true }, node, { A: 'b' }, true],
    [{ overStdio: false, programs: [] }, node, {}, false],
    [{ overStdio: false, programs: ['node', node] }, node, {}, true],
    [{ overStdio: true, programs: ['node'] }, node, {}, false],
    [{ overStdio: true, programs: ['node'] }, 'Node', {}, false],
    [{ overStdio: true, programs: ['node'] }, './node', {}, false],
    [{ overStdio: true, programs: ['node'] }, 'node', { PATH: '/elsewhere' }, false],
    [{ overStdio: true, programs: ['node'] }, '', {}, false],
  ])('by %j: %j with %j', async (rules, command, env, allowed) => {
    const programs = new Programs(rules);
    if (allowed) programs.check(command, env);
    else {
      expect(() => programs.check(command, env)).toThrow(NotAllowed);
      await expect(programs.start({ argv: [command], cwd, env })).rejects.toThrow(NotAllowed);
      if (!env.PATH) await expect(programs.run([command], cwd, never)).rejects.toThrow(NotAllowed);
    }
  });

  it('is told with the line of the script that allows it, where there is a script', () => {
    expect(() => new Programs({ overStdio: false }).check('a "b"')).toThrow('programs: ["a \\"b\\""]');
    expect(() => new Programs({ overStdio: false, scripted: false }).check('a')).toThrow(/the program "a"$/);
  });
});

describe('a program', () => {
  it('is run to its end, without input', async () => {
    const programs = new Programs({ overStdio: true });
    expect(
      await programs.run([node, '-e', 'process.stdin.on("end", () => process.exit(3)).resume()'], cwd, never),
    ).toEqual({ code: 3, signal: null });
  });

  it('is ended with all that it has started when its time is over', async () => {
    const programs = new Programs({ overStdio: true, timeoutMs: 400 });
    const script = `const { spawn } = require('child_process'); spawn(${JSON.stringify(node)}, ['-e', ${JSON.stringify(FOREVER)}, 'kit-left-${process.pid}'], { stdio: 'inherit' }); process.on('SIGTERM', () => {}); ${FOREVER}`;
    await expect(programs.run([node, '-e', script], cwd, never)).rejects.toThrow('ran for more than 400 ms');
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(`kit-left-${process.pid}`);
  });

  it('is ended when it writes without end', async () => {
    const script = "const piece = 'x'.repeat(1 << 20); const on = () => process.stdout.write(piece, on); on()";
    const run = new Programs({ overStdio: true }).run([node, '-e', script], cwd, never);
    await expect(run).rejects.toThrow('wrote more than 16777216 bytes to stdout');
  });

  it('is ended when its turn is cancelled', async () => {
    const cancel = new AbortController();
    const programs = new Programs({ overStdio: true });
    const run = programs.run([node, '-e', FOREVER], cwd, cancel.signal);
    cancel.abort(new Error('cancelled'));
    await expect(run).rejects.toThrow('cancelled');
    await expect(programs.run([node, '-e', '0'], cwd, cancel.signal)).rejects.toThrow('cancelled');
  });

  it('is not started beside as many others as may run', async () => {
    const programs = new Programs({ overStdio: true, atOnce: 2 });
    const started = await Promise.all(Array.from({ length: 2 }, () => programs.start({ argv: ['sleep', '600'], cwd })));
    await expect(programs.start({ argv: ['sleep', '600'], cwd })).rejects.toThrow('2 programs run already');
    await Promise.all(started.map((one) => one.stop('kill')));
    const next = await programs.start({ argv: ['sleep', '600'], cwd });
    await next.stop('kill');
    expect(leftovers(started.map(({ pid }) => pid))).toEqual([]);
  });

  it('that can not be started counts as none', async () => {
    const programs = new Programs({ overStdio: true, atOnce: 1 });
    for (let count = 0; count < 3; count++)
      await expect(programs.start({ argv: ['/no/such/program'], cwd })).rejects.toThrow('does not exist');
  });

  it('is ended after the time that it may run in any case', async () => {
    const program = await new Programs({ overStdio: true }).start({ argv: ['sleep', '600'], cwd, within: 100 });
    expect(await program.exited).toEqual({ code: null, signal: 'SIGTERM' });
  });
});
