import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { bundle, removeBundles } from '../fixtures/bundle.js';
import { ProcessTree, ProcessTreeWatch } from './process-tree.js';
import { leftovers, readList, startOf } from './tree.js';

/** A process that starts one in a session of its own, without environment and streams, says its number, and leaves it when it is told. */
async function leaving() {
  const script = `setsid env -i sleep 60 < /dev/null > /dev/null 2>&1 & echo $!; read line`;
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const leave = async () => {
    child.stdin.end('\n');
    await once(child, 'exit');
  };
  return { pid: child.pid!, daemon: Number(chunk.toString()), leave };
}

const processTreeOf = (pid: number, since = startOf(pid)) =>
  new ProcessTree({ pid, mark: 'none', since, streams: [], brand: undefined, older: new Set() });

it('what was seen while it had its parent is known when it has none, and killed', async () => {
  const { pid, daemon, leave } = await leaving();
  const tree = processTreeOf(pid);
  const watch = new ProcessTreeWatch();
  watch.add(tree);
  await expect.poll(() => tree.look()).toBe(false);
  await leave();
  watch.remove(tree);
  expect(leftovers([daemon])).toEqual([daemon]);
  expect(tree.kill()).toEqual([daemon]);
  await expect.poll(() => leftovers([daemon])).toEqual([]);
});

it('what was never seen is left alone', async () => {
  const { pid, daemon, leave } = await leaving();
  const tree = processTreeOf(pid);
  await leave();
  expect(tree.kill()).toEqual([]);
  process.kill(daemon, 'SIGKILL');
});

it.runIf(process.platform === 'linux')(
  'a brand shows whose an orphan is, not a process that another one still has',
  async () => {
    const brand = 0x1ff;
    const branded = (script: string) =>
      spawn('/bin/sh', ['-c', `echo ${brand} > /proc/self/coredump_filter; ${script}`], {
        env: { PATH: process.env.PATH },
        stdio: ['pipe', 'pipe', 'ignore'],
      });
    const root = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
    const tree = new ProcessTree({
      pid: root.pid!,
      mark: 'none',
      since: startOf(root.pid!),
      streams: [],
      brand,
      older: new Set(),
    });
    const others = branded('sleep 60 > /dev/null & echo $!; read line');
    const [child] = (await once(others.stdout, 'data')) as [Buffer];
    const leaving = branded('setsid env -i sleep 60 < /dev/null > /dev/null 2>&1 & echo $!');
    const [orphan] = (await once(leaving.stdout, 'data')) as [Buffer];
    if (leaving.exitCode === null) await once(leaving, 'exit');
    const [its, theirs] = [Number(orphan.toString()), [others.pid!, Number(child.toString())]];
    expect(tree.kill()).toEqual([its]);
    expect(leftovers(theirs)).toEqual(theirs);
    for (const pid of [...theirs, root.pid!]) process.kill(pid, 'SIGKILL');
  },
);

it.runIf(process.platform === 'linux')(
  'what an ancestor of ours has forked and is not a program yet is not an orphan, whatever its brand',
  async () => {
    const program = await bundle(`
      import { spawn } from 'node:child_process';
      import { ProcessTree } from './wire/process/process-tree.js';
      import { startOf } from './wire/process/tree.js';
      const root = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
      const [since, brand] = process.argv.slice(2).map(Number);
      const tree = new ProcessTree({ pid: root.pid, mark: 'none', since, streams: [], brand, older: new Set() });
      console.log(JSON.stringify(tree.all()));
      root.kill('SIGKILL');
    `);
    // A subshell is a process that is no program of its own, as what is forked is until it has become one.
    const script = `echo 511 > /proc/self/coredump_filter
      exec 3<&0
      (read line <&3) &
      echo $!
      "$0" "$1" "$2" 511`;
    const since = String(startOf(process.pid));
    const shell = spawn('/bin/sh', ['-c', script, process.execPath, program, since], {
      env: { PATH: process.env.PATH },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const gone = once(shell, 'exit');
    let said = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await expect.poll(() => said.split('\n').length, { timeout: 10_000 }).toBe(3);
    const [forked, found] = said.split('\n');
    expect(JSON.parse(found!)).not.toContain(Number(forked));
    shell.stdin.end('\n');
    await gone;
  },
);
afterAll(removeBundles);

it('the list of `ps` says who started whom, and when', () => {
  const list = [
    '    1     0     1 Ss   Thu Nov 26 10:00:00 2026',
    ' 4711     1  4711 S+   Thu Nov 26 10:00:02 2026',
    ' 4712  4711  4711 Z    Thu Nov 26 10:00:03 2026',
    'ps: something else',
    '',
  ].join('\n');
  const entries = readList(list);
  expect([...entries.keys()]).toEqual([1, 4711, 4712]);
  expect(entries.get(4712)).toMatchObject({ parent: 4711, group: 4711, zombie: true });
  expect(entries.get(4711)!.since - entries.get(1)!.since).toBe(2000);
});
