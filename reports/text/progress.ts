import type { Out } from '../output.js';
import { count, cut, digits, duration } from './words.js';

/** Shortest time between two drawings, in ms: a terminal is slower than a run. */
const INTERVAL = 80;
/** ms between two lines where nothing can be written over: a log is read later. */
const LOGGED = 30_000;
/** ms and cases after which it can be told how long the rest takes. */
const TELLING_TIME = 2_000;
const TELLING_CASES = 10;

/** How far a run is. */
export interface Standing {
  done: number;
  planned: number;
  /** How many have ended so far that make the run red. */
  red: number;
  /** The case that was heard of last. */
  id: string;
}

/** How far a run is: on a terminal a line at its bottom that is written over, elsewhere a line every half a minute. */
export class ProgressLine {
  private shown = false;
  private last = Number.NEGATIVE_INFINITY;
  private readonly began: number;
  private logged: number;

  /** @param now ms of any clock */
  constructor(
    private readonly out: Out,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.began = now();
    this.logged = this.began;
  }

  show(standing: Standing): void {
    if (standing.planned === 0) return;
    if (this.out.isTTY) this.draw(standing);
    else this.log(standing);
  }

  private draw(standing: Standing): void {
    const now = this.now();
    if (now - this.last < INTERVAL) return;
    this.last = now;
    const terminal = this.out.progress ?? this.out;
    // A terminal that does not know its width says 0.
    const width = Math.max(20, (terminal.columns || 80) - 1);
    this.put(cut(`  ${this.words(standing)} · ${standing.id}`, width));
    this.shown = true;
  }

  private put(line: string): void {
    const terminal = this.out.progress ?? this.out;
    if (terminal.draw) terminal.draw(line);
    else terminal.write(`\r\x1b[2K${line}`);
  }

  private log(standing: Standing): void {
    const now = this.now();
    if (now - this.logged < LOGGED) return;
    this.logged = now;
    this.out.write(`  … ${this.words(standing)} · ${duration(now - this.began)} so far\n`);
  }

  private words({ done, planned, red }: Standing): string {
    const passed = this.now() - this.began;
    const isTelling = passed >= TELLING_TIME && done >= TELLING_CASES && done < planned;
    const left = isTelling ? ` · about ${duration(roughly((passed / done) * (planned - done)))} left` : '';
    return `${digits(done)} of ${count(planned, 'case')}${red > 0 ? ` · ${digits(red)} red` : ''}${left}`;
  }

  /** Takes the line away, so that something else can be printed. */
  clear(): void {
    if (!this.shown) return;
    this.put('');
    this.shown = false;
    this.last = Number.NEGATIVE_INFINITY;
  }
}

/** ms as an estimate tells them: whole seconds, from a minute on in steps of ten. */
function roughly(ms: number): number {
  const step = ms < 60_000 ? 1_000 : 10_000;
  return Math.max(step, Math.round(ms / step) * step);
}
