import type { ClockReport, ClockTurn } from './moved-clock.js';

/** Characters of one line: many times what any turn or report needs. */
const LONGEST = 64 * 1024;

/** A turn and its report bear the same number. */
export interface Numbered {
  turn: number;
}

/** Reads lines from a text that is cut anywhere. Calls `take` with each; false, or a line that does not end, is the last. */
export function eachLine(take: (line: string) => boolean, failed: () => void): (chunk: string) => void {
  let pending = '';
  let over = false;
  return (chunk) => {
    pending += chunk;
    for (let end = pending.indexOf('\n'); end >= 0 && !over; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      over = line.length > LONGEST || !take(line);
    }
    over ||= pending.length > LONGEST;
    if (!over) return;
    pending = '';
    failed();
  };
}

/** A turn as the runner writes it; undefined if the line is none. */
export function readTurn(line: string): (ClockTurn & Numbered) | undefined {
  const read = objectIn(line);
  const { turn, heard, to, unread = [] } = read;
  if (!isNumber(turn) || !isNumber(heard) || !(to === null || isNumber(to))) return undefined;
  return Array.isArray(unread) && unread.every(isNumber) ? { turn, heard, to, unread } : undefined;
}

/** A report as a reference writes it; undefined if the line is none. */
export function readReport(line: string): (ClockReport & Numbered) | undefined {
  const { turn, now, next, said } = objectIn(line);
  if (!isNumber(turn) || !isNumber(now) || !(next === null || isNumber(next)) || !isNumber(said)) return undefined;
  return { turn, now, next, said };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function objectIn(line: string): { [name: string]: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}
