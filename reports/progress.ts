import type { Out } from './output.js';
import { cut } from './words.js';

/** Shortest time between two drawings, in ms: a terminal is slower than a run. */
const INTERVAL = 80;

/** A line at the bottom of a terminal that is written over. Does nothing where the output is no terminal. */
export class ProgressLine {
  private shown = false;
  private last = Number.NEGATIVE_INFINITY;

  /** @param now ms of any clock; only decides how often the line is drawn */
  constructor(
    private readonly out: Out,
    private readonly now: () => number = () => performance.now(),
  ) {}

  show(done: number, planned: number, id: string): void {
    if (!this.out.isTTY || planned === 0) return;
    const now = this.now();
    if (now - this.last < INTERVAL) return;
    this.last = now;
    const terminal = this.out.progress ?? this.out;
    const width = Math.max(20, (terminal.columns ?? 80) - 1);
    terminal.write(`\r\x1b[2K${cut(`  ${done} of ${planned} · ${id}`, width)}`);
    this.shown = true;
  }

  /** Takes the line away, so that something else can be printed. */
  clear(): void {
    if (!this.shown) return;
    (this.out.progress ?? this.out).write('\r\x1b[2K');
    this.shown = false;
    this.last = Number.NEGATIVE_INFINITY;
  }
}
