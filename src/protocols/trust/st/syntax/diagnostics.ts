/** Where something stands in the sources, and what is wrong there. */

/** A place in one source. Lines and columns start at 1; columns count UTF-16 units; the end is exclusive. */
export interface Span {
  /** Index of the source in the list that was parsed. */
  source: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface Diagnostic extends Span {
  severity: 'error' | 'warning';
  /** A word for programs: syntax, limit, undeclared, type, duplicate, constant, missing-program ... */
  code: string;
  message: string;
}

/** More than this many are of no use to anybody, and a hostile source could ask for millions. */
const MOST = 200;

/** Collects diagnostics, one for each place, in the order of the sources. */
export class Diagnostics {
  private readonly found: Diagnostic[] = [];
  private readonly places = new Set<string>();
  private errorCount = 0;

  get errors(): number {
    return this.errorCount;
  }

  error(at: Span, code: string, message: string): void {
    this.errorCount++;
    this.add(at, 'error', code, message);
  }

  warning(at: Span, code: string, message: string): void {
    this.add(at, 'warning', code, message);
  }

  /** Sorted by source, line and column. */
  list(): Diagnostic[] {
    return [...this.found].sort((a, b) => a.source - b.source || a.line - b.line || a.column - b.column);
  }

  private add(at: Span, severity: 'error' | 'warning', code: string, message: string): void {
    if (this.found.length >= MOST) return;
    // The second error at a place is nearly always a consequence of the first.
    const place = `${at.source}:${at.line}:${at.column}:${severity}`;
    if (this.places.has(place)) return;
    this.places.add(place);
    const { source, line, column, endLine, endColumn } = at;
    this.found.push({ source, line, column, endLine, endColumn, severity, code, message });
  }
}

/** From the start of one span to the end of another. */
export const spanOf = (from: Span, to: Span): Span => ({
  source: from.source,
  line: from.line,
  column: from.column,
  endLine: to.endLine,
  endColumn: to.endColumn,
});

/** A name for a message, cut if it is long. */
export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
