/** Expressions, by the precedence of IEC 61131-3. */
import { spanOf } from './diagnostics.js';
import { LIMITS } from './limits.js';
import type { TokenStream } from './stream.js';
import { type Argument, type Expression, PRECEDENCE } from './tree.js';

const LEVELS = new Map(PRECEDENCE.flatMap((words, level) => words.map((word) => [word, level] as const)));
LEVELS.set('&', LEVELS.get('AND')!);

/** An expression, with everything that binds no looser than `level` of `PRECEDENCE`. */
export function expression(stream: TokenStream, level = 0): Expression {
  return level === 0 ? stream.nested('expression', () => binary(stream, 0)) : binary(stream, level);
}

function binary(stream: TokenStream, least: number): Expression {
  let left = unary(stream);
  // A chain is a tree that leans to the left, so it is as deep as it is long.
  for (let chain = 0; ; chain++) {
    const { kind, upper } = stream.next;
    const level = kind === 'operator' || kind === 'keyword' ? LEVELS.get(upper) : undefined;
    if (level === undefined || level < least) return left;
    if (chain === LIMITS.expression)
      stream.diagnostics.error(stream.next, 'limit', `more than ${LIMITS.expression} operators in a row: use brackets`);
    stream.take();
    const right = binary(stream, level + 1);
    // Beyond the limit the terms are read and dropped, so that the rest of the source is still checked.
    if (chain >= LIMITS.expression) continue;
    const operator = upper === '&' ? 'AND' : upper;
    left = { kind: 'binary', operator, left, right, at: spanOf(left.at, right.at) };
  }
}

function unary(stream: TokenStream): Expression {
  const sign = stream.skip('-', '+', 'NOT');
  if (!sign) return postfix(stream);
  const of = stream.nested('expression', () => unary(stream));
  return { kind: 'unary', operator: sign.upper as '-' | '+' | 'NOT', of, at: stream.from(sign) };
}

function postfix(stream: TokenStream): Expression {
  let left = primary(stream);
  for (let chain = 0; stream.is('.', '[', '('); chain++) {
    if (chain >= LIMITS.type * 2) {
      stream.diagnostics.error(stream.next, 'limit', `more than ${LIMITS.type * 2} levels of fields and indexes`);
      stream.fail('a shorter path');
    }
    if (stream.skip('.')) {
      const { next } = stream;
      if (next.kind === 'integer' && next.value !== undefined) {
        stream.take();
        left = { kind: 'bit', of: left, bit: Number(next.value), at: stream.from(left.at) };
      } else {
        const name = stream.name('the name of a field');
        left = { kind: 'field', of: left, name, at: stream.from(left.at) };
      }
    } else if (stream.skip('[')) {
      const indexes = [expression(stream)];
      while (stream.skip(',')) indexes.push(expression(stream));
      stream.expect(']');
      left = { kind: 'index', of: left, indexes, at: stream.from(left.at) };
    } else {
      if (left.kind !== 'name' && left.kind !== 'field' && left.kind !== 'index') stream.fail('";"');
      const list = argumentList(stream);
      left = { kind: 'call', callee: left, arguments: list, at: stream.from(left.at) };
    }
  }
  return left;
}

/** `( ... )` after the name of what is called. */
export function argumentList(stream: TokenStream): Argument[] {
  stream.expect('(');
  const list: Argument[] = [];
  if (stream.skip(')')) return list;
  do list.push(argument(stream));
  while (stream.skip(','));
  stream.expect(')');
  return list;
}

function argument(stream: TokenStream): Argument {
  const negated = stream.is('NOT') && stream.ahead().kind === 'name' && stream.ahead(2).text === '=>';
  if (negated) stream.take();
  if (stream.next.kind === 'name' && stream.ahead().kind === 'operator') {
    const sign = stream.ahead().text;
    if (sign === ':=' || sign === '=>') {
      const name = stream.name();
      stream.take();
      const value = expression(stream);
      return sign === ':='
        ? { name, value }
        : negated
          ? { name, output: true, negated, value }
          : { name, output: true, value };
    }
  }
  return { value: expression(stream) };
}

function primary(stream: TokenStream): Expression {
  const token = stream.next;
  const at = spanOf(token, token);
  switch (token.kind) {
    case 'integer':
      stream.take();
      return { kind: 'literal', type: 'INTEGER', value: token.value!, at };
    case 'real':
      stream.take();
      return { kind: 'literal', type: 'DECIMAL', value: token.value!, at };
    case 'string':
      stream.take();
      return { kind: 'literal', type: token.type!, value: token.text, at };
    case 'time':
      stream.take();
      return { kind: 'literal', type: token.type!, value: token.value!, at };
    case 'address':
      stream.take();
      return { kind: 'address', address: token.upper, at };
    case 'prefix':
      return typedLiteral(stream);
    case 'name':
      stream.take();
      return { kind: 'name', name: token.text, at };
    default:
  }
  if (stream.skip('TRUE', 'FALSE')) return { kind: 'literal', type: 'BOOL', value: token.upper === 'TRUE', at };
  if (stream.skip('(')) {
    const inner = expression(stream);
    stream.expect(')');
    return inner;
  }
  return stream.fail('an expression');
}

/** `INT#5`, `BOOL#TRUE`, `STRING#'a'`, `Color#Red`. */
function typedLiteral(stream: TokenStream): Expression {
  const prefix = stream.take();
  const type = prefix.upper;
  if (stream.next.kind === 'name') {
    const name = stream.take();
    return { kind: 'member', type: prefix.text, name: name.text, at: stream.from(prefix) };
  }
  const negative = stream.skip('-', '+')?.text === '-';
  const token = stream.next;
  if (token.kind === 'integer' || token.kind === 'real') {
    stream.take();
    const value = token.value!;
    return { kind: 'literal', type, value: negative ? -value : value, at: stream.from(prefix) };
  }
  if (token.kind === 'string') {
    stream.take();
    return { kind: 'literal', type, value: token.text, at: stream.from(prefix) };
  }
  if (stream.skip('TRUE', 'FALSE'))
    return { kind: 'literal', type, value: token.upper === 'TRUE', at: stream.from(prefix) };
  return stream.fail(`a value after "${prefix.text}#"`);
}
