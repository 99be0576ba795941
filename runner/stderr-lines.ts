/** How many lines of stderr are told from its beginning, and how many from its end. */
const EACH = 5;

/**
 * What a process said on stderr, without empty lines: all of it where it is short, else the first lines and the last, with a
 * line between them that says how many are left out. The line that names an exception stands at the top of what some
 * languages print, and at the end of what others do.
 */
export function stderrLines(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const left = lines.length - 2 * EACH;
  if (left <= 1) return lines;
  return [...lines.slice(0, EACH), `… ${left} more lines …`, ...lines.slice(-EACH)];
}

/** The same as the detail of what is told of a target; without a member where it said nothing. */
export function stderrDetail(text: string): { detail?: string } {
  const lines = stderrLines(text);
  if (lines.length === 0) return {};
  return { detail: ['what it said on stderr:', ...lines.map((line) => `  ${line}`)].join('\n') };
}
