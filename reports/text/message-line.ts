import { oneLine } from '../../src/json/visible.js';
import type { MessageSummaries } from '../../src/language/message-summary.js';
import type { WireRecord } from '../../src/wire/record.js';
import { type MarkName, marked, type Style } from './style.js';
import { fullLines, summaryLine } from './summary-line.js';

/** What a wire rule says of a message. */
export interface MessageRemark {
  /** Of a requirement that is a must: its breach is a failure and no warning. */
  isMust: boolean;
  requirement: string;
  level: string;
  message: string;
  /** Who is meant, if that is not plain: `the mock`, and for a proxy a role. */
  by?: string;
}

/** How messages are shown as they pass. */
export interface MessageLineOptions {
  style: Style;
  width: number;
  /** What people look for first in messages, by method. Default: their beginning as JSON. */
  summaries?: MessageSummaries;
  /** Whether messages are shown whole, however long. */
  full?: boolean;
}

/**
 * One line for one message, as it passes: a sign for what the rules say, the time, the direction, what it is, and what is wrong.
 * What is wrong is never cut, the message itself is where it is longer than `width`. With `full` the whole message stands below it.
 */
export function messageLine(
  record: WireRecord,
  remarks: readonly MessageRemark[],
  { style, width, summaries = {}, full = false }: MessageLineOptions,
): string {
  const arrow = record.from === 'kit' ? '→' : '←';
  const channel = record.channel === 'main' ? '' : `   on ${oneLine(record.channel)}`;
  const start = `${(record.time / 1000).toFixed(3).padStart(8)} s  ${arrow}  `;
  const told = remarks.map(
    ({ requirement, level, message, by }) =>
      `${requirement} ${level}: ${oneLine(message)}${by === undefined ? '' : ` (by ${by})`}`,
  );
  const room = remarks.length > 0 ? Math.min(width, 60) : width - start.length - channel.length - 2;
  const [head = '', ...below] = full
    ? fullLines(record, Math.max(20, room))
    : [summaryLine(record, Math.max(20, room), summaries)];
  const line = `${start}${head}${channel}`;
  const rest = below.map((text) => `\n${style.dim(text)}`).join('');
  if (told.length === 0) return `${signOf(record, style)} ${style.dim(line)}${rest}`;
  const name: MarkName = remarks.some(({ isMust }) => isMust) ? 'fail' : 'warn';
  return `${marked(style, name, line)}   ${told.join(' · ')}${rest}`;
}

/** What is no message is judged by no rule. */
function signOf({ kind, deliberate }: WireRecord, style: Style): string {
  return (kind === 'message' || kind === 'bytes') && !deliberate ? marked(style, 'pass') : ' ';
}
