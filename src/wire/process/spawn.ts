import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { branded, release } from './brand.js';

export type Child = ChildProcessWithoutNullStreams;

/**
 * Starts a program in a process group of its own, with pipes for all three streams; `inherit` puts our environment below
 * `env`. Resolves with the child once it runs, and with its brand; rejects with the reason why it does not.
 */
export async function spawned(
  program: string,
  args: readonly string[],
  { env, inherit, cwd }: { env: Record<string, string>; inherit: boolean; cwd: string | undefined },
): Promise<{ child: Child; brand: number | undefined }> {
  const { done: child, brand } = branded(() =>
    spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: inherit ? { ...process.env, ...env } : env,
      detached: process.platform !== 'win32',
      windowsHide: true,
    }),
  );
  // Without a pid an `error` is on its way; with one, it already runs, and its first words must not be missed.
  if (child.pid === undefined) {
    if (brand !== undefined) release(brand);
    await once(child, 'spawn');
  }
  // What fails later, such as a signal that can't be sent, is seen by who sends it.
  child.on('error', () => {});
  return { child, brand };
}

/** What went wrong, as an Error whatever was thrown. */
export function causeOf(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error));
}
