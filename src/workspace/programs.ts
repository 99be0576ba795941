import type { ExitInfo } from '../wire/carried.js';
import { realClock } from '../wire/clock/clock.js';
import { mockLimits } from '../wire/limits.js';
import { type StartOptions, startProcess, type TargetProcess } from '../wire/process/process.js';
import { NotAllowed } from './not-allowed.js';

/** ms of real time that a program may run which a turn waits for, unless the script says otherwise. */
const TIMEOUT = 30_000;
/** ms of real time that a program may run in any case: as long as a person would wait for it, and a day of work. */
const LIFETIME = 24 * 3_600_000;
/** Bytes that a program may write to each of its streams where nobody reads them. */
const MOST_UNREAD = 16 * 1024 * 1024;
/** ms of real time that a program has to go after TERM. */
const GRACE = { eof: 0, term: 500 };

export interface ProgramRules {
  /** Whether the peer is the program that started the mock or that the mock has started: it can start programs without us. */
  overStdio: boolean;
  /** What the script allows: every program, none, or these, as the peer names them. */
  programs?: boolean | readonly string[] | undefined;
  /** ms of real time that a program may run which a turn waits for. */
  timeoutMs?: number | undefined;
  /** Whether there is a script that could allow more. Default: yes. */
  scripted?: boolean;
  /** How many may run at the same time. Default: 32. */
  atOnce?: number;
}

/** A program as a peer asks for it. */
export interface ProgramRequest extends Pick<StartOptions, 'stdout' | 'output'> {
  argv: readonly string[];
  /** Absolute, and a place where the peer may be. */
  cwd: string;
  /** Added to our own environment. */
  env?: Record<string, string>;
  /** ms of real time that it may run. Default: a day. */
  within?: number;
  /** Bytes that it may write to each of its streams. Default: as many as it likes, for whoever reads them. */
  most?: number;
}

/** The programs that a mock starts on behalf of its peer: which, how many, and for how long. */
export class Programs {
  private readonly running: { count: number };

  /** @param before those in whose place they come: what these have started still counts */
  constructor(
    private readonly rules: ProgramRules,
    before?: Programs,
  ) {
    this.running = before?.running ?? { count: 0 };
  }

  /** Throws NotAllowed for a program that the peer may not have. */
  check(command: string, env: Record<string, string> = {}): void {
    const { overStdio, programs = overStdio, scripted = true } = this.rules;
    if (programs === true) return;
    const listed = programs !== false && programs.includes(command);
    // Which program a name is, and what it loads, is a matter of its environment.
    if (listed && Object.keys(env).length === 0) return;
    const named = JSON.stringify(command);
    if (listed) {
      const why = `with \`programs: [...]\` in its script, this mock sets no environment for ${named}`;
      throw new NotAllowed(`${why}; \`programs: true\` allows every program`);
    }
    const why = programs === false && this.rules.programs === undefined ? 'for a peer over a socket ' : '';
    const line = scripted ? `; to allow it, write this line in the script of the mock: programs: [${named}]` : '';
    throw new NotAllowed(`${why}this mock does not start the program ${named}${line}`);
  }

  /** Starts a program. Rejects with NotAllowed, also where too many run already, and with StartError. */
  async start({
    argv,
    cwd,
    env = {},
    within = LIFETIME,
    most = mockLimits.stream,
    ...how
  }: ProgramRequest): Promise<TargetProcess> {
    this.check(argv[0] ?? '', env);
    const { atOnce = 32 } = this.rules;
    if (this.running.count >= atOnce)
      throw new NotAllowed(`${atOnce} programs run already, and this mock starts no more at the same time`);
    this.running.count += 1;
    try {
      const program = await startProcess({ argv, cwd, env, limits: { ...mockLimits, stream: most }, ...how });
      const cancel = realClock.after(within, () => void program.stop('term', GRACE).catch(() => undefined));
      void program.exited.then(() => {
        cancel();
        this.running.count -= 1;
      });
      return program;
    } catch (error) {
      this.running.count -= 1;
      throw error;
    }
  }

  /**
   * Runs a program to its end, without input. Rejects as `start` does, with the reason of the signal, and with an Error if it ran
   * for too long or wrote too much. In each case it is ended with all that it has started.
   */
  async run(argv: readonly string[], cwd: string, signal: AbortSignal): Promise<ExitInfo> {
    signal.throwIfAborted();
    const { timeoutMs = TIMEOUT } = this.rules;
    const program = await this.start({ argv, cwd, stdout: 'text', most: MOST_UNREAD });
    program.end();
    let late = false;
    const cancel = realClock.after(timeoutMs, () => {
      late = true;
      void program.stop('term', GRACE).catch(() => undefined);
    });
    const abandon = () => void program.stop('term', GRACE).catch(() => undefined);
    signal.addEventListener('abort', abandon, { once: true });
    if (signal.aborted) abandon();
    try {
      const exit = await program.exited;
      signal.throwIfAborted();
      if (late) throw new Error(`${argv[0]} was ended: it ran for more than ${timeoutMs} ms`);
      if (program.problem !== undefined) throw new Error(`${argv[0]} was ended: ${program.problem}`);
      return exit;
    } finally {
      cancel();
      signal.removeEventListener('abort', abandon);
    }
  }
}
