import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, extname, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { type FSWatcher, watch } from 'chokidar';
import { plainCause } from '../../../../src/files/cause.js';
import { stderr } from '../../../../src/wire/output.js';
import { SIGNALS } from '../../ending/signals.js';
import { proctorFile } from '../../root.js';
import { UsageError } from '../../support/print.js';
import { USUAL_FILES } from '../../support/project-corpus.js';

/** What a watched run is asked for. */
export interface WatchArguments {
  /** The words after `run`, without `--watch`, up to `--`. */
  words: readonly string[];
  target?: string | undefined;
  cwd?: string | undefined;
  cases?: readonly string[] | undefined;
  known?: string | undefined;
  /** After `--`. */
  command?: readonly string[] | undefined;
  /** Options that are given and make no sense with it. */
  unfit: readonly string[];
}

/** Files whose change may change a verdict, by how their names end; besides them those that the command line names. */
const ENDINGS = new Set(
  '.c .cc .cjs .cpp .cs .cts .ex .exs .go .h .java .js .jsx .kt .mjs .mts .php .py .rb .rs .scala .swift .toml .ts .tsx .yaml .yml'.split(
    ' ',
  ),
);
/** JSON files are mostly data, which a target may write while it runs. */
const NAMES = new Set(['package.json', 'tsconfig.json', '.env']);
/** Folders of others, and of what tools make. */
const LEFT_OUT = new Set(['node_modules', '__pycache__', 'venv', 'target']);

/** ms that the files have to stay as they are before a run begins: editors and builds write several. */
const SETTLED = 200;

/** ms that a run may take to end after it was interrupted. */
const PATIENCE = 6_000;

/** Whether a file that changed is a reason to run. @param named those of the command line, whole paths */
export function concerns(path: string, named: ReadonlySet<string>): boolean {
  return named.has(path) || ENDINGS.has(extname(path)) || NAMES.has(basename(path));
}

/** Whether nothing below a folder is looked at. @param root a folder that is watched */
export function isLeftOut(path: string, root: string): boolean {
  const below = path.startsWith(root + sep) ? path.slice(root.length + 1).split(sep) : [];
  return below.some((part) => LEFT_OUT.has(part) || (part.startsWith('.') && part !== '.env'));
}

/**
 * `proctor run --watch`: runs, and then again whenever a file of the target or a YAML file changes. If the last run was red, what failed
 * goes first, and all if that is green. Each run is a process of its own, so that it reads everything anew. Enter runs all, `q` ends.
 * Resolves with the exit code of the last run. Throws UsageError.
 */
export async function watchedRun(given: WatchArguments): Promise<number> {
  if (given.unfit.length > 0)
    throw new UsageError(`--watch runs again and again, which does not go with ${given.unfit.join(', ')}`);
  return new Watched(given).ended();
}

class Watched {
  private readonly named: ReadonlySet<string>;
  private readonly roots: readonly string[];
  private watcher: FSWatcher | undefined;
  private child: ChildProcess | undefined;
  private settling: NodeJS.Timeout | undefined;
  private exit = 0;
  /** What is asked for next; undefined as long as nothing is. */
  private next: 'changed' | 'all' | 'end' | undefined = 'all';
  private wake: () => void = () => {};

  constructor(private readonly given: WatchArguments) {
    const { target = USUAL_FILES.find((name) => existsSync(name)), cwd, cases = [], known, command = [] } = given;
    const files = [...command.filter((word) => existsSync(word)), ...[target, known].flatMap((one) => one ?? [])];
    this.named = new Set(files.map((one) => resolve(one)));
    const home = resolve(cwd ?? (target === undefined ? '.' : dirname(target)));
    this.roots = [...new Set([home, ...cases.map((one) => resolve(one)), ...this.named])];
  }

  /** Resolves when the user has had enough. */
  async ended(): Promise<number> {
    const onSignal = (name: NodeJS.Signals) => {
      this.exit = 128 + constants.signals[name];
      this.ask('end');
    };
    for (const name of SIGNALS) process.on(name, onSignal);
    const keys = createInterface({ input: process.stdin });
    keys.on('line', (line) => this.ask(/^q/i.test(line.trim()) ? 'end' : 'all'));
    this.watcher = watch([...this.roots], {
      ignoreInitial: true,
      ignored: (path) => this.roots.some((root) => isLeftOut(path, root)),
    });
    this.watcher.on('all', (event, path) => {
      if (event !== 'addDir' && event !== 'unlinkDir' && concerns(resolve(path), this.named)) this.changed();
    });
    this.watcher.on('error', (error) => stderr.write(`proctor: not everything is watched: ${plainCause(error)}\n`));
    try {
      for (;;) {
        const what = this.next;
        this.next = undefined;
        if (what === 'end') return this.exit;
        if (what !== undefined) await this.round(what);
        if (this.next === undefined) {
          stderr.write(`\nwatching ${this.roots[0]}: Enter runs all cases, q and Enter ends\n`);
          await new Promise<void>((done) => {
            this.wake = done;
          });
        }
      }
    } finally {
      clearTimeout(this.settling);
      for (const name of SIGNALS) process.off(name, onSignal);
      keys.close();
      process.stdin.unref?.();
      await this.watcher.close();
    }
  }

  /** Runs what failed, if something did, and then all. */
  private async round(what: 'changed' | 'all'): Promise<void> {
    if (what === 'changed' && this.exit !== 0) {
      stderr.write('\nchanged: first what failed\n');
      this.exit = await this.run(['--last-failed']);
      if (this.exit !== 0 || this.next !== undefined) return;
    }
    this.exit = await this.run([]);
  }

  private run(more: readonly string[]): Promise<number> {
    const { words, command } = this.given;
    const tail = command === undefined ? [] : ['--', ...command];
    const child = spawn(process.execPath, [proctorFile, 'run', ...words, ...more, ...tail], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // A terminal's interrupt is for this process, which passes it on.
      detached: true,
    });
    this.child = child;
    return new Promise((done) => {
      child.on('error', (error) => {
        stderr.write(`proctor: the run could not be started: ${plainCause(error)}\n`);
        done(2);
      });
      child.on('exit', (code, signal) => {
        this.child = undefined;
        done(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  }

  private changed(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.ask('changed'), SETTLED);
  }

  /** Has something done next; a run that is under way is interrupted. */
  private ask(what: 'changed' | 'all' | 'end'): void {
    if (this.next !== 'end') this.next = what;
    const { child } = this;
    if (child?.pid !== undefined) {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
    }
    this.wake();
  }
}
