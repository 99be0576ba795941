// A program that says where it listens, and what it has cost so far (Linux).
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Starts it. `cpu()` is what it has computed, in ms; `memory()` what it holds of its own, in MiB. */
export function server(argv, pattern = /listening on (\S+)/) {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const stat = () =>
    readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return new Promise((resolve, reject) => {
    let text = '';
    exited.then(() => reject(new Error(`${argv.join(' ')} did not start: ${text}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const url = pattern.exec(text)?.[1];
      if (url === undefined) return;
      resolve({
        url,
        cpu: () => (Number(stat()[11]) + Number(stat()[12])) * 10,
        memory: () => Number(/RssAnon:\s+(\d+) kB/.exec(status())?.[1]) / 1024,
        stop: (signal = 'SIGTERM') => {
          child.kill(signal);
          return exited;
        },
      });
    });
  });
}
