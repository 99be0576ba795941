import { fork } from 'node:child_process';
import { makeTempFolder, removeTempFolder } from '../../../src/conversation/case/temp-folder.js';
import { interruptedByParent, tellDefect, Workers } from '../../run/workers/workers.js';
import { atSuddenEnd } from '../ending/sudden-end.js';
import { proctorFile } from '../root.js';

/** Set for processes that do pieces of what another one was asked for. */
const WORKER = 'PROCTOR_WORKER';

/** Whether this process does pieces of what another one was asked for, and is told which by that one. */
export const isWorker = process.env[WORKER] !== undefined && process.send !== undefined;
delete process.env[WORKER];

/** Starts so many processes of this program, with its command line. Only on stderr do they speak to the user. */
export function startWorkers<P, R>(count: number, signal: AbortSignal): Workers<P, R> {
  // One that is killed removes nothing: its files are in a folder of this process.
  const folder = makeTempFolder('proctor-workers-');
  const env = { ...process.env, [WORKER]: '1', TMPDIR: folder };
  const start = () =>
    fork(proctorFile, process.argv.slice(2), {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
  return new Workers<P, R>(count, start, signal, () => removeTempFolder(folder));
}

/** Runs `work` for a parent process, which may interrupt it. If a defect ends it, the parent gets the message. Settles as `work` does. */
export async function asWorker<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const take = atSuddenEnd(({ message }) => tellDefect(message));
  try {
    return await interruptedByParent(work);
  } finally {
    take();
  }
}
