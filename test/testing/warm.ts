import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Cost, itIn, PROCTOR, type Ran, Sandbox, withoutProgress } from './program.js';

const WARM = resolve(import.meta.dirname, 'warm.mjs');
/** Processes of one program at once. */
const MOST = 3;

/** A call of the program as its process is told. */
interface Call {
  cwd: string;
  env: NodeJS.ProcessEnv;
  args: readonly string[];
}

/**
 * The program in processes that play many calls each: to start Node and to load the program takes five times the CPU of most
 * calls. For calls whose own process is not what a test is about.
 */
export class WarmProgram {
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();
  private readonly waiting: (() => void)[] = [];

  /** @param file the program, such as PROCTOR */
  constructor(private readonly file: string) {}

  /** Plays a call; resolves once its process would exit. Rejects where that ended, as it does when `signal` aborts. */
  async call(call: Call, signal: AbortSignal): Promise<Ran & Cost> {
    const child = await this.free();
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    try {
      const over = new AbortController();
      const answer = once(child, 'message', { signal: over.signal });
      const end = once(child, 'exit', { signal: over.signal }).then(([code, by]) => {
        throw new Error(`the process of the call \`${call.args.join(' ')}\` ended with ${code ?? by}`);
      });
      child.send(call);
      const [ran] = await Promise.race([answer, end]).finally(() => {
        over.abort();
        for (const one of [answer, end]) one.catch(() => undefined);
      });
      return ran as Ran & Cost;
    } finally {
      signal.removeEventListener('abort', kill);
      if (this.all.has(child)) this.idle.push(child);
      this.waiting.shift()?.();
    }
  }

  /** Ends all processes. */
  close(): void {
    for (const child of this.all) child.kill();
  }

  private async free(): Promise<ChildProcess> {
    for (;;) {
      const child = this.idle.pop() ?? (this.all.size < MOST ? this.start() : undefined);
      if (child) return child;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private start(): ChildProcess {
    const child = fork(WARM, [this.file], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.all.add(child);
    child.once('exit', () => {
      this.all.delete(child);
      if (this.idle.includes(child)) this.idle.splice(this.idle.indexOf(child), 1);
    });
    // It ends with this process, which need not wait for it.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

const proctor = new WarmProgram(PROCTOR);

/** A sandbox whose plain calls share processes; what is started, fed or measured has one of its own. */
export class WarmSandbox extends Sandbox {
  private readonly closing = new AbortController();

  override async run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const { exit, stdout, stderr } = await this.warm(proctor, args, env);
    return { exit, stdout, stderr: withoutProgress(stderr) };
  }

  /** A call of a program, and what it took. */
  warm(program: WarmProgram, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran & Cost> {
    return program.call({ cwd: this.folder, env: this.environment(env), args }, this.closing.signal);
  }

  override close(): Promise<void> {
    this.closing.abort();
    return super.close();
  }
}

/** `it` with a sandbox whose plain calls share processes. */
export const it = itIn(() => new WarmSandbox());
