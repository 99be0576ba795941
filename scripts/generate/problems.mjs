// What is wrong with the files below schemas/: collected, so that one run names all of it, each with its place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';

/**
 * @typedef {object} Problem
 * @property {string} file path below the repository
 * @property {string | undefined} pointer JSON Pointer to what is meant; the nearest member above it, where that is not there. Unset where
 *   the file can't be read
 * @property {string[]} [pointers] several that may be meant: it is the one of which most is there
 * @property {number} [offset] where the file can't be read: at which character
 * @property {string} message what is wrong, and what to do
 */

/** All that is wrong: `problems` has it, and the message has a line for each. */
export class SchemaProblems extends Error {
  /** @param {readonly Problem[]} problems @param {string} root the repository */
  constructor(problems, root) {
    super(linesOf(problems, root).join('\n'));
    this.name = 'SchemaProblems';
    this.problems = problems;
  }
}

/** Runs a part of a script; what is wrong with the schemas is printed without a stack, and the exit code is 1. */
export async function printingProblems(part) {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    const files = new Set(error.problems.map(({ file }) => file)).size;
    const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
    console.error(`${error.message}\n${counted(error.problems.length, 'problem')} in ${counted(files, 'file')}`);
    process.exit(1);
  }
}

/** `FILE:LINE:COLUMN  #POINTER  what is wrong`, in the order of files and lines. */
function linesOf(problems, root) {
  const places = new Map();
  const placed = problems.map((problem) => {
    const { file } = problem;
    if (!places.has(file)) places.set(file, placesIn(join(root, file)));
    return { ...problem, ...places.get(file)(problem) };
  });
  const ordered = placed.sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.col - b.col,
  );
  const lines = ordered.map(({ file, line, col, pointer, message }) => {
    const at = pointer === undefined ? '' : `#${pointer}  `;
    return `${file}:${line}:${col}  ${at}${message}`;
  });
  return [...new Set(lines)];
}

/** Finds line and column of problems with a file. Both are 1 if it can't be read. */
function placesIn(path) {
  const lines = new LineCounter();
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return () => ({ line: 1, col: 1 });
  }
  // JSON is YAML, and of this the parser knows where everything is.
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  return ({ pointer = '', pointers = [pointer], offset }) => {
    const found = pointers.map((one) => ({ pointer: one, ...offsetOf(contents, one) }));
    const [deepest] = found.sort((a, b) => b.depth - a.depth);
    const { line, col } = lines.linePos(offset ?? deepest.offset);
    const meant = offset === undefined ? { pointer: deepest.pointer } : {};
    return { line: Math.max(1, line), col: Math.max(1, col), ...meant };
  };
}

/** Where a member begins, with its name; else what is nearest above it. `depth` says how many tokens of the pointer lead there. */
function offsetOf(contents, pointer) {
  let node = contents;
  let offset = contents?.range?.[0] ?? 0;
  let depth = 0;
  for (const token of tokensOf(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key?.value) === token);
      if (!pair) break;
      offset = pair.key.range[0];
      node = pair.value;
    } else if (isSeq(node) && node.items[Number(token)]) {
      node = node.items[Number(token)];
      offset = node.range[0];
    } else break;
    depth += 1;
  }
  return { offset, depth };
}

const tokensOf = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A JSON Pointer to a member of what `pointer` points to. */
export const memberAt = (pointer, name) => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
