import { printable } from '../../src/json/visible.js';
import type { SourcePosition } from '../../src/language/case.js';
import { cut } from './words.js';

/** How many lines of a step are shown. */
const LINES = 5;

/**
 * The source lines of a step with a caret below its first character and `remark` behind the caret. The step is its first
 * line and those behind it that are not indented less, at most five in all. Empty where the place lies outside the text.
 */
export function excerpt(source: string, place: SourcePosition, remark: string, width = 120): string[] {
  const lines = source.split(/\r?\n/);
  const first = lines[place.line - 1];
  if (first === undefined) return [];
  const gutter = String(place.line + LINES - 1).length + 4;
  const show = (number: string, text: string) =>
    `${number.padStart(gutter)} | ${cut(printable(text), width - gutter - 3)}`;
  // A tab must stay a tab in the line below, or the caret misses its place.
  const before = printable(first.slice(0, place.col - 1)).replace(/[^\t]/g, ' ');
  const shown = [show(String(place.line), first), `${' '.repeat(gutter)} | ${before}^ ${remark}`.trimEnd()];
  for (let at = place.line; at < place.line + LINES - 1; at += 1) {
    const line = lines[at];
    if (line === undefined || !belongs(line, place.col)) break;
    shown.push(show(String(at + 1), line));
  }
  return shown;
}

/** Whether a line is still part of the step that begins at this column. */
function belongs(line: string, col: number): boolean {
  const indent = line.search(/\S/);
  return indent >= col || (indent === col - 1 && line[indent] !== '-');
}
