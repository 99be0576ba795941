import type { Out } from '../../../reports/output.js';
import { type Style, styleFor } from '../../../reports/text/style.js';
import { cut } from '../../../reports/text/words.js';
import { jsonText } from '../../../src/json/json-escapes.js';
import { withoutHidden } from '../../../src/json/visible.js';
import type { Form } from '../../../src/wire/output.js';
import type { LoadedCorpus } from '../../load/corpus.js';
import { formatProblem } from '../../load/files/problems.js';
import type { Corpus, FileProblem } from '../../types.js';
import { UsageError } from './usage-error.js';

export { UsageError } from './usage-error.js';

/** Where an information command reads and writes. */
export interface Io {
  /** The product: what the user asked for. */
  write(text: string, form?: Form): void;
  /** What went wrong. */
  error(text: string): void;
  /** Width of the terminal in columns; unset where the output is none, and then nothing is cut. */
  columns?: number;
  /** Breaks a line between words where it is wider than the terminal; unset where the output is none. */
  wrap?: (line: string) => string[];
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

/** The output of a process as an information command writes to it: where it is no terminal, it has no width. */
export function ioOn({ write, isTTY, columns, wrap, color }: Out, error: (text: string) => void): Io {
  return {
    write,
    error,
    color,
    ...(isTTY && columns !== undefined ? { columns } : {}),
    ...(wrap ? { wrap } : {}),
  };
}

/** Prints lines to the output, one write; on a terminal those that are too wide are broken between words. */
export function printLines({ wrap, write }: Io, lines: readonly string[]): void {
  const shown = wrap ? lines.flatMap(wrap) : lines;
  if (shown.length > 0) write(`${shown.join('\n')}\n`);
}

/** Prints one JSON object: each list under the name of what it lists, one item a line. */
export function printJson(io: Io, lists: { readonly [name: string]: readonly unknown[] }): void {
  const members = Object.entries(lists).map(([name, items]) => {
    const lines = items.map((item, index) => `${jsonText(item)}${index < items.length - 1 ? ',' : ''}\n`);
    return `"${name}":[\n${lines.join('')}]`;
  });
  io.write(`{${members.join(',')}}\n`, 'json');
}

/** How far a column is padded: beyond this a long value pushes the rest of its line to the right. */
const WIDEST = 60;
/** With less room than this the last column stands below the others. */
const LEAST = 24;

/**
 * Rows as columns two spaces apart. Where a terminal is too narrow the last column is cut behind a word, or stands whole below the others;
 * the first is painted by `paint`, which must not change its length in characters.
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
  const lines = rows.map((row) => {
    const cells = row.slice(0, last).map((cell, index) => {
      const pad = ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...cell].length));
      return { text: (index === 0 && paint ? paint(cell, style) : cell) + pad, length: [...cell].length + pad.length };
    });
    const [first = ''] = row;
    const end = last === 0 && paint ? paint(first, style) : (row[last] ?? '');
    return {
      before: cells.map(({ text }) => text),
      end,
      width: cells.reduce((sum, { length }) => sum + length + 2, 0),
    };
  });
  if (io.columns === undefined) return lines.map(({ before, end }) => [...before, end].join('  ').trimEnd());
  const width = io.columns;
  const room = width - lines.reduce((widest, one) => Math.max(widest, one.width), 0);
  const wanted = lines.reduce((widest, { end }) => Math.max(widest, end.length), 0);
  return lines.flatMap(({ before, end, width: taken }) =>
    room >= Math.min(LEAST, wanted)
      ? [[...before, cutBehindWord(end, width - taken)].join('  ').trimEnd()]
      : [before.join('  ').trimEnd(), ...wrapped(end, width, '    ')],
  );
}

/** A text of at most `width` characters; what is left out is told by an ellipsis behind the last whole word. */
function cutBehindWord(text: string, width: number): string {
  const short = cut(text, width);
  const end = short === text ? -1 : short.lastIndexOf(' ');
  return end <= 0 ? short : `${short.slice(0, end)} …`;
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

/** Words as a shell reads them again: what is shown is what runs, and hidden characters are shown as bash spells them. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (withoutHidden(word, () => '') === word) return `'${word.replaceAll("'", "'\\''")}'`;
  const spelt = (character: string) => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`;
  return `$'${withoutHidden(word.replace(/['\\]/g, '\\$&'), spelt)}'`;
}
