// Part of `npm run check`: pages are short, their sentences too, their tables are whole, and what they link to is there. Lengths: README and
// docs/**. Sentences: README, quick start and guides, without code and tables. Links and anchors: every page, and each mention of a page in
// code, schemas and target files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from './docs/markdown.mjs';

const MOST_LINES = 200;
const MOST_LINES_OF_README = 100;
const MOST_WORDS = 30;

const below = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('node_modules'));

const docs = below('docs', /\.md$/);
const pages = [...readdirSync('.').filter((name) => name.endsWith('.md')), ...docs];
const plain = pages.filter((path) => /^(?:README|docs\/(?:quick-start|README))\.md$|^docs\/guides\//.test(path));
const mentioning = ['runner', 'src', 'reports', 'schemas', 'cases', 'targets', 'examples', 'scripts']
  .flatMap((folder) => below(folder, /\.(?:ts|mjs|ya?ml|json|md)$/))
  .filter((path) => !/\.test\.ts$|\/venv/.test(path));

const problems = [];

/** The lines of a page, with what is code or generated notes left empty. */
function proseOf(path) {
  let fenced = false;
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) {
        fenced = !fenced;
        return '';
      }
      return fenced || line.startsWith('<!--') ? '' : line;
    });
}

for (const path of ['README.md', ...docs]) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  const most = path === 'README.md' ? MOST_LINES_OF_README : MOST_LINES;
  if (lines > most) problems.push(`${path} has ${lines} lines; split it by subject, at most ${most}`);
}

/** The sentences of a page with the lines where their paragraphs begin. Code in a sentence counts as one word. */
function* sentencesOf(path) {
  let paragraph = { line: 0, text: '' };
  for (const [index, line] of [...proseOf(path), ''].entries()) {
    const ends = /^\s*(?:$|\||#|[-*] |\d+\. )/.test(line);
    if (ends && paragraph.text !== '') {
      const text = paragraph.text.replaceAll(/`[^`]*`/g, 'Code').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
      for (const sentence of text.split(/(?<=[.!?][)"]?)\s+(?=[("]?[A-Z])| · /))
        yield { line: paragraph.line, sentence };
      paragraph = { line: 0, text: '' };
    }
    if (/^\s*(?:$|\||#)/.test(line)) continue;
    const words = line.replace(/^\s*(?:[-*] |\d+\. )/, '').trim();
    paragraph = { line: paragraph.line || index + 1, text: `${paragraph.text} ${words}`.trim() };
  }
}

for (const path of plain)
  for (const { line, sentence } of sentencesOf(path)) {
    const words = sentence.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length;
    if (words > MOST_WORDS)
      problems.push(`${path}:${line} a sentence of ${words} words, at most ${MOST_WORDS}: ${sentence}`);
  }

/** The number of cells in a row of a table. A bar in code divides cells too, unless it is escaped. */
const cellsIn = (row) => row.replaceAll('\\|', '').split('|').length;

for (const path of pages) {
  let head;
  for (const [index, line] of proseOf(path).entries()) {
    if (!line.startsWith('|')) head = undefined;
    else if (head === undefined) head = cellsIn(line);
    else if (cellsIn(line) !== head)
      problems.push(
        `${path}:${index + 1} a row with ${cellsIn(line) - 2} cells in a table of ${head - 2}: write \\| for a bar`,
      );
  }
}

const anchors = new Map();
/** The anchors of a page: those of its headings, of which a second of the same name has a number. */
function anchorsOf(path) {
  if (anchors.has(path)) return anchors.get(path);
  const counts = new Map();
  const found = new Set();
  for (const line of proseOf(path)) {
    const [, heading] = /^#+ (.+)$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const anchor = anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    found.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  anchors.set(path, found);
  return found;
}

function checkLink(path, line, target, folder) {
  const [file, anchor] = target.split('#');
  const linked = file === '' ? path : normalize(join(folder, file));
  if (!existsSync(linked)) problems.push(`${path}:${line} links to ${target}, and ${linked} is not there`);
  else if (anchor && linked.endsWith('.md') && !anchorsOf(linked).has(anchor))
    problems.push(`${path}:${line} links to ${target}, and ${linked} has no heading with that anchor`);
}

for (const path of pages)
  for (const [index, line] of proseOf(path).entries())
    for (const [, target] of line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g))
      if (!/^[a-z]+:/.test(target)) checkLink(path, index + 1, target, dirname(path));

for (const path of [...pages, ...mentioning])
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries())
    for (const [target] of line.matchAll(/(?<![\w./-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g))
      checkLink(path, index + 1, target, '.');

for (const problem of new Set(problems)) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
