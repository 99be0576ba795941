import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { watch } from 'chokidar';
import { plainCause } from '../../../../src/files/cause.js';
import { type Clock, realClock } from '../../../../src/wire/clock/clock.js';
import { stderr } from '../../../../src/wire/output.js';
import { SIGNALS } from '../../ending/signals.js';
import { proctorFile } from '../../root.js';
import { UsageError } from '../../support/print.js';
import { concerns, isLeftOut, type WatchedFiles, type WatchedTarget, watchedFiles } from './watched-files.js';

/** What a watched run is asked for. */
export interface WatchArguments extends WatchedTarget {
  /** The words after `run`, without `--watch`, up to `--`. */
  words: readonly string[];
  /** Options that are given and make no sense with it. */
  unfit: readonly string[];
}

/** ms that the files have to stay as they are before a run begins: editors and builds write several. */
const SETTLED = 200;

/** ms that a run may take to end after it was interrupted. */
const PATIENCE = 6_000;

/**
 * `proctor run --watch`: runs, and then again whenever a file of the target or a YAML file changes. If the last run was red, what failed
 * goes first, and all if that is green. Each run is a process of its own, so that it reads everything anew. Enter runs all, `q` ends.
 * Resolves with the exit code of the last run. Throws UsageError.
 */
export async function watchedRun(given: WatchArguments): Promise<number> {
  if (given.unfit.length > 0)
    throw new UsageError(`--watch runs again and again, which does not go with ${given.unfit.join(', ')}`);
  return new Watched(given, await watchedFiles(given), realClock).ended();
}

type Wish = 'changed' | 'all' | 'end';

class Watched {
  private exit = 0;
  /** What is asked for next; undefined as long as nothing is. */
  private next: Wish | undefined = 'all';
  private wake: () => void = () => {};
  /** Interrupts the run that is under way; another time only if it shall end at once. */
  private interrupt: (wish: Wish) => void = () => {};

  constructor(
    private readonly given: WatchArguments,
    private readonly files: WatchedFiles,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the user has had enough. */
  async ended(): Promise<number> {
    const { roots, named } = this.files;
    const onSignal = (name: NodeJS.Signals) => {
      this.exit = 128 + constants.signals[name];
      this.ask('end');
    };
    for (const name of SIGNALS) process.on(name, onSignal);
    const keys = createInterface({ input: process.stdin });
    keys.on('line', (line) => this.ask(/^q/i.test(line.trim()) ? 'end' : 'all'));
    const watcher = watch([...roots], {
      ignoreInitial: true,
      ignored: (path) => roots.some((root) => isLeftOut(path, root)),
    });
    let unsettle = () => {};
    watcher.on('all', (event, path) => {
      if (event === 'addDir' || event === 'unlinkDir' || !concerns(resolve(path), named)) return;
      unsettle();
      unsettle = this.clock.after(SETTLED, () => this.ask('changed'));
    });
    watcher.on('error', (error) => stderr.write(`proctor: not everything is watched: ${plainCause(error)}\n`));
    try {
      for (let wish = await this.wished(); wish !== 'end'; wish = await this.wished()) await this.round(wish);
      return this.exit;
    } finally {
      unsettle();
      for (const name of SIGNALS) process.off(name, onSignal);
      keys.close();
      await watcher.close();
    }
  }

  /** What is asked for next; while it is nothing, a line says what may be. */
  private async wished(): Promise<Wish> {
    if (this.next === undefined) {
      stderr.write(`\nwatching ${this.files.roots[0]}: Enter runs all cases, q and Enter ends\n`);
      await new Promise<void>((done) => {
        this.wake = done;
      });
    }
    const wish = this.next!;
    this.next = undefined;
    return wish;
  }

  /** Runs what failed, if something did, and then all. */
  private async round(wish: Wish): Promise<void> {
    if (wish === 'changed' && this.exit !== 0) {
      stderr.write('\nchanged: first what failed\n');
      await this.run(['--last-failed']);
      if (this.exit !== 0 || this.next !== undefined) return;
    }
    await this.run([]);
  }

  /** Has all that the command line names run, in a process of its own. */
  private async run(more: readonly string[]): Promise<void> {
    const { words, command } = this.given;
    const tail = command === undefined ? [] : ['--', ...command];
    const child = spawn(process.execPath, [proctorFile, 'run', ...words, ...more, ...tail], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // A terminal's interrupt is for this process, which passes it on.
      detached: true,
    });
    let forgive: (() => void) | undefined;
    this.interrupt = (wish) => {
      if (forgive && wish !== 'end') return;
      child.kill('SIGINT');
      forgive ??= this.clock.after(PATIENCE, () => child.kill('SIGKILL'));
    };
    const exit = await new Promise<number>((done) => {
      child.on('error', (error) => {
        stderr.write(`proctor: the run could not be started: ${plainCause(error)}\n`);
        done(2);
      });
      child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal!]));
    });
    forgive?.();
    this.interrupt = () => {};
    // Whoever ends it has said with what.
    if (this.next !== 'end') this.exit = exit;
  }

  /** Has something done next; a run that is under way is interrupted. */
  private ask(wish: Wish): void {
    if (this.next !== 'end') this.next = wish;
    this.interrupt(wish);
    this.wake();
  }
}
