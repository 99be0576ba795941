// Markdown of the published pages. What schemas say is text: nothing in it becomes markup.

/** The anchor that GitHub and VitePress give a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** A text as it is, beside code in backticks. */
export const plain = (text: string): string =>
  text
    .split(/(`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\*_[\]<>]/g, '\\$&')))
    .join('');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table; nothing if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  if (rows.length === 0) return undefined;
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Inline code of any text. */
export function code(text: string): string {
  const ticks = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(ticks + 1);
  return ticks === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** A value as a block of JSON. */
export function block(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const ticks = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(ticks + 1);
  return `${fence}json\n${text}\n${fence}`;
}

/** Parts with an empty line between them. */
export const page = (parts: readonly (string | undefined | false)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`;
