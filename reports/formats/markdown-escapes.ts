import { oneLine } from '../../src/json/visible.js';

/**
 * A text from outside as code in a line. Escapes and entities would not do: GitHub makes links of addresses, mentions and issues in the text
 * that comes of them, and leaves nothing alone but code. Its delimiters are longer than any run of backticks in it.
 */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return fence + pad + line + pad + fence;
}

/** Lines from outside as a block of code, whose fence is longer than any run of backticks in it. */
export function markdownBlock(lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}text`, ...lines, fence];
}

/** Words of ours as plain text of a paragraph or a table cell. */
export function markdownText(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#@~!$&]/g, (character) => `\\${character}`);
}

/** A text between tags of HTML. */
export function htmlText(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const { 0: run } of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
