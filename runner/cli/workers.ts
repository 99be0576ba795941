import { fork } from 'node:child_process';
import { Workers } from '../run/workers.js';
import { proctorFile } from './root.js';

/** Set for processes that do pieces of what another one was asked for. */
const WORKER = 'PROCTOR_WORKER';

/** Whether this process does pieces of what another one was asked for, and is told which by that one. */
export const isWorker = process.env[WORKER] !== undefined && process.send !== undefined;
delete process.env[WORKER];

/** Starts so many processes of this program, with its command line. Only on stderr do they speak to the user. */
export function startWorkers<P, R>(count: number, signal: AbortSignal): Workers<P, R> {
  const env = { ...process.env, [WORKER]: '1' };
  const start = () =>
    fork(proctorFile, process.argv.slice(2), {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
  return new Workers<P, R>(count, start, signal);
}
