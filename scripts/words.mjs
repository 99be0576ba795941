// Part of `npm run check`: the words that a user reads are plain ones. It reads the docs, the help and the messages of the command line, the
// reports, and the titles of cases, and holds them against scripts/words/words.yaml.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';

const { words, exceptions, reads } = parse(readFileSync('scripts/words/words.yaml', 'utf8'));
const rules = words.map(({ not, but }) => ({ pattern: new RegExp(not, 'gi'), but }));

/** The files below a folder whose names end so. */
const below = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ parentPath, name }) => join(parentPath, name));

/** Pages, line by line, without what is code: a value such as `foreign` is what it is. */
function* ofPage(file) {
  let fenced = false;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    else if (!fenced) yield { file, line: index + 1, text: line.replaceAll(/`(?!--`)[^`]*`/g, '`…`') };
  }
}

/** The texts of a source file that are sentences: three words at least. */
function* ofSource(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      texts.push(node);
    // What an element of a page says.
    if (ts.isJsxText(node)) texts.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const node of texts) {
    const { text } = node;
    if (text.trim().split(/\s+/).length < 3) continue;
    yield { file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text };
  }
}

/** The titles of cases and what their steps say, and all that `npm run new` left to be said. */
function* ofCases(file) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [, sentence, left] = /^\s*(?:- )?(?:title|says|note|text|broken): (.*)$|\b(TODO\b.*)$/.exec(line) ?? [];
    const text = sentence ?? left;
    if (text !== undefined) yield { file, line: index + 1, text };
  }
}

const pages = reads.pages.flatMap((path) => (path.endsWith('.md') ? [path] : below(path, '.md')));
const sources = reads.sources
  .flatMap((folder) => [...below(folder, '.ts'), ...below(folder, '.tsx')])
  .filter((file) => !/\.test\.ts$|testing|generated|fixtures|test-support/.test(file));
const cases = reads.cases.flatMap((folder) => below(folder, '.yaml'));

const used = new Set();
const isExcepted = ({ file, text }) =>
  exceptions.some((one, index) => {
    const fits = (one.file === undefined || file === one.file) && text.includes(one.text);
    if (fits) used.add(index);
    return fits;
  });

let found = 0;
for (const one of [
  ...pages.flatMap((file) => [...ofPage(file)]),
  ...sources.flatMap((file) => [...ofSource(file)]),
  ...cases.flatMap((file) => [...ofCases(file)]),
])
  for (const { pattern, but } of rules)
    for (const [hit] of one.text.matchAll(pattern)) {
      if (isExcepted(one)) continue;
      found += 1;
      console.error(`${one.file}:${one.line}  \`${hit}\`: write ${but}`);
    }
for (const [index, { text }] of exceptions.entries())
  if (!used.has(index)) {
    found += 1;
    console.error(`scripts/words/words.yaml: the exception for \`${text}\` is not needed`);
  }
process.exitCode = found > 0 ? 1 : 0;
