import { statSync } from 'node:fs';

/** A process could not be started. The message names the command and the cause in plain words. */
export class StartError extends Error {
  readonly code: string;

  constructor(
    readonly command: string,
    reason: string,
    /** What the process said on stderr before it failed; empty where it never ran. */
    readonly stderr: string,
    cause?: NodeJS.ErrnoException,
  ) {
    super(`cannot start \`${command}\`: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.code = cause?.code ?? '';
  }

  /** Reads what spawning reported. */
  static from(argv: readonly string[], cwd: string | undefined, cause: NodeJS.ErrnoException): StartError {
    return new StartError(argv.join(' '), reasonOf(argv[0] ?? '', cwd, cause), '', cause);
  }
}

function reasonOf(program: string, cwd: string | undefined, cause: NodeJS.ErrnoException): string {
  // The system says "not found" or "not permitted" of a bad working directory too, as if it were the program's fault.
  if (cwd !== undefined && kindOf(cwd) !== 'directory') {
    return `the working directory ${cwd} ${kindOf(cwd) === 'nothing' ? 'does not exist' : 'is not a directory'}`;
  }
  if (cause.code === 'ENOENT') {
    const present = program.includes('/') && kindOf(program) === 'file';
    return present ? `the interpreter that ${program} names does not exist` : `the program ${program} does not exist`;
  }
  if (cause.code === 'EACCES') {
    return kindOf(program) === 'directory' ? `${program} is a directory` : `${program} is not executable for this user`;
  }
  if (cause.code === 'E2BIG') return 'its arguments and environment are too long';
  if (cause.code === 'EMFILE' || cause.code === 'ENFILE') return 'too many files are open';
  if (cause.code === 'EAGAIN') return 'the system permits no more processes';
  return cause.message;
}

function kindOf(path: string): 'file' | 'directory' | 'nothing' {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'nothing';
  return stat.isDirectory() ? 'directory' : 'file';
}
