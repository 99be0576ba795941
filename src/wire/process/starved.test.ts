import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { starvedOf } from './starved.js';

const busy = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

describe.runIf(process.platform === 'linux')('how long processes have waited for a core', () => {
  it('grows where more of them work than there are cores', async () => {
    const children = Array.from({ length: availableParallelism() * 3 }, busy);
    try {
      const all = () => starvedOf(children.map(({ pid }) => pid!)) ?? 0;
      await expect.poll(all).toBeGreaterThan(100);
      const before = all();
      await expect.poll(all).toBeGreaterThan(before + 100);
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  });

  it('is not known of one that is gone', () => {
    expect(starvedOf([2 ** 30])).toBeUndefined();
    expect(starvedOf([])).toBeUndefined();
  });
});
