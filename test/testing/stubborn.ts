import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { leftovers } from '../../src/wire/process/process.js';
import type { Sandbox } from './program.js';

/** What can be ignored. */
const DEAF = `trap '' TERM HUP INT QUIT PIPE`;

/**
 * A program that ends by nothing that can be ignored, the end of its stdin either, and has three processes: a child, one in a group of
 * its own, and a daemon without environment, streams and parent. Once all are there it says so by a file `held`.
 */
export function stubborn(sandbox: Sandbox): string[] {
  const at = (name: string) => join(sandbox.folder, name);
  const quiet = '< /dev/null > /dev/null 2>&1';
  const file = sandbox.file(
    'stubborn.sh',
    `${DEAF}
sleep 600 &
echo $! > ${at('child')}
setsid sleep 600 &
echo $! > ${at('apart')}
(setsid env -i /bin/sh -c "echo \\$\\$ > ${at('daemon')}; exec sleep 600" ${quiet} &)
until [ -s ${at('daemon')} ]; do sleep 0.02; done
echo $$ > ${at('itself')}
echo > ${at('held')}
while :; do sleep 1; done
`,
  );
  return ['/bin/sh', file];
}

/** Resolves once the program has started all that it starts. */
export async function held(sandbox: Sandbox): Promise<void> {
  await vi.waitUntil(() => existsSync(join(sandbox.folder, 'held')), { timeout: 30_000, interval: 20 });
}

/** Which of its processes still run. Those that were killed do for a moment. */
export async function left(sandbox: Sandbox): Promise<string[]> {
  const names = ['itself', 'child', 'apart', 'daemon'];
  const still = () => names.filter((name) => leftovers([Number(sandbox.read(name))]).length > 0);
  await vi.waitUntil(() => still().length === 0, { timeout: 2_000, interval: 20 }).catch(() => undefined);
  return still();
}
