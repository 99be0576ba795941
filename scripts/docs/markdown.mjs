// Markdown as the generated pages of docs/ need it.
import { Document, visit } from 'yaml';

/** The anchor that a heading gets on GitHub. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** A text in one cell of a table. */
export const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table; null if it has no rows. */
export function table(head, rows) {
  if (rows.length === 0) return null;
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const inFlow = (node) => {
  if (node && typeof node === 'object' && 'items' in node) node.flow = true;
};

/** A value as a block of YAML: its members in lines of their own, and what is in each of them in one line if it is short. */
export function yaml(value) {
  const document = new Document(value);
  visit(document, {
    Collection: (_, node, path) => {
      if (path.length > 1 && inline(node.toJSON()).length < 110) {
        inFlow(node);
        return visit.SKIP;
      }
      return undefined;
    },
  });
  return `\`\`\`yaml\n${document.toString({ lineWidth: 150 })}\`\`\``;
}

/** A value as YAML in one line. */
export function inline(value) {
  const document = new Document(value);
  inFlow(document.contents);
  return document.toString({ lineWidth: 0 }).trim();
}

/** A page: its parts, with an empty line between them, and the note that it is generated. */
export const page = (source, parts) =>
  `<!-- Generated from ${source} by \`npm run generate\`. Do not edit. -->\n${parts.filter(Boolean).join('\n\n')}\n`;
