/** The tokens under a parser, and what it does after an error. */
import { type Diagnostics, type Span, shown, spanOf } from './diagnostics.js';
import { LIMITS } from './limits.js';
import type { Token } from './tokens.js';
import type { Name } from './tree.js';

/** Thrown inside the parser only: the nearest list of statements, declarations or units takes it and goes on behind. */
class Unparsable extends Error {}
/** One for all: it says nothing, and looking up the stack for each error of a hostile source would take long. */
const UNPARSABLE = new Unparsable();

export class TokenStream {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: Token[],
    readonly diagnostics: Diagnostics,
  ) {}

  get next(): Token {
    return this.tokens[this.at]!;
  }

  /** The token after the next one, or so many further. */
  ahead(count = 1): Token {
    return this.tokens[Math.min(this.at + count, this.tokens.length - 1)]!;
  }

  get last(): Token {
    return this.tokens[Math.max(0, this.at - 1)]!;
  }

  /** How far the parser is, to see whether it moved. */
  get position(): number {
    return this.at;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.at++;
    return token;
  }

  /** Whether the next token is one of these keywords or operators. */
  is(...words: string[]): boolean {
    const { kind, upper } = this.next;
    return (kind === 'keyword' || kind === 'operator') && words.includes(upper);
  }

  /** Takes one of these keywords or operators, if it is the next token. */
  skip(...words: string[]): Token | undefined {
    return this.is(...words) ? this.take() : undefined;
  }

  expect(word: string): Token {
    return this.skip(word) ?? this.fail(`"${word}"`);
  }

  name(what = 'a name'): Name {
    if (this.next.kind !== 'name') this.fail(what);
    const token = this.take();
    return { text: token.text, at: spanOf(token, token) };
  }

  /** What comes next, for a message. */
  get found(): string {
    return this.next.kind === 'end' ? 'the end of the source' : `"${shown(this.next.text)}"`;
  }

  /** Reports that a word is missing right behind the last token; the parser goes on as if it were there. */
  missing(word: string): void {
    this.diagnostics.error(this.behind(), 'syntax', `expected "${word}", got ${this.found}`);
  }

  private behind(): Span {
    const { source, endLine, endColumn } = this.last;
    return { source, line: endLine, column: endColumn, endLine, endColumn: endColumn + 1 };
  }

  /** Reports what was expected here. Right after a line's end the message points at that end, where something is missing. */
  fail(expected: string): never {
    const missing = this.at > 0 && this.last.endLine < this.next.line;
    this.diagnostics.error(missing ? this.behind() : this.next, 'syntax', `expected ${expected}, got ${this.found}`);
    throw UNPARSABLE;
  }

  /** Parses what may nest; too deep is reported and not parsed. */
  nested<T>(limit: 'expression' | 'statement' | 'type', parse: () => T): T {
    // One counter for all three: each of them takes some frames of the same stack.
    this.depth++;
    try {
      if (this.depth <= LIMITS[limit]) return parse();
      this.diagnostics.error(this.next, 'limit', `nested more than ${LIMITS[limit]} levels deep`);
      throw UNPARSABLE;
    } finally {
      this.depth--;
    }
  }

  /** Runs a parser; after an error moves on behind the next `;` or to one of these words. */
  recover<T>(stops: ReadonlySet<string>, parse: () => T): T | undefined {
    const from = this.at;
    try {
      return parse();
    } catch (error) {
      if (error !== UNPARSABLE) throw error;
      while (this.next.kind !== 'end') {
        if (this.next.kind === 'keyword' && stops.has(this.next.upper)) break;
        if (this.take().text === ';' && this.last.kind === 'operator') break;
      }
      // What made no headway would be tried again for ever.
      if (this.at === from) this.take();
      return undefined;
    }
  }

  /** From a token that was taken to the last one. */
  from(start: Span): Span {
    return spanOf(start, this.last);
  }
}
