import { READER_GONE } from '../../../reports/output.js';
import { stderr } from '../../../src/wire/output.js';
import { endSuddenly, type SuddenEnd } from './sudden-end.js';

/** Lines of a stack that say where something went wrong; those after them say how Node came there. */
const STACK = 8;

let installed = false;

/**
 * What is left when an error was handled nowhere, or an output fails that nobody looks at: a defect ends the process in order,
 * with its reports closed and exit code 4; a stderr that can't be written, or a stdout that nobody reads, ends nothing. Once for a process.
 */
export function installLastResort(): void {
  if (installed) return;
  installed = true;
  // A rejection that is handled nowhere comes as an exception, too.
  process.on('uncaughtException', (error) => endSuddenly(defectOf(error)));
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Who writes reports and lists listens too, and says what comes of it.
    if (READER_GONE.includes(error.code ?? '') || process.stdout.listenerCount('error') > 1) return;
    stderr.write(`proctor: the output can't be written: ${error.message}\n`);
    process.once('exit', (exit) => {
      if (exit !== 130 && exit !== 4) process.exitCode = 2;
    });
  });
}

function defectOf(error: unknown): SuddenEnd {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    exit: 4,
    interrupted: false,
    message: `a defect of Proctor ended it, please report it: ${message}`,
    ...(error instanceof Error && isOurs(error) ? { detail: stackOf(error) } : {}),
  };
}

/** Whether a stack helps: what the system refused says all in its message. */
const isOurs = (error: Error) => (error as NodeJS.ErrnoException).syscall === undefined;

function stackOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return lines
    .slice(0, STACK)
    .map((line) => line.trim())
    .join('\n');
}
