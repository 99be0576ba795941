import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { read, readList, usageOf } from './usage.js';

/** /proc/PID/stat of a process with a name that looks like the end of one, up to its CPU times. */
const STAT = '42 (a) b) S 1 42 42 0 -1 4194560 900 0 0 0 7 3 20 10 20 0 11';
const STATUS = 'Name:\ta) b\nVmPeak:\t  999999 kB\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n';

it('what a process used is read from /proc, with what its children used that it has waited for', () => {
  expect(read(STAT, STATUS)).toEqual({ cpuMs: 400, residentBytes: 1024 * 1024, peakBytes: 2 * 1024 * 1024 });
});

it('a process without memory has used nothing that can be said', () => {
  expect(read(STAT, 'Name:\tgone\n')).toBeUndefined();
});

it('what ps says is read with its days, hours, minutes and parts of a second', () => {
  expect(readList('  2048   0:01.50\n 1024 1-02:03:04\nnonsense\n')).toEqual([
    { cpuMs: 1500, residentBytes: 2048 * 1024, peakBytes: 2048 * 1024 },
    { cpuMs: 1000 * (86_400 + 2 * 3600 + 3 * 60 + 4), residentBytes: 1024 * 1024, peakBytes: 1024 * 1024 },
  ]);
});

it.skipIf(process.platform === 'win32')('processes are counted together, and one that is gone not at all', async () => {
  const work = 'const end = Date.now() + 200; while (Date.now() < end); console.log(1); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', work], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child.stdout, 'data');
    const one = usageOf([child.pid!])!;
    expect(one.cpuMs).toBeGreaterThan(0);
    expect(one.peakBytes).toBeGreaterThanOrEqual(one.residentBytes);
    expect(usageOf([child.pid!, process.pid])!.residentBytes).toBeGreaterThan(one.residentBytes);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  expect(usageOf([child.pid!])).toBeUndefined();
});
