import type { TerminalExitStatus, TerminalOutputResponse } from '../../../../generated/types/acp-1.21.0.js';
import type { ExitInfo } from '../../../../wire/carried.js';
import { type Clock, during } from '../../../../wire/clock/clock.js';
import { StartError, type TargetProcess } from '../../../../wire/process/process.js';
import type { ProgramRequest, Programs } from '../../../../workspace/programs.js';
import { invalidParams } from '../../errors.js';
import { Output } from './output.js';

export interface TerminalOptions {
  command: string;
  args: readonly string[];
  /** Added to our own environment. */
  env: Record<string, string>;
  cwd: string;
  programs: Programs;
  /** Bytes of output that are kept. */
  outputByteLimit: number;
  /** Stands still while the command starts and while it is ended, and keeps pace with it while it runs. */
  clock: Clock;
}

/** ms that a command may take to go after TERM, before it is killed. */
const GRACE = { eof: 0, term: 1_000 };

/** ms, real time, that a command may run. */
const LIFETIME = 3_600_000;

/** One command in a terminal of ACP: no shell, nothing on its stdin. It outlives the command, until it is released. */
export class Terminal {
  #exit: ExitInfo | undefined;
  /** Resolves when the command is gone and all that it wrote is here. */
  readonly exited: Promise<ExitInfo>;

  private constructor(
    private readonly process: TargetProcess,
    private readonly output: Output,
    private readonly clock: Clock,
  ) {
    const over = clock.keepPace?.();
    this.exited = process.exited.then((exit) => {
      over?.();
      output.end();
      this.#exit = exit;
      return exit;
    });
    process.end();
  }

  /** Starts the command. Rejects with RpcError -32602 where it can't be started. */
  static async create(options: TerminalOptions): Promise<Terminal> {
    const output = new Output(options.outputByteLimit);
    const start: ProgramRequest = {
      argv: [options.command, ...options.args],
      cwd: options.cwd,
      env: options.env,
      stdout: 'text',
      within: LIFETIME,
      // Of what it writes only the last is kept.
      most: Number.POSITIVE_INFINITY,
      output: (from, chunk) => output.push(from, chunk),
    };
    try {
      return new Terminal(await during(options.clock, options.programs.start(start)), output, options.clock);
    } catch (error) {
      if (error instanceof StartError) throw invalidParams(error.message);
      throw error;
    }
  }

  /** The result of `terminal/output`: what is there so far, with the exit once there was one. */
  show(): TerminalOutputResponse {
    return {
      output: this.output.text(),
      truncated: this.output.truncated,
      ...(this.#exit ? { exitStatus: exitStatus(this.#exit) } : {}),
    };
  }

  /** Ends the command, if it still runs; resolves when it is gone. */
  async kill(): Promise<void> {
    if (!this.#exit) await during(this.clock, this.process.stop('term', GRACE));
  }
}

/** An exit as ACP tells it: either member may be null. */
export function exitStatus({ code, signal }: ExitInfo): TerminalExitStatus {
  return { exitCode: code, signal };
}
