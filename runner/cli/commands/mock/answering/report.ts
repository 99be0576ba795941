import { count } from '../../../../../reports/text/words.js';
import { oneLine } from '../../../../../src/json/visible.js';
import type { ReplayReport } from '../../../../../src/mock/replay/replay.js';

/** Lines of one list that are shown. */
const MOST_LINES = 50;

/** What nobody used and what nothing matched, for people and programs. */
export interface AnsweringResult {
  /** Rules that no message was for: where each stands, and what it is for. */
  unusedAnswers: { place: string; title: string }[];
  /** Recorded answers that nobody asked for. */
  unusedReplies: { place: string; title: string }[];
  /** Requests that the recording has no answer to. */
  unmatched: ReplayReport['unmatched'];
  /** How many answers the recording has. */
  recorded: number;
}

/** What a mock says of its answers and its recording at the end; empty if all was used and all matched. */
export function answeringLines(
  { unusedAnswers, unusedReplies, unmatched, recorded }: AnsweringResult,
  recording: string | undefined,
): string[] {
  const lines = capped(unusedAnswers.map(({ place, title }) => `${place}  never used: ${title}`));
  if (recording === undefined || (unusedReplies.length === 0 && unmatched.length === 0)) return lines;
  const used = recorded - unusedReplies.length;
  lines.push(`${recording}: ${used} of ${count(recorded, 'recorded answer')} used`);
  if (unusedReplies.length > 0) {
    lines.push('  nobody asked for', ...capped(aligned(unusedReplies.map(({ place, title }) => [place, title]))));
  }
  if (unmatched.length > 0) {
    const rows = unmatched.map(({ method, count: times, reason }) => [`${times} ×`, oneLine(method), oneLine(reason)]);
    lines.push('  matched nothing', ...capped(aligned(rows)));
  }
  return lines;
}

/** Rows of a table, its columns below one another. */
function aligned(rows: readonly string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, column) => Math.min(40, Math.max(all[column] ?? 0, cell.length))),
    [],
  );
  return rows.map(
    (row) =>
      `    ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}`,
  );
}

const capped = (lines: string[]): string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `    and ${count(lines.length - MOST_LINES, 'more line')}`];
