import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import type { Closed } from '../../wire/carried.js';
import { defaultLimits } from '../../wire/limits.js';
import type { Pipes } from '../../wire/process/stdio.js';
import { ShimPlaces } from './shim-places.js';
import type { Outlived, Spawned } from './shim-server.js';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function places(): Promise<ShimPlaces> {
  const all = await ShimPlaces.listen(['a', 'b']);
  open.push(all);
  return all;
}

/** A client that starts a server, and says this to it. */
function client(
  all: ShimPlaces,
  name: string,
  says = '',
): { said: () => string; exit: Promise<number | null>; end(): void } {
  const [command, ...args] = all.commandOf(name);
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  open.push({ close: () => void child.kill() });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.write(says);
  return {
    said: () => said,
    exit: new Promise((settle) => child.once('exit', settle)),
    end: () => child.stdin.end(),
  };
}

/** Takes a place. What comes is in `heard`, by the order of the processes. */
async function taken(all: ShimPlaces, name: string): Promise<{ heard: string[][]; spawned: Spawned[]; leave(): void }> {
  const heard: string[][] = [];
  const spawned: Spawned[] = [];
  const { close } = await all.take(name).listen(defaultLimits, (one) => {
    const mine: string[] = [];
    heard.push(mine);
    spawned.push(one);
    one.pipes.listen(({ kind, message }) => mine.push(kind === 'message' ? JSON.stringify(message) : kind));
  });
  return { heard, spawned, leave: close };
}

describe('commands that several cases take in turn', () => {
  it('bring a process to whoever has its place', async () => {
    const all = await places();
    const [a, b] = [await taken(all, 'a'), await taken(all, 'b')];
    client(all, 'a', '{"for":"a"}\n');
    client(all, 'b', '{"for":"b"}\n');
    await expect.poll(() => [a.heard, b.heard]).toEqual([[['{"for":"a"}']], [['{"for":"b"}']]]);
    expect(a.spawned[0]!.args).toEqual([]);
  });

  it('keep a process that nobody takes yet, with all that it says', async () => {
    const all = await places();
    const first = await taken(all, 'a');
    first.leave();
    client(all, 'a', '{"n":1}\n{"n":2}\n');
    // One that is there after it has been heard.
    const other = await taken(all, 'b');
    client(all, 'b', '{}\n');
    await expect.poll(() => other.heard.length).toBe(1);
    const late = await taken(all, 'a');
    await expect.poll(() => late.heard).toEqual([['{"n":1}', '{"n":2}']]);
    expect(first.heard).toEqual([]);
  });

  it('forget a process that has ended before somebody takes it', async () => {
    const all = await places();
    const gone = client(all, 'a', '{"n":1}\n');
    gone.end();
    expect(await gone.exit).toBe(0);
    const late = await taken(all, 'a');
    client(all, 'a', '{"n":2}\n');
    await expect.poll(() => late.heard).toEqual([['{"n":2}']]);
  });

  it('refuse a name that is none of theirs', async () => {
    const all = await places();
    const wrong = client(all, 'c');
    expect(await wrong.exit).toBe(64);
    expect(wrong.said()).toBe('proctor: there is no server "c" in this run\n');
  });
});

describe('a server that goes on', () => {
  /** A client whose server outlives this. Resolves when the server has come. */
  async function stubborn(what: Outlived) {
    const all = await places();
    const met: (Closed | undefined)[] = [];
    let pipes: Pipes | undefined;
    await all.take('a').listen(defaultLimits, (one) => {
      one.outlives(what);
      one.pipes.listen(({ closed }) => met.push(closed));
      ({ pipes } = one);
    });
    const [command, ...args] = all.commandOf('a');
    const child = spawn(command!, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    const exit = new Promise((settle) => child.once('exit', (code, signal) => settle(signal ?? code)));
    open.push({ close: () => void child.kill('SIGKILL') });
    await expect.poll(() => pipes).toBeDefined();
    child.stdin.end();
    await expect.poll(() => met).toEqual([{ how: 'end' }]);
    return { child, met, exit, pipes: pipes! };
  }

  it('without stdin leaves when SIGTERM comes, and reports it', async () => {
    const { child, met, exit, pipes } = await stubborn('stdin');
    expect(pipes.goesOn?.()).toBe(true);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(met).toEqual([{ how: 'end' }, { how: 'end', reason: 'SIGTERM' }]);
    expect(pipes.goesOn?.()).toBe(false);
  });

  it('after SIGTERM is killed, and that is reported', async () => {
    const { child, met, exit } = await stubborn('SIGTERM');
    child.kill('SIGTERM');
    await expect.poll(() => met).toHaveLength(2);
    child.kill('SIGKILL');
    expect(await exit).toBe('SIGKILL');
    await expect.poll(() => met.at(-1)).toEqual({ how: 'reset', reason: 'SIGKILL' });
  });

  it('leaves when the case is done with it', async () => {
    const { met, exit, pipes } = await stubborn('SIGTERM');
    pipes.end();
    expect(await exit).toBe(0);
    expect(met).toEqual([{ how: 'end' }, { how: 'end' }]);
  });
});
