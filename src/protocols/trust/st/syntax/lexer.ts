/** Text to tokens. Comments and pragmas are dropped; what is no token is reported and skipped. */
import { type Diagnostics, type Span, shown } from './diagnostics.js';
import { LIMITS } from './limits.js';
import { readString } from './strings.js';
import { readTime, TIME_PREFIXES } from './times.js';
import { KEYWORDS, OPERATORS, type Token, type TokenKind } from './tokens.js';

const BLANK = /[\s\uFEFF]+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const BASED = /(2|8|16)#([0-9A-Fa-f_]+)/y;
const NUMBER = /[0-9][0-9_]*(?:\.[0-9][0-9_]*(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)?/y;
const TIME = /[+-]?[0-9A-Za-z_.:]+(?:-[0-9][0-9A-Za-z_.:]*)*/y;
const ADDRESS = /%[IQM](?:\*|[XBWDL]?[0-9]+(?:\.[0-9]+)*)/iy;

/** The tokens of a source, with an `end` at last. Everything that is wrong goes to `diagnostics`. */
export function tokensOf(text: string, source: number, diagnostics: Diagnostics): Token[] {
  return new Lexer(text, source, diagnostics).run();
}

class Lexer {
  private readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(
    private readonly text: string,
    private readonly source: number,
    private readonly diagnostics: Diagnostics,
  ) {}

  run(): Token[] {
    const { text } = this;
    while (this.at < text.length) {
      if (this.takeNext(text.charCodeAt(this.at))) continue;
      const character = String.fromCodePoint(text.codePointAt(this.at)!);
      this.wrong(character.length, 'syntax', `unexpected character "${character}"`);
    }
    this.push('end', 0, { text: '' });
    return this.tokens;
  }

  /** By the first character, because trying all patterns at each place takes ten times as long. */
  private takeNext(code: number): boolean {
    if (code <= 0x20 || code > 0x7e) return this.skipBlank();
    if (isLetter(code)) return this.takeName();
    if (code >= 0x30 && code <= 0x39) return this.takeNumber();
    switch (this.text[this.at]) {
      case "'":
      case '"':
        return this.takeString();
      case '%':
        return this.takeAddress();
      case '(':
      case '/':
      case '{':
        return this.skipComment() || this.takeOperator();
      default:
        return this.takeOperator();
    }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  /** Moves on by so many characters, counting lines. */
  private move(length: number): Span {
    const { source, line } = this;
    const column = this.at - this.lineStart + 1;
    const end = this.at + length;
    for (let here = this.at; here < end; here++)
      if (this.text.charCodeAt(here) === 10) {
        this.line++;
        this.lineStart = here + 1;
      }
    this.at = end;
    return { source, line, column, endLine: this.line, endColumn: end - this.lineStart + 1 };
  }

  private push(kind: TokenKind, length: number, more: Partial<Token> = {}): void {
    const text = more.text ?? this.text.slice(this.at, this.at + length);
    const span = this.move(length);
    this.tokens.push({ ...span, kind, upper: text.toUpperCase(), ...more, text });
  }

  private wrong(length: number, code: string, message: string): void {
    this.diagnostics.error(this.move(length), code, message);
  }

  private skipBlank(): boolean {
    const blank = this.match(BLANK);
    if (blank) this.move(blank[0].length);
    return blank !== null;
  }

  private skipComment(): boolean {
    const { text, at } = this;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      this.move((end < 0 ? text.length : end) - at);
      return true;
    }
    const close = text.startsWith('(*', at) ? '*)' : text.startsWith('/*', at) ? '*/' : text[at] === '{' ? '}' : '';
    if (close === '') return false;
    const open = text.slice(at, at + close.length);
    const end = close === '}' ? text.indexOf(close, at) : endOfComment(text, at, open, close);
    if (end >= 0) this.move(end + close.length - at);
    else {
      const { source } = this;
      const span = this.move(text.length - at);
      const endColumn = span.column + open.length;
      this.diagnostics.error({ ...span, source, endLine: span.line, endColumn }, 'syntax', `"${open}" is never closed`);
    }
    return true;
  }

  private takeName(): boolean {
    const name = this.match(NAME)?.[0];
    if (name === undefined) return false;
    const upper = name.toUpperCase();
    if (name.length > LIMITS.name) {
      this.diagnostics.error(this.spanHere(name.length), 'limit', `a name has at most ${LIMITS.name} characters`);
      this.push('name', name.length, { text: name.slice(0, LIMITS.name) });
    } else if (this.text[this.at + name.length] === '#') {
      const type = TIME_PREFIXES.get(upper);
      if (type) this.takeTime(name, type);
      else this.push('prefix', name.length + 1, { text: name });
    } else this.push(KEYWORDS.has(upper) ? 'keyword' : 'name', name.length);
    return true;
  }

  private spanHere(length: number): Span {
    const { source, line } = this;
    const column = this.at - this.lineStart + 1;
    return { source, line, column, endLine: line, endColumn: column + length };
  }

  private takeTime(prefix: string, type: string): void {
    TIME.lastIndex = this.at + prefix.length + 1;
    const body = TIME.exec(this.text)?.[0] ?? '';
    const length = prefix.length + 1 + body.length;
    const value = body.length > LIMITS.literal ? undefined : readTime(type, body);
    if (value === undefined)
      this.diagnostics.error(this.spanHere(length), 'syntax', `"${shown(`${prefix}#${body}`)}" is no ${type} literal`);
    this.push('time', length, { type, value: value ?? 0n });
  }

  private takeNumber(): boolean {
    const based = this.match(BASED);
    const number = based ?? this.match(NUMBER);
    if (!number) return false;
    const text = number[0];
    if (text.length > LIMITS.literal) {
      this.diagnostics.error(this.spanHere(text.length), 'limit', `a number has at most ${LIMITS.literal} characters`);
      this.push('integer', text.length, { value: 0n });
    } else if (based) {
      const digits = based[2]!.replaceAll('_', '');
      const lead = { '2': '0b', '8': '0o', '16': '0x' }[based[1]!]!;
      const fits = { '2': /^[01]+$/, '8': /^[0-7]+$/, '16': /^[0-9A-Fa-f]+$/ }[based[1]!]!.test(digits);
      if (!fits) this.diagnostics.error(this.spanHere(text.length), 'syntax', `"${text}" has digits beyond its base`);
      this.push('integer', text.length, { value: fits ? BigInt(lead + digits) : 0n });
    } else if (/[.eE]/.test(text)) {
      const value = Number(text.replaceAll('_', ''));
      if (!Number.isFinite(value)) this.diagnostics.error(this.spanHere(text.length), 'limit', `${text} is too large`);
      this.push('real', text.length, { value: Number.isFinite(value) ? value : 0 });
    } else this.push('integer', text.length, { value: BigInt(text.replaceAll('_', '')) });
    return true;
  }

  private takeString(): boolean {
    const quote = this.text[this.at];
    if (quote !== "'" && quote !== '"') return false;
    const read = readString(this.text, this.at);
    if (read.problem) this.diagnostics.error(this.spanHere(read.length), 'syntax', read.problem);
    this.push('string', read.length, { text: read.value, type: quote === "'" ? 'STRING' : 'WSTRING' });
    return true;
  }

  private takeAddress(): boolean {
    const address = this.match(ADDRESS)?.[0];
    if (address === undefined) return false;
    this.push('address', address.length);
    return true;
  }

  private takeOperator(): boolean {
    const two = this.text.slice(this.at, this.at + 2);
    if (!OPERATORS.has(two) && !OPERATORS.has(two[0]!)) return false;
    this.push('operator', OPERATORS.has(two) ? two.length : 1);
    return true;
  }
}

const isLetter = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;

/** Index of the mark that closes a comment, which may hold others; -1 if none does. One pass, however deep they are. */
function endOfComment(text: string, at: number, open: string, close: string): number {
  const marks = open === '(*' ? /\(\*|\*\)/g : /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] !== close) depth++;
    else if (--depth === 0) return mark.index;
  }
  return -1;
}
