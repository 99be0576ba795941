/** How many lines of a case file are shown. */
const SOURCE_LINES = 60;

/** The lines of a case in its file, from its dash to the next line that is not indented deeper; a row shows its whole case. */
export function sourceLines(text: string | undefined, line: number): string[] {
  const lines = (text ?? '').split(/\r?\n/);
  let start = line - 1;
  const here = lines[start];
  if (here === undefined) return [];
  // The place of a row lies in the table of its case.
  for (let at = start; at >= 0 && !/^\s*- /.test(lines[start] ?? ''); at--)
    if (/^\s*- id:/.test(lines[at] ?? '') && indentOf(lines[at]!) < indentOf(here)) start = at;
  return block(lines, start);
}

/** The lines of a member of a map in its file, from its key to the next line that is not indented deeper. */
export function memberLines(text: string | undefined, line: number): string[] {
  const lines = (text ?? '').split(/\r?\n/);
  return lines[line - 1] === undefined ? [] : block(lines, line - 1);
}

function block(lines: readonly string[], start: number): string[] {
  const depth = indentOf(lines[start]!);
  const end = lines.findIndex((one, index) => index > start && one.trim() !== '' && indentOf(one) <= depth);
  const own = lines.slice(start, end < 0 ? undefined : end).map((one) => one.slice(Math.min(depth, indentOf(one))));
  while (own.at(-1)?.trim() === '' || own.at(-1)?.trim().startsWith('#')) own.pop();
  return own.length > SOURCE_LINES ? [...own.slice(0, SOURCE_LINES), `… ${own.length - SOURCE_LINES} more lines`] : own;
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}
