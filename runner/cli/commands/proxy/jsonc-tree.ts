import { PIECE } from '../../../init/jsonc.js';

/** A value of a JSON text with comments, and where it is in the text. */
export interface JsoncNode {
  from: number;
  /** Where it is over. */
  to: number;
  /** Of a string, number or literal: its value. */
  value?: string | number | boolean | null;
  /** Of an object, in their order. */
  members?: { key: string; node: JsoncNode }[];
  /** Of a list. */
  items?: JsoncNode[];
}

/** A text is no JSON, comments and trailing commas aside. */
export class JsoncProblem extends Error {
  override name = 'JsoncProblem';

  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Deepest nesting that is read. */
const DEEPEST = 100;

interface Token {
  text: string;
  from: number;
}

/** Reads a JSON text with comments and trailing commas. Throws JsoncProblem. */
export function readJsonc(text: string): JsoncNode {
  const reader = new Reader(tokensOf(text), text.length);
  const root = reader.value(0);
  reader.end();
  return root;
}

/** What of a text is neither a comment nor white space. Letters and digits that stand together are one. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  PIECE.lastIndex = 0;
  let from = start;
  for (const [piece] of text.slice(start).matchAll(PIECE)) {
    const last = tokens.at(-1);
    const isWord = /^[\w+.-]$/.test(piece);
    if (isWord && last !== undefined && /^[\w+.-]+$/.test(last.text) && last.from + last.text.length === from)
      last.text += piece;
    else if (!/^(?:\s|\/[/*])/.test(piece)) tokens.push({ text: piece, from });
    from += piece.length;
  }
  return tokens;
}

class Reader {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly length: number,
  ) {}

  value(depth: number): JsoncNode {
    const token = this.take('a value');
    if (depth > DEEPEST) throw new JsoncProblem(`nests deeper than ${DEEPEST} levels`, token.from);
    if (token.text === '{') return this.object(token.from, depth);
    if (token.text === '[') return this.list(token.from, depth);
    return { from: token.from, to: token.from + token.text.length, value: scalar(token) };
  }

  end(): void {
    const token = this.tokens[this.at];
    if (token !== undefined) throw new JsoncProblem(`unexpected ${token.text}`, token.from);
  }

  private object(from: number, depth: number): JsoncNode {
    const members: NonNullable<JsoncNode['members']> = [];
    const to = this.until('}', () => {
      const name = this.take('a name');
      const key = name.text.startsWith('"') ? scalar(name) : undefined;
      if (typeof key !== 'string') throw new JsoncProblem(`expected a name in quotes, got ${name.text}`, name.from);
      const colon = this.take('a colon');
      if (colon.text !== ':') throw new JsoncProblem(`expected a colon, got ${colon.text}`, colon.from);
      members.push({ key, node: this.value(depth + 1) });
    });
    return { from, to, members };
  }

  private list(from: number, depth: number): JsoncNode {
    const items: JsoncNode[] = [];
    const to = this.until(']', () => void items.push(this.value(depth + 1)));
    return { from, to, items };
  }

  /** Reads what stands between commas up to a bracket; returns where that ends. */
  private until(bracket: string, read: () => void): number {
    for (;;) {
      if (this.tokens[this.at]?.text === bracket) return this.take(bracket).from + 1;
      read();
      const next = this.take(`a comma or ${bracket}`);
      if (next.text === bracket) return next.from + 1;
      if (next.text !== ',') throw new JsoncProblem(`expected a comma or ${bracket}, got ${next.text}`, next.from);
    }
  }

  private take(what: string): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw new JsoncProblem(`expected ${what}, and the file ends`, this.length);
    this.at += 1;
    return token;
  }
}

function scalar({ text, from }: Token): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object') return value as string | number | boolean | null;
  } catch {
    // Said below.
  }
  throw new JsoncProblem(`expected a value, got ${text.slice(0, 40)}`, from);
}
