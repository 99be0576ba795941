import { type Style, styleFor } from '../../reports/style.js';
import { jsonText } from '../../reports/value.js';
import { cut } from '../../reports/words.js';
import type { LoadedCorpus } from '../load/corpus.js';
import { formatProblem } from '../load/problems.js';
import type { Corpus, FileProblem } from '../types.js';
import { UsageError } from './usage-error.js';

export { UsageError } from './usage-error.js';

/** Where an information command reads and writes. */
export interface Io {
  /** The product: what the user asked for. */
  write(text: string): void;
  /** What went wrong. */
  error(text: string): void;
  /** Width of the terminal in columns; unset where the output is none, and then nothing is cut. */
  columns?: number;
  color: boolean;
}

/** What an information command works on. */
export interface InfoContext {
  io: Io;
  /** Loads the corpus; called only by those who need it. */
  corpus(): Promise<LoadedCorpus>;
  /** The text of a file of the corpus by the name that its places have; undefined where it can't be read. */
  readSource(file: string): string | undefined;
}

/** How a command ended: the exit code of the process. */
export interface Done {
  exit: number;
}

/** The corpus, or a UsageError with everything that is wrong with it. */
export async function soundCorpus(context: InfoContext): Promise<Corpus> {
  const { corpus, problems } = await context.corpus();
  if (problems.length > 0) throw new UsageError(problemLines(problems));
  return corpus;
}

export function problemLines(problems: readonly FileProblem[]): string {
  return problems.map(formatProblem).join('\n');
}

/** Prints lines to the output, one write. */
export function printLines(io: Io, lines: readonly string[]): void {
  if (lines.length > 0) io.write(`${lines.join('\n')}\n`);
}

/** Prints one JSON object: a list under the name of what it lists, one item a line. */
export function printJson(io: Io, name: string, items: readonly unknown[]): void {
  const lines = items.map((item, index) => `${jsonText(item)}${index < items.length - 1 ? ',' : ''}`);
  io.write(`{"${name}":[\n${lines.map((line) => `${line}\n`).join('')}]}\n`);
}

/** How far a column is padded: beyond this a long value pushes the rest of its line to the right. */
const WIDEST = 60;

/**
 * Rows as columns two spaces apart. The last column is cut where a terminal is too narrow; the first is painted by
 * `paint`, which must not change its length in characters.
 */
export function columns(rows: readonly string[][], io: Io, paint?: (text: string, style: Style) => string): string[] {
  const style = styleFor(io.color);
  const last = Math.max(0, ...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: last }, (_, index) =>
    Math.min(
      WIDEST,
      rows.reduce((widest, row) => Math.max(widest, [...(row[index] ?? '')].length), 0),
    ),
  );
  return rows.map((row) => {
    const cells = row.map((cell, index) => {
      const pad = index < last ? ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...cell].length)) : '';
      return { cell, pad };
    });
    const before = cells.slice(0, last).reduce((sum, { cell, pad }) => sum + [...cell].length + pad.length + 2, 0);
    const texts = cells.map(({ cell, pad }, index) => {
      const text = index === last && io.columns !== undefined ? cut(cell, Math.max(16, io.columns - before)) : cell;
      return (index === 0 && paint ? paint(text, style) : text) + pad;
    });
    return texts.join('  ').trimEnd();
  });
}

/** A text broken into lines of at most `width` characters, at spaces; a longer word has a line of its own. */
export function wrapped(text: string, width: number, indentation = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    if (line !== '' && indentation.length + line.length + 1 + word.length > width) {
      lines.push(indentation + line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return line === '' ? lines : [...lines, indentation + line];
}

/** Words as a shell reads them again. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
