import type { Clock } from '../../src/wire/clock/clock.js';
import type { Out } from '../output.js';
import { count, cut, digits, duration } from './words.js';

/** Shortest time between two drawings, in ms: a terminal is slower than a run. */
const INTERVAL = 80;
/** ms between two lines where nothing can be written over: a log is read later. */
const LOGGED = 30_000;
/** Most cases that one such line names. */
const NAMED = 20;

/** How far a run is. */
export interface Standing {
  /** How many cases have ended. */
  done: number;
  planned: number;
  /** How many of them make the run red. */
  red: number;
  /** The case that was heard of last. */
  id: string;
}

/**
 * How far a run is: on a terminal a line at its bottom that is written over, elsewhere a line every half a minute beside the report. It
 * does not say how long the rest takes: cases take from a millisecond to a minute, so any guess is wrong.
 */
export class ProgressLine {
  private shown = false;
  private last = Number.NEGATIVE_INFINITY;
  private readonly began: number;
  private standing: Standing | undefined;
  private news: string[] = [];
  private cancel: (() => void) | undefined;

  constructor(
    private readonly out: Out,
    private readonly clock: Pick<Clock, 'now' | 'after'>,
  ) {
    this.began = clock.now();
  }

  /** Begins to write lines by the clock, if the output is a log. */
  begin(): void {
    if (!this.out.isTTY && this.out.log !== undefined) this.cancel = this.clock.after(LOGGED, () => this.log());
  }

  show(standing: Standing): void {
    if (standing.planned === 0) return;
    this.standing = standing;
    if (this.out.isTTY) this.draw(standing);
  }

  /** Something that should be known before the end: the next line of a log has it. */
  keep(line: string): void {
    this.news.push(line);
  }

  private draw(standing: Standing): void {
    const now = this.clock.now();
    if (now - this.last < INTERVAL) return;
    this.last = now;
    const terminal = this.out.progress ?? this.out;
    // A terminal that does not know its width says 0.
    const width = Math.max(20, (terminal.columns || 80) - 1);
    this.put(cut(`  ${words(standing)} · ${standing.id}`, width));
    this.shown = true;
  }

  private put(line: string): void {
    const terminal = this.out.progress ?? this.out;
    if (terminal.draw) terminal.draw(line);
    else terminal.write(`\r\x1b[2K${line}`);
  }

  private log(): void {
    const { news, standing } = this;
    this.news = [];
    const more = news.length > NAMED ? [`  and ${digits(news.length - NAMED)} more`] : [];
    const so = standing === undefined ? 'nothing has ended yet' : words(standing);
    const lines = [`  … ${so} · ${duration(this.clock.now() - this.began)} so far`, ...news.slice(0, NAMED), ...more];
    this.out.log?.write(`${lines.join('\n')}\n`);
    this.begin();
  }

  /** Takes the line away, so that something else can be printed. */
  clear(): void {
    if (!this.shown) return;
    this.put('');
    this.shown = false;
    this.last = Number.NEGATIVE_INFINITY;
  }

  /** Writes nothing any more. */
  end(): void {
    this.clear();
    this.cancel?.();
    this.cancel = undefined;
  }
}

function words({ done, planned, red }: Standing): string {
  return `${digits(done)} of ${count(planned, 'case')}${red > 0 ? ` · ${digits(red)} red` : ''}`;
}
