import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';

/** What is started: the program as users get it. */
export const PROCTOR = resolve(import.meta.dirname, '../../dist/bin/proctor.mjs');
/** In the environment of everything that a sandbox starts, so that what is left of it can be found. */
const MARK = 'PROCTOR_TEST_SANDBOX';
/** Tells what a process took. */
const METER = resolve(import.meta.dirname, 'meter.mjs');

/** A call of the program that is over. `exit` is null where a signal ended it. */
export interface Ran {
  exit: number | null;
  stdout: string;
  stderr: string;
}

/** What a call took: ms of CPU, which do not depend on what else the machine does, and of memory at most so many MiB. */
export interface Cost {
  cpu: number;
  mib: number;
}

/** A case as the json report has it, as far as the tests look at it. */
interface Resources {
  cpuMs?: number;
  residentBytes: number;
  peakBytes: number;
}

export interface ReportedCase {
  id: string;
  role: string;
  transport: string;
  version?: string;
  verdict: string;
  standing?: string;
  nonStrict?: boolean;
  warned?: boolean;
  brokenIn?: string[];
  onlyAfter?: { cases: string[]; verdict: string; reason: string };
  breaches?: { requirement: string; message: string }[];
  resources?: Resources;
  reason?: string;
  durationMs: number;
  stderr?: string;
  checks: { requirement: string; level: string; status: string; message?: string; at: string }[];
  transcript?: unknown[];
}

export interface Report {
  exit: number;
  rerun: string;
  interrupted: boolean;
  messagesJudged: number;
  resources?: Record<string, unknown>;
  starts?: { case: string; why: string }[];
  musts?: { tested: number; of: number };
  target: { name: string; role: string; transport: string; calls?: string };
  summary: Record<string, number>;
  notAsked?: { versions: number; transports: { [names: string]: number } };
  cases: ReportedCase[];
  problems?: { message: string; detail?: string; exit: number }[];
  notRun?: string[];
}

/** What a run says every half a minute of how far it is depends on how busy the machine is. */
export const withoutProgress = (stderr: string): string =>
  stderr.replace(/^ {2}… .* so far\n(?: {2}(?:[✗?!~] .*|and [\d ]+ more)\n)*/gm, '');

/** A call of the program that still goes on. */
export class Running {
  readonly done: Promise<Ran>;

  constructor(readonly child: ChildProcess) {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    this.done = new Promise((settle, reject) => {
      child.on('error', reject);
      child.on('close', (exit) => settle({ exit, stdout, stderr: withoutProgress(stderr) }));
    });
  }

  /** Writes to its stdin and ends it. A program that ended before is no error. */
  feed(text: string): void {
    this.child.stdin?.on('error', () => undefined).end(text);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** The first line that it writes to stdout. */
  firstLine(): Promise<string> {
    return this.line(() => true);
  }

  /** The first line from now on that it writes to stdout and that fits. */
  line(fits: (line: string) => boolean): Promise<string> {
    return new Promise((settle, reject) => {
      let rest = '';
      const hear = (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        const found = lines.find(fits);
        if (found === undefined) return;
        this.child.stdout?.off('data', hear);
        settle(found);
      };
      this.child.stdout?.on('data', hear);
      this.done.then(({ stderr }) => reject(new Error(`it ended before it said the line: ${stderr}`)), reject);
    });
  }
}

/** A folder of its own for one test, in which the program is called, and a way to see what a call left behind. */
export class Sandbox {
  /** Where the program runs. */
  readonly folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  /** Where the program puts what it needs for a while. */
  readonly tmp = join(this.folder, 'tmp');
  /** What finds the processes that are left of a call, in their environment or their arguments. */
  readonly mark = randomUUID();
  /** What ran before is none of its calls: reading about all processes of a machine takes longer than many calls. */
  private readonly before = new Set(processIds());
  private readonly started = new Set<Running>();

  constructor() {
    mkdirSync(this.tmp);
  }

  /** Writes a file into the folder; returns its whole path. */
  file(name: string, text: string, mode = 0o644): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  start(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = this.folder): Running {
    return this.spawn([process.execPath, PROCTOR, ...args], env, 'ignore', cwd);
  }

  private spawn(
    [program, ...args]: readonly string[],
    env: NodeJS.ProcessEnv,
    stdin: 'ignore' | 'pipe' = 'ignore',
    cwd = this.folder,
  ): Running {
    const child = spawn(program!, args, {
      cwd,
      env: this.environment(env),
      stdio: [stdin, 'pipe', 'pipe'],
    });
    const running = new Running(child);
    this.started.add(running);
    void running.done.catch(() => undefined).then(() => this.started.delete(running));
    return running;
  }

  /** The environment of everything that is called here. */
  protected environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { ...process.env, FORCE_COLOR: undefined, TMPDIR: this.tmp, [MARK]: this.mark, ...env };
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = this.folder): Promise<Ran> {
    return this.start(args, env, cwd).done;
  }

  /** A call of a program, and what it took. */
  async measured(program: readonly string[]): Promise<Ran & Cost> {
    const ran = await this.metered(program).done;
    return { ...ran, ...this.cost() };
  }

