/** One JSON example of a document. */
export interface Example {
  /** Its first line in the document, from 1. */
  line: number;
  /** As the document has it, character for character. */
  text: string;
}

/** An example that stands in a block: it begins a line. */
const BLOCK = /^\{\s*(?:["}.]|\/\/|$)|^\[\s*(?:[{"]|\.\.\.)/;
/** An example within a line. Lists of words alone are code or prose, and so are objects whose members have no quotes. */
const INLINE = /^\{\s*"|^\[\s*\{\s*(?:"|\.\.\.)/;
/** What can stand before an example: an index, a call or a template is none. */
const BEFORE = /[\w)\]$]/;

/**
 * The JSON examples of a document in the order in which they stand, whether they have a block of their own or stand within a line,
 * in a bullet or in a table. The document can be Markdown or plain text. Code of other languages is none, as its members have no quotes.
 */
export function examplesOf(document: string): Example[] {
  const found: Example[] = [];
  let line = 1;
  for (let at = 0; at < document.length; at++) {
    const char = document[at]!;
    if (char === '\n') line++;
    if (char !== '{' && char !== '[') continue;
    const isBlock = /(?:^|\n)[ \t>]*$/.test(document.slice(Math.max(0, at - 80), at));
    if (!isBlock && BEFORE.test(document[at - 1] ?? '')) continue;
    const end = endOf(document, at) ?? (isBlock ? lineEnd(document, at) : at);
    const text = document.slice(at, end);
    if (!(isBlock && BLOCK.test(text) && /^[ \t]*(?:\n|$)/.test(document.slice(end))) && !INLINE.test(text)) continue;
    found.push({ line, text });
    line += text.split('\n').length - 1;
    at = end - 1;
  }
  return found;
}

/** The place after the bracket that closes the one here. Undefined if nothing closes it. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { token, at } of tokens(text, start)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

const lineEnd = (text: string, at: number) => (text.indexOf('\n', at) + 1 || text.length + 1) - 1;

/** Strings, comments and dots as one token each, everything else a character at a time. */
function* tokens(text: string, start = 0): Generator<{ token: string; at: number }> {
  const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\.\.\.|[\s\S]/gy;
  token.lastIndex = start;
  for (let match = token.exec(text); match; match = token.exec(text)) yield { token: match[0], at: match.index };
}

/**
 * An example as JSON: without its comments, and with what it leaves out. Each `...` outside a string is a part that the document
 * leaves out.
 *
 * @param leftOut what stands for each `...` in turn, as JSON; empty for nothing at all, which takes the comma before it with it
 *
 * Throws SyntaxError for what is no JSON then, and Error if there are more or fewer of the dots.
 */
export function jsonOf({ text }: Example, leftOut: readonly string[] = []): unknown {
  const filled: string[] = [];
  let dots = 0;
  for (const { token } of tokens(text)) {
    if (token === '...') {
      const part = leftOut[dots++] ?? '';
      while (part === '' && /^[,\s]$/.test(filled.at(-1) ?? '')) filled.pop();
      filled.push(part);
    } else if (!token.startsWith('//')) filled.push(token);
  }
  if (dots !== leftOut.length) throw new Error(`${dots} parts are left out, and ${leftOut.length} are given`);
  return JSON.parse(filled.join(''));
}

/** A heading of a document with the examples below it, up to the next heading that is asked for. */
export interface Section {
  heading: string;
  line: number;
  examples: Example[];
}

/**
 * The examples of a document by the headings above them. A heading is a line that has these words and nothing else but Markdown's
 * marks. Headings are looked for in the order in which they are given; what stands before the first belongs to "".
 *
 * Throws Error for a heading that the document does not have there.
 */
export function sectionsOf(document: string, headings: readonly string[]): Section[] {
  const lines = document.split('\n').map((line) => line.replace(/^#+\s*|`|\s*$/g, ''));
  const sections: Section[] = [{ heading: '', line: 0, examples: [] }];
  for (const heading of headings) {
    const line = lines.indexOf(heading, sections.at(-1)!.line) + 1;
    if (line === 0) throw new Error(`no line ${JSON.stringify(heading)} after line ${sections.at(-1)!.line}`);
    sections.push({ heading, line, examples: [] });
  }
  for (const one of examplesOf(document)) sections.findLast(({ line }) => line <= one.line)!.examples.push(one);
  return sections;
}
