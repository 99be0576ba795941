import { spawn } from 'node:child_process';
import type { Ran } from './program.js';

/** Starts what waits for a person, and ends it as Ctrl+C does once it has said this on stderr. */
export async function untilItSays(
  { cwd, path }: { cwd: string; path: string },
  line: string,
  wanted: RegExp,
): Promise<Ran> {
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    if (wanted.test(stderr)) child.kill('SIGINT');
  });
  const exit = await new Promise<number | null>((settle) => child.once('close', settle));
  return { exit: exit ?? 130, stdout: '', stderr };
}
