// What is wrong with the files of a folder of schemas: collected, so that one run names all of it, each with its place.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml';

/** The largest file that is read, in bytes. */
export const LARGEST = 16 * 1024 * 1024;

export interface Problem {
  /** Path below the folder of schemas, with forward slashes. */
  file: string;
  /** JSON Pointer to what is meant; the nearest member above it, if that is not there. Unset if the file can't be read. */
  pointer?: string;
  /** Several that may be meant: it is the one of which most is there. */
  pointers?: string[];
  /** If the file can't be read: at which character. */
  offset?: number;
  /** What is wrong, and what to do. */
  message: string;
}

/** A folder of schemas: where it is, and what its files are called in messages. */
export interface SchemaFolder {
  dir: string;
  label: string;
}

/** All that is wrong: `problems` has it, and the message has a line for each. */
export class SchemaProblems extends Error {
  override name = 'SchemaProblems';

  constructor(
    readonly problems: readonly Problem[],
    folder: SchemaFolder,
  ) {
    super(linesOf(problems, folder).join('\n'));
  }
}

/** `FILE:LINE:COLUMN  #POINTER  what is wrong`, in the order of files and lines. */
export function linesOf(problems: readonly Problem[], { dir, label }: SchemaFolder): string[] {
  const places = new Map<string, ReturnType<typeof placesIn>>();
  const placed = problems.map((problem) => {
    const { file } = problem;
    if (!places.has(file)) places.set(file, placesIn(join(dir, file)));
    return { ...problem, ...places.get(file)!(problem) };
  });
  const ordered = placed.sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.col - b.col,
  );
  const lines = ordered.map(({ file, line, col, pointer, message }) => {
    const at = pointer === undefined ? '' : `#${pointer}  `;
    return `${label}/${file}:${line}:${col}  ${at}${message}`;
  });
  return [...new Set(lines)];
}

/** Finds line and column of problems with a file. Both are 1 if it can't be read. */
interface Place {
  line: number;
  col: number;
  pointer?: string;
}

function placesIn(path: string): (problem: Problem) => Place {
  const lines = new LineCounter();
  let text: string;
  try {
    if (statSync(path).size > LARGEST) return () => ({ line: 1, col: 1 });
    text = readFileSync(path, 'utf8');
  } catch {
    return () => ({ line: 1, col: 1 });
  }
  // JSON is YAML, and of this the parser knows where everything is.
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  return ({ pointer = '', pointers = [pointer], offset }) => {
    const found = pointers.map((one) => ({ pointer: one, ...offsetOf(contents, one) }));
    const [deepest] = found.sort((a, b) => b.depth - a.depth);
    const { line, col } = lines.linePos(offset ?? deepest!.offset);
    const meant = offset === undefined ? { pointer: deepest!.pointer } : {};
    return { line: Math.max(1, line), col: Math.max(1, col), ...meant };
  };
}

/** Where a member begins, with its name; else what is nearest above it. `depth` says how many tokens of the pointer lead there. */
function offsetOf(contents: ParsedNode | null, pointer: string): { offset: number; depth: number } {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  let depth = 0;
  for (const token of tokensOf(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String((key as { value?: unknown } | null)?.value) === token);
      if (!pair) break;
      offset = (pair.key as ParsedNode).range[0];
      node = pair.value;
    } else if (isSeq(node) && node.items[Number(token)]) {
      const item = node.items[Number(token)] as ParsedNode;
      node = item;
      offset = item.range[0];
    } else break;
    depth += 1;
  }
  return { offset, depth };
}

const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A JSON Pointer to a member of what `pointer` points to. */
export const memberAt = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