  /** A call of a program whose `cost` can be read when it is over. */
  metered(program: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): Running {
    const meter = { PROCTOR_TEST_METER: join(this.folder, 'cost') };
    return this.spawn([process.execPath, '--import', METER, ...program], meter, stdin);
  }

  /** What the last metered call took. */
  cost(): Cost {
    return JSON.parse(this.read('cost')) as Cost;
  }

  /** Starts any program. */
  launch(program: readonly string[], env: NodeJS.ProcessEnv = {}, stdin: 'ignore' | 'pipe' = 'ignore'): Running {
    return this.spawn(program, env, stdin);
  }

  /** A call that reads a text from stdin. */
  feeding(input: string, args: readonly string[]): Promise<Ran> {
    const running = this.spawn([process.execPath, PROCTOR, ...args], {}, 'pipe');
    running.feed(input);
    return running.done;
  }

  /** A call whose stdout goes into another program; the exit code and stderr are those of the call. */
  pipedInto(reader: readonly string[], args: readonly string[]): Promise<Ran> {
    const call = [process.execPath, PROCTOR, ...args].map(quoted).join(' ');
    const script = `{ ${call}; echo $? > code; } | ${reader.map(quoted).join(' ')}`;
    return this.spawn(['/bin/sh', '-c', script], {}).done.then((ran) => ({ ...ran, exit: Number(this.read('code')) }));
  }

  /** A call on a terminal, on which stdout and stderr are one. Needs the program `script`. `columns` is how wide it is. */
  onTerminal(args: readonly string[], env: NodeJS.ProcessEnv, columns?: number): Promise<Ran> {
    const call = [process.execPath, PROCTOR, ...args].map(quoted).join(' ');
    const width = columns === undefined ? '' : `stty cols ${columns}; `;
    return this.spawn(['script', '-qec', width + call, '/dev/null'], env).done;
  }

  /** `proctor run` with a pretty report on stdout and a json report beside it. */
  async report(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran & { report: Report }> {
    const ran = await this.run(['run', '--reporter', 'pretty', '--reporter', 'json=report.json', ...args], env);
    const text = existsSync(join(this.folder, 'report.json')) ? this.read('report.json') : '';
    if (text === '') throw new Error(`there is no report: ${ran.stderr}${ran.stdout}`);
    return { ...ran, report: JSON.parse(text) as Report };
  }

  /** What is left of the calls: processes by their command lines, and files in the folder for temporary ones. */
  left(): string[] {
    const processes = this.processes().map(({ pid, command }) => `process ${pid}: ${command}`);
    return [...processes, ...readdirSync(this.tmp).map((name) => `temp file ${name}`)];
  }

  private processes(): { pid: number; command: string }[] {
    const later = processIds().filter((id) => !this.before.has(id));
    return processesWith(later, `${MARK}=${this.mark}`, this.mark);
  }

  /** Ends what still runs and removes the folder. */
  async close(): Promise<void> {
    for (const running of this.started) running.signal('SIGKILL');
    for (const { pid } of this.processes()) process.kill(pid, 'SIGKILL');
    await Promise.all([...this.started].map(({ done }) => done.catch(() => undefined)));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** All processes, on Linux; elsewhere none are found. */
const processIds = () =>
  process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];

/** Those processes that have a variable in their environment or an argument. */
function processesWith(ids: readonly string[], variable: string, argument: string): { pid: number; command: string }[] {
  return ids.flatMap((name) => {
    try {
      // A process that ended and was not waited for yet has no command line any more.
      const words = readFileSync(`/proc/${name}/cmdline`, 'latin1').split('\0');
      const mine = () => readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(variable);
      const found = words[0] !== '' && (words.includes(argument) || mine());
      return found ? [{ pid: Number(name), command: words.join(' ') }] : [];
    } catch {
      return [];
    }
  });
}

/** `it` with a sandbox that is closed afterwards. The test fails where a call left a process or a temporary file behind. */
export const itIn = <S extends Sandbox>(make: () => S) =>
  test.extend<{ sandbox: S }>({
    sandbox: async ({ task }, use) => {
      const sandbox = make();
      try {
        await use(sandbox);
        // What was killed is there until the system has taken it away.
        await vi.waitFor(() => expect(sandbox.left(), `left behind by: ${task.name}`).toEqual([]), 2_000);
      } finally {
        await sandbox.close();
      }
    },
  });

/** The same with a sandbox in which every call is a process. */
export const it = itIn(() => new Sandbox());

/** Verdicts by case id. */
export function verdicts({ cases }: Pick<Report, 'cases'>): Record<string, string> {
  return Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict]));
}

/** The same of the cases that were played, without the wire rules that watch every run. */
export function played({ cases }: Report): Record<string, string> {
  return verdicts({ cases: cases.filter(isPlayed) });
}

/** How many of the cases that were played have each standing, or else each verdict; `warn` counts those with a warning. */
export function tally({ cases }: Report): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const { verdict, standing, warned } of cases.filter(isPlayed)) {
    add(standing ?? verdict);
    if (warned) add('warn');
  }
  return counts;
}

const isPlayed = ({ id }: ReportedCase) => !id.includes('.wire.');

/** The reported case with this id. */
export function reported({ cases }: Report, id: string): ReportedCase {
  const found = cases.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is not in the report`);
  return found;
}
