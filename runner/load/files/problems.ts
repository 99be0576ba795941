import { join } from 'node:path';
import { readText } from '../../../src/files/read.js';
import { printable } from '../../../src/json/visible.js';
import type { SourcePosition } from '../../../src/language/case.js';
import type { FileProblem } from '../../types.js';

/** A stretch of one line: where it starts, and how many characters of it are meant (at least 1). */
export interface Span {
  place: SourcePosition;
  length: number;
}

const WIDTH = 120;

/**
 * The offending line with its number, and carets below the characters that are meant. A line that is longer than 120
 * characters is cut around them.
 */
export function excerptOf(text: string, span: Span): string {
  const line = lineOf(text, span.place.line);
  let from = 0;
  let shown = line;
  let length = Math.max(1, Math.min(span.length, Math.max(1, line.length - (span.place.col - 1))));
  if (line.length > WIDTH) {
    from = Math.max(0, Math.min(span.place.col - 1 - WIDTH / 3, line.length - WIDTH));
    shown = `${from > 0 ? '…' : ''}${line.slice(from, from + WIDTH)}${from + WIDTH < line.length ? '…' : ''}`;
    length = Math.min(length, from + WIDTH - (span.place.col - 1));
  }
  const gutter = `    ${span.place.line} | `;
  const start = span.place.col - 1;
  const before = printable(line.slice(from, start));
  const meant = printable(line.slice(start, start + length));
  // A tab must stay a tab in the second line, or the carets miss their place.
  const pad = (from > 0 ? ' ' : '') + before.replace(/[^\t]/g, ' ');
  const carets = '^'.repeat(length + Math.max(0, meant.length - line.slice(start, start + length).length));
  return `${gutter}${printable(shown)}\n${' '.repeat(gutter.length - 2)}| ${pad}${carets}`;
}

function lineOf(text: string, line: number): string {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return '';
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
}

/** One problem as people read it: `file:line:col  message; suggestion`, then the offending line and the carets. */
export function formatProblem(problem: FileProblem): string {
  const { place } = problem;
  const where = place ? `${place.file}:${place.line}:${place.col}` : problem.file;
  const what = problem.suggestion ? `${problem.message}; ${problem.suggestion}` : problem.message;
  return problem.excerpt ? `${where}  ${what}\n${problem.excerpt}` : `${where}  ${what}`;
}

/** Orders problems by file, line and column, and drops those that say the same of the same place. */
export function sortProblems(problems: FileProblem[]): FileProblem[] {
  const key = (p: FileProblem) => `${p.file}\0${p.place?.line ?? 0}\0${p.place?.col ?? 0}\0${p.message}`;
  const once = [...new Map(problems.map((problem) => [key(problem), problem])).values()];
  return once.sort(
    (a, b) =>
      compare(a.file, b.file) ||
      (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
      (a.place?.col ?? 0) - (b.place?.col ?? 0) ||
      compare(a.message, b.message),
  );
}

/** Orders texts by code units, so that no locale changes the order of a report. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A problem at a place of a file below `root`, read again for the excerpt; without one where it can't be read. */
export function problemAt(root: string, place: SourcePosition, message: string, suggestion?: string): FileProblem {
  let excerpt = '';
  try {
    const text = readText(join(root, place.file));
    excerpt = excerptOf(text, { place, length: wordAt(text, place) });
  } catch {
    // The message and its place say enough.
  }
  return { file: place.file, place, message, excerpt, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** How long the word is that begins at a place. */
function wordAt(text: string, place: SourcePosition): number {
  return /^[\w./#-]*/.exec(lineOf(text, place.line).slice(place.col - 1))?.[0].length || 1;
}
