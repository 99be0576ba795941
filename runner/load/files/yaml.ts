import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { ReadError, readText } from '../../../src/files/read.js';
import type { Json, JsonObject } from '../../../src/json/json.js';
import { parsePointer } from '../../../src/json/pointer.js';
import type { SourcePosition } from '../../../src/language/case.js';
import type { FileProblem } from '../../types.js';
import { excerptOf, type Span } from './problems.js';

/** How many problems of one file are reported: after so many the file is of another kind. */
const MOST_PROBLEMS = 50;

/** Which half of a member a pointer means: its name or its value. Items of an array have only a value. */
export type Part = 'key' | 'value';

/**
 * A file that was read as YAML 1.2 (core schema, plain JSON values only), with the place of everything in it. Integers
 * that a double can't hold are `bigint`.
 */
export interface Source {
  file: string;
  text: string;
  /** Undefined where the file could not be read as data at all. */
  data: Json | undefined;
  /** Where the value (or the name) at a JSON Pointer stands; the nearest ancestor's place where the pointer leads nowhere. */
  place(pointer: string, part?: Part): SourcePosition;
  /** A problem with the value (or the name) at a JSON Pointer. */
  problem(pointer: string, message: string, options?: { part?: Part; suggestion?: string }): FileProblem;
}

/**
 * Reads a file as YAML. Nothing is thrown for a file that is missing, unreadable, not UTF-8 or not YAML: `problems` says
 * what is wrong, and `source.data` is undefined then.
 *
 * @param path where the file is
 * @param shown how messages name it; default the path as given
 */
export function readYaml(path: string, shown = path): { source: Source; problems: FileProblem[] } {
  try {
    return parseYaml(shown, readText(path, { named: true }));
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const failed = { file: shown, message: error.reason, excerpt: '' };
    return { source: parseYaml(shown, '').source, problems: [failed] };
  }
}

/** Reads text as YAML; see `readYaml`. `file` is how messages name it. */
export function parseYaml(file: string, text: string): { source: Source; problems: FileProblem[] } {
  const lines = new LineCounter();
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      strict: true,
      // Found here, where the message can name the key and the place of the first one.
      uniqueKeys: false,
      lineCounter: lines,
      intAsBigInt: true,
      prettyErrors: false,
      logLevel: 'error',
    });
  } catch (error) {
    // The parser recurses, so absurd nesting overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    return { source: parseYaml(file, '').source, problems: [{ file, message: 'is nested too deeply', excerpt: '' }] };
  }
  const reader = new Reader(file, text, document, lines);
  return { source: reader, problems: reader.problems };
}

class Reader implements Source {
  readonly data: Json | undefined;
  readonly problems: FileProblem[] = [];
  private readonly pairs = new WeakMap<object, ReadonlyMap<string, Pair<ParsedNode, ParsedNode | null>>>();

  constructor(
    readonly file: string,
    readonly text: string,
    private readonly document: Document.Parsed,
    private readonly lines: LineCounter,
  ) {
    const seen = new Set<number>();
    for (const error of document.errors) {
      const span = this.spanOf(error.pos[0], error.pos[1]);
      // One mistake makes the parser stumble several times on the same line.
      if (seen.has(span.place.line)) continue;
      if (seen.size >= MOST_PROBLEMS) break;
      seen.add(span.place.line);
      this.problems.push(this.at(span, plainWords(error.code, error.message)));
    }
    if (document.errors.length > 0) return;
    const { version } = document.directives?.yaml ?? {};
    if (version !== undefined && version !== '1.2')
      this.problems.push(this.at(this.spanOf(0, 1), `files are YAML 1.2, not ${version}`));
    if (document.contents === null) {
      this.problems.push({ file, message: 'is empty', excerpt: '' });
      return;
    }
    const data = this.toData(document.contents);
    this.data = this.problems.length === 0 ? data : undefined;
  }

  place(pointer: string, part: Part = 'value'): SourcePosition {
    return this.find(pointer, part).place;
  }

  problem(pointer: string, message: string, options: { part?: Part; suggestion?: string } = {}): FileProblem {
    return this.at(this.find(pointer, options.part ?? 'value'), message, options.suggestion);
  }

  private at(span: Span, message: string, suggestion?: string): FileProblem {
    const problem: FileProblem = { file: this.file, place: span.place, message, excerpt: excerptOf(this.text, span) };
    return suggestion === undefined ? problem : { ...problem, suggestion };
  }

  private spanOf(start: number, end: number): Span {
    const { line, col } = this.lines.linePos(start);
    const newline = this.text.indexOf('\n', start);
    const stop = newline >= 0 && newline < end ? newline : end;
    return {
      place: { file: this.file, line: Math.max(line, 1), col: Math.max(col, 1) },
      length: Math.max(1, stop - start),
    };
  }

