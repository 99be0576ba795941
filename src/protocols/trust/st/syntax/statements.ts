/** Statements. A wrong one is reported and skipped, and the rest of its list is still read. */
import { expression } from './expressions.js';
import type { TokenStream } from './stream.js';
import type { Expression, Statement } from './tree.js';

/** Words that end a list of statements, or that cannot stand in one. */
const ENDS = new Set(
  `END_PROGRAM END_FUNCTION END_FUNCTION_BLOCK END_TEST_PROGRAM END_TEST_FUNCTION_BLOCK END_IF END_CASE END_FOR END_WHILE
  END_REPEAT ELSIF ELSE UNTIL PROGRAM FUNCTION FUNCTION_BLOCK TEST_PROGRAM TEST_FUNCTION_BLOCK CONFIGURATION
  END_CONFIGURATION TYPE END_TYPE VAR VAR_INPUT VAR_OUTPUT VAR_IN_OUT VAR_TEMP VAR_GLOBAL VAR_EXTERNAL VAR_CONFIG
  END_VAR`.split(/\s+/),
);

/** Where reading goes on after an error: also at the start of the next statement, whose `;` may be the one that is missing. */
const STOPS = new Set([...ENDS, 'IF', 'CASE', 'FOR', 'WHILE', 'REPEAT', 'EXIT', 'CONTINUE', 'RETURN']);

const NONE: ReadonlySet<string> = new Set();

/** Statements up to a word that ends them; in CASE also up to the labels of the next branch. */
export function statements(stream: TokenStream, stops: ReadonlySet<string> = NONE): Statement[] {
  const list: Statement[] = [];
  while (stream.next.kind !== 'end' && !(stream.next.kind === 'keyword' && ENDS.has(stream.next.upper))) {
    if (stream.skip(';')) continue;
    if (stops.has('label') && startsLabel(stream)) break;
    const statement = stream.recover(STOPS, () => stream.nested('statement', () => one(stream)));
    if (statement) list.push(statement);
  }
  return list;
}

function one(stream: TokenStream): Statement {
  const start = stream.next;
  switch (start.kind === 'keyword' ? start.upper : '') {
    case 'IF':
      return closed(stream, 'END_IF', ifStatement(stream));
    case 'CASE':
      return closed(stream, 'END_CASE', caseStatement(stream));
    case 'FOR':
      return closed(stream, 'END_FOR', forStatement(stream));
    case 'WHILE': {
      stream.take();
      const condition = expression(stream);
      stream.expect('DO');
      return closed(stream, 'END_WHILE', { kind: 'while', condition, body: statements(stream), at: start });
    }
    case 'REPEAT': {
      stream.take();
      const body = statements(stream);
      stream.expect('UNTIL');
      const condition = expression(stream);
      stream.skip(';');
      return closed(stream, 'END_REPEAT', { kind: 'repeat', condition, body, at: start });
    }
    case 'EXIT':
    case 'CONTINUE':
    case 'RETURN': {
      stream.take();
      const kind = start.upper.toLowerCase() as 'exit' | 'continue' | 'return';
      return ended(stream, { kind, at: stream.from(start) });
    }
    default:
      return simple(stream);
  }
}

/** An assignment or a call. */
function simple(stream: TokenStream): Statement {
  const start = stream.next;
  if (start.kind !== 'name' && start.kind !== 'address') stream.fail('a statement');
  const target = expression(stream, 7);
  if (stream.skip(':=')) {
    const value = expression(stream);
    return ended(stream, { kind: 'assign', target, value, at: stream.from(start) });
  }
  if (target.kind !== 'call') stream.fail(stream.is('=') ? '":=" for an assignment' : '":=" or "("');
  return ended(stream, { kind: 'invoke', call: target, at: stream.from(start) });
}

/** A statement is kept even if its `;` is missing, so that what follows is read as it was meant. */
function ended(stream: TokenStream, statement: Statement): Statement {
  if (!stream.skip(';')) stream.missing(';');
  return statement;
}

/** The end of a block. Most systems let its `;` be left out, so here that is a warning. */
function closed(stream: TokenStream, word: string, statement: Statement): Statement {
  stream.expect(word);
  const { last } = stream;
  if (!stream.skip(';')) stream.diagnostics.warning(last, 'syntax', `";" is missing after ${word}`);
  return { ...statement, at: stream.from(statement.at) };
}

function ifStatement(stream: TokenStream): Statement {
  const start = stream.take();
  const branches: { condition: Expression; body: Statement[] }[] = [];
  let otherwise: Statement[] | undefined;
  do {
    const condition = expression(stream);
    stream.expect('THEN');
    branches.push({ condition, body: statements(stream) });
  } while (stream.skip('ELSIF'));
  if (stream.skip('ELSE')) otherwise = statements(stream);
  return otherwise ? { kind: 'if', branches, otherwise, at: start } : { kind: 'if', branches, at: start };
}

function forStatement(stream: TokenStream): Statement {
  const start = stream.take();
  const variable = expression(stream, 7);
  stream.expect(':=');
  const from = expression(stream);
  stream.expect('TO');
  const to = expression(stream);
  const by = stream.skip('BY') ? expression(stream) : undefined;
  stream.expect('DO');
  const body = statements(stream);
  return by
    ? { kind: 'for', variable, from, to, by, body, at: start }
    : { kind: 'for', variable, from, to, body, at: start };
}

const IN_CASE: ReadonlySet<string> = new Set(['label']);

function caseStatement(stream: TokenStream): Statement {
  const start = stream.take();
  const selector = expression(stream);
  stream.expect('OF');
  const branches: { labels: { low: Expression; high?: Expression }[]; body: Statement[] }[] = [];
  while (!stream.is('ELSE', 'END_CASE')) {
    if (!startsLabel(stream)) stream.fail('a label, such as "1:" or "2..5:", ELSE or END_CASE');
    const labels = [];
    do {
      const low = expression(stream);
      labels.push(stream.skip('..') ? { low, high: expression(stream) } : { low });
    } while (stream.skip(','));
    stream.expect(':');
    branches.push({ labels, body: statements(stream, IN_CASE) });
  }
  const otherwise = stream.skip('ELSE') ? statements(stream) : undefined;
  return otherwise
    ? { kind: 'case', selector, branches, otherwise, at: start }
    : { kind: 'case', selector, branches, at: start };
}

/** Whether a list of labels and a ":" come next, rather than a statement. Only as many tokens as labels have are looked at. */
function startsLabel(stream: TokenStream): boolean {
  const { next } = stream;
  if (next.kind === 'keyword') return next.upper === 'TRUE' || next.upper === 'FALSE';
  if (next.kind === 'name') {
    // A name starts a label if ":", "," or ".." comes behind it, or behind the fields of `Color.Red`.
    let count = 1;
    while (stream.ahead(count).text === '.' && stream.ahead(count + 1).kind === 'name') count += 2;
    const { kind, text } = stream.ahead(count);
    return kind === 'operator' && (text === ':' || text === ',' || text === '..');
  }
  return (
    next.kind !== 'address' &&
    next.kind !== 'end' &&
    !(next.kind === 'operator' && !['-', '+', '('].includes(next.text))
  );
}
