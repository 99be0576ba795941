import { stringifyJson } from '../../../../json/json.js';
import type { Carried } from '../../../../wire/carried.js';

/**
 * An event in a form that the standard allows and hardly anybody writes: comments, CR and CRLF, no space after the colon,
 * unknown fields, data in several lines, the default event type by name, empty events in between (WHATWG HTML, section
 * 9.2.6). Undefined for what is no event.
 */
export function encodeOddly({ kind, message, text, sse, http }: Carried): string | undefined {
  if (http || !sse || (kind !== 'message' && kind !== 'sse')) return undefined;
  const lines = [':', ': a comment', 'x-unknown: field'];
  if (sse.event !== undefined) lines.push(`event:${sse.event}`);
  if (sse.retry !== undefined) lines.push(`retry:${sse.retry}`);
  if (kind === 'message') {
    lines.push(...linesOf(text ?? stringifyJson(message ?? null)).map((line) => `data:${line}`));
    if (sse.event === undefined) lines.push('event: message');
  } else if (sse.id !== undefined || sse.event !== undefined) lines.push('data');
  if (sse.id !== undefined) lines.push(`id:${sse.id}`);
  const ends = ['\r\n', '\n', '\r'];
  // Each event ends with LF twice: a CR at its end could be the first half of a CRLF.
  return `\n\n: keep-alive\r\n${lines.map((line, index) => line + (index === lines.length - 1 ? '\n' : ends[index % 3]!)).join('')}\n`;
}

/** Breaks JSON behind the comma of its first member, where a line break means nothing. */
function linesOf(text: string): string[] {
  const found = /^\s*\{\s*"[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?\d+)\s*,/.exec(text);
  return found ? [found[0], ` ${text.slice(found[0].length)}`] : [text];
}