  private spanOfNode(node: ParsedNode | null): Span {
    if (!node?.range) return this.spanOf(0, 1);
    // The carets under a whole map or list would say nothing; its first character is enough.
    const end = isScalar(node) || isAlias(node) ? node.range[1] : node.range[0] + 1;
    return this.spanOf(node.range[0], end);
  }

  private find(pointer: string, part: Part): Span {
    let node: ParsedNode | null = this.document.contents;
    let key: ParsedNode | null = null;
    for (const token of parsePointer(pointer)) {
      let next: ParsedNode | null | undefined;
      let nextKey: ParsedNode | null = null;
      if (isMap(node)) {
        const pair = this.pairsOf(node).get(token);
        if (pair) {
          nextKey = pair.key as ParsedNode;
          next = (pair.value as ParsedNode | null) ?? nextKey;
        }
      } else if (isSeq(node)) next = node.items[Number(token)] as ParsedNode | undefined;
      if (!next) return this.spanOfNode(node);
      key = nextKey;
      node = next;
    }
    return this.spanOfNode(part === 'key' && key ? key : node);
  }

  /** The members of a map by their names: of a large file many are asked for. */
  private pairsOf(map: YAMLMap.Parsed): ReadonlyMap<string, Pair<ParsedNode, ParsedNode | null>> {
    const known = this.pairs.get(map);
    if (known) return known;
    const pairs = new Map<string, Pair<ParsedNode, ParsedNode | null>>();
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? keyText(pair.key) : undefined;
      if (name !== undefined && !pairs.has(name)) pairs.set(name, pair);
    }
    this.pairs.set(map, pairs);
    return pairs;
  }

  private refuse(node: ParsedNode, message: string, suggestion?: string): null {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(this.at(this.spanOfNode(node), message, suggestion));
    return null;
  }

  private toData(node: ParsedNode | null): Json {
    if (node === null) return null;
    if (isAlias(node)) return this.refuse(node, 'aliases are not allowed here', 'write the value out');
    if ('anchor' in node && node.anchor) return this.refuse(node, `the anchor \`&${node.anchor}\` is not allowed here`);
    if (node.tag && !STANDARD_TAGS.has(node.tag))
      return this.refuse(node, `the tag \`${node.tag}\` is not allowed here`);
    if (isSeq(node)) return node.items.map((item) => this.toData(item as ParsedNode | null));
    if (isMap(node)) return this.toObject(node.items as { key: ParsedNode; value: ParsedNode | null }[]);
    return this.toScalar(node as Scalar.Parsed);
  }

  private toScalar(node: Scalar.Parsed): Json {
    const { value } = node;
    if (typeof value === 'bigint') return value >= MIN && value <= MAX ? Number(value) : value;
    if (typeof value === 'number' && !Number.isFinite(value))
      return this.refuse(node, `\`${node.source}\` is not a JSON number`, 'put it in quotes if text is meant');
    return value as Json;
  }

  private toObject(items: { key: ParsedNode; value: ParsedNode | null }[]): JsonObject {
    const object: JsonObject = {};
    const first = new Map<string, ParsedNode>();
    for (const pair of items) {
      if (!isPair(pair)) continue;
      const { key, value } = pair;
      if (!isScalar(key) || key.value === null) {
        this.refuse(key ?? value, 'a key must be text');
        continue;
      }
      this.toData(key);
      const name = keyText(key);
      const earlier = first.get(name);
      if (earlier) {
        const line = this.spanOfNode(earlier).place.line;
        this.refuse(key, `the key \`${name}\` is here twice`, `the first one is in line ${line}`);
        continue;
      }
      first.set(name, key);
      // A plain assignment to `__proto__` would set the prototype instead of a member.
      Object.defineProperty(object, name, {
        value: this.toData(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return object;
  }
}

const MAX = BigInt(Number.MAX_SAFE_INTEGER);
const MIN = BigInt(Number.MIN_SAFE_INTEGER);
const STANDARD_TAGS = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((t) => `tag:yaml.org,2002:${t}`),
);

/** Keys such as 404 are text in JSON, so they keep their spelling. */
function keyText(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function plainWords(code: string, message: string): string {
  const words: Record<string, string> = {
    TAB_AS_INDENT: 'tabs are not allowed as indentation',
    BLOCK_AS_IMPLICIT_KEY: 'a second `key:` on one line; quote the value, or put the nested map on its own lines',
    MULTIPLE_DOCS: 'a file holds one document; the second `---` is one too many',
    BAD_SCALAR_START: 'a value that starts with this character needs quotes',
    TAG_RESOLVE_FAILED: 'tags are not allowed here',
  };
  return words[code] ?? `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}
