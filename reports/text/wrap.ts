import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** How much further the lines go in that a long one is continued on. */
const HANGING = 2;
/** Below this width a word would stand on each line: then the terminal breaks lines as it does. */
const NARROWEST = 20;

/**
 * A line, broken between words where it is wider than a terminal; what follows goes in a little further than its beginning. Colours are
 * closed and opened again, wide characters count as two, and a word that is too long for a line stays whole.
 */
export function wrapLine(line: string, columns: number): string[] {
  if (stringWidth(line) <= columns || columns < NARROWEST) return [line];
  const [indentation = ''] = /^ */.exec(line) ?? [];
  const inner = Math.max(NARROWEST, columns - indentation.length - HANGING);
  const [first = '', ...rest] = wrapAnsi(line.slice(indentation.length), inner, { trim: true }).split('\n');
  const hanging = ' '.repeat(indentation.length + HANGING);
  return [indentation + first, ...rest.map((one) => hanging + one)];
}
