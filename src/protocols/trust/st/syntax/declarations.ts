/** Sections of variables, types and initial values. */
import type { Span } from './diagnostics.js';
import { expression } from './expressions.js';
import type { TokenStream } from './stream.js';
import type {
  ConfigEntry,
  ConfigSection,
  Declaration,
  Expression,
  Initial,
  Name,
  Section,
  SectionKind,
  TypeNode,
  TypeUnit,
} from './tree.js';

export const SECTIONS = ['VAR', 'VAR_INPUT', 'VAR_OUTPUT', 'VAR_IN_OUT', 'VAR_TEMP', 'VAR_GLOBAL', 'VAR_EXTERNAL'];

/** Where reading goes on after a wrong declaration. */
const STOPS = new Set(
  `END_VAR END_STRUCT END_TYPE VAR VAR_INPUT VAR_OUTPUT VAR_IN_OUT VAR_TEMP VAR_GLOBAL VAR_EXTERNAL VAR_CONFIG END_PROGRAM
  END_FUNCTION END_FUNCTION_BLOCK END_TEST_PROGRAM END_TEST_FUNCTION_BLOCK END_CONFIGURATION END_RESOURCE PROGRAM FUNCTION FUNCTION_BLOCK
  TEST_PROGRAM TEST_FUNCTION_BLOCK CONFIGURATION TYPE IF CASE FOR WHILE REPEAT`.split(/\s+/),
);

/** `VAR ... END_VAR` of any kind. */
export function section(stream: TokenStream): Section {
  const start = stream.take();
  const made: Section = { section: start.upper as SectionKind, constant: false, declarations: [], at: start };
  for (let word = stream.skip(...QUALIFIERS); word; word = stream.skip(...QUALIFIERS)) {
    if (word.upper === 'CONSTANT') made.constant = true;
    else made.retain = word.upper as 'RETAIN' | 'NON_RETAIN' | 'PERSISTENT';
  }
  made.declarations = declarations(stream, 'END_VAR', declare);
  made.at = stream.from(start);
  return made;
}

const QUALIFIERS = ['CONSTANT', 'RETAIN', 'NON_RETAIN', 'PERSISTENT'];

/** `VAR_CONFIG ... END_VAR`. */
export function configSection(stream: TokenStream): ConfigSection {
  const start = stream.take();
  const entries = declarations(stream, 'END_VAR', configEntry);
  return { entries, at: stream.from(start) };
}

/** Declarations up to a word, which is taken. If it never comes, that is reported once and the rest is read as code. */
function declarations<T>(stream: TokenStream, end: string, one: (stream: TokenStream) => T): T[] {
  const list: T[] = [];
  while (!stream.skip(end)) {
    const { next } = stream;
    if (next.kind === 'end' || (next.kind === 'keyword' && STOPS.has(next.upper))) {
      stream.diagnostics.error(next, 'syntax', `expected ${end}, got ${stream.found}`);
      break;
    }
    const declaration = stream.recover(STOPS, () => one(stream));
    if (declaration) list.push(declaration);
  }
  return list;
}

function declare(stream: TokenStream): Declaration {
  const start = stream.next;
  const names: Name[] = [stream.name('the name of a variable')];
  while (stream.skip(',')) names.push(stream.name('the name of a variable'));
  return { names, ...declared(stream, start) };
}

function configEntry(stream: TokenStream): ConfigEntry {
  const start = stream.next;
  const path = [stream.name('the name of a resource or a program')];
  while (stream.skip('.')) path.push(stream.name('the name of a variable'));
  return { path, ...declared(stream, start) };
}

/** What stands after the names of variables. */
function declared(stream: TokenStream, start: Span): Omit<Declaration, 'names'> {
  let address: string | undefined;
  if (stream.skip('AT')) {
    if (stream.next.kind !== 'address') stream.fail('an address such as %IX0.0');
    address = stream.take().upper;
  }
  stream.expect(':');
  const type = typeNode(stream);
  const value = stream.skip(':=') ? initial(stream) : undefined;
  const made: Omit<Declaration, 'names'> = { type, at: stream.from(start) };
  if (address !== undefined) made.address = address;
  if (value) made.initial = value;
  if (!stream.skip(';')) {
    stream.missing(';');
    // A name on the next line starts the next declaration; anything else is skipped.
    const ends = stream.next.kind === 'name' || stream.next.kind === 'keyword';
    while (!ends && stream.next.kind !== 'end' && !stream.skip(';')) stream.take();
  }
  return made;
}

/** A type as it stands after ":". */
export function typeNode(stream: TokenStream): TypeNode {
  return stream.nested('type', () => anyType(stream));
}

function anyType(stream: TokenStream): TypeNode {
  const start = stream.next;
  const text = stream.skip('STRING', 'WSTRING');
  if (text) {
    const bracket = stream.skip('[', '(');
    const length = bracket && expression(stream);
    if (bracket) stream.expect(bracket.text === '[' ? ']' : ')');
    const wide = text.upper === 'WSTRING';
    return length
      ? { kind: 'string', wide, length, at: stream.from(start) }
      : { kind: 'string', wide, at: stream.from(start) };
  }
  if (stream.skip('ARRAY')) {
    stream.expect('[');
    const ranges = [];
    do {
      const low = expression(stream);
      stream.expect('..');
      ranges.push({ low, high: expression(stream) });
    } while (stream.skip(','));
    stream.expect(']');
    stream.expect('OF');
    const element = typeNode(stream);
    return { kind: 'array', ranges, element, at: stream.from(start) };
  }
  if (stream.skip('STRUCT')) {
    const fields = declarations(stream, 'END_STRUCT', declare);
    return { kind: 'struct', fields, at: stream.from(start) };
  }
  if (stream.is('(')) return enumType(stream);
  const name = stream.name('a type');
  // `INT (A, B)` has a base, `INT (0..10)` is a part of it.
  if (stream.is('(')) {
    if (stream.ahead().kind === 'name' && [',', ')', ':='].includes(stream.ahead(2).text))
      return enumType(stream, name);
    stream.take();
    const low = expression(stream);
    stream.expect('..');
    const high = expression(stream);
    stream.expect(')');
    return { kind: 'subrange', base: name, low, high, at: stream.from(start) };
  }
  return { kind: 'named', name, at: name.at };
}

function enumType(stream: TokenStream, before?: Name): TypeNode {
  const start = stream.expect('(');
  const members = [];
  do {
    const name = stream.name('the name of a value');
    members.push(stream.skip(':=') ? { name, value: expression(stream) } : { name });
  } while (stream.skip(','));
  stream.expect(')');
  const base = before ?? (stream.next.kind === 'name' ? stream.name() : undefined);
  const at = stream.from(before?.at ?? start);
  return base ? { kind: 'enum', base, members, at } : { kind: 'enum', members, at };
}

/** What stands after ":=" of a declaration: an expression, `[1, 2, 3(0)]` or `(a := 1, b := 2)`. */
function initial(stream: TokenStream): Initial {
  return stream.nested('type', () => anyInitial(stream));
}

function anyInitial(stream: TokenStream): Initial {
  const start = stream.next;
  if (stream.skip('[')) {
    const items = [];
    do {
      if (stream.is(']')) break;
      items.push(item(stream));
    } while (stream.skip(','));
    stream.expect(']');
    return { kind: 'list', items, at: stream.from(start) };
  }
  if (stream.is('(') && stream.ahead().kind === 'name' && stream.ahead(2).text === ':=') {
    stream.take();
    const fields = [];
    do {
      const name = stream.name('the name of a field');
      stream.expect(':=');
      fields.push({ name, value: initial(stream) });
    } while (stream.skip(','));
    stream.expect(')');
    return { kind: 'fields', fields, at: stream.from(start) };
  }
  const value = expression(stream);
  return { kind: 'value', value, at: value.at };
}

/** One value of a list, or `3(0)`: three times the same; `3()` leaves three as they are. */
function item(stream: TokenStream): { repeat?: Expression; value?: Initial } {
  const token = stream.next;
  if (token.kind !== 'integer' || stream.ahead().text !== '(') return { value: initial(stream) };
  stream.take();
  const repeat: Expression = { kind: 'literal', type: 'INTEGER', value: token.value!, at: stream.from(token) };
  stream.take();
  if (stream.skip(')')) return { repeat };
  const value = initial(stream);
  stream.expect(')');
  return { repeat, value };
}

/** `TYPE ... END_TYPE`. */
export function typeUnit(stream: TokenStream): TypeUnit {
  const start = stream.take();
  const types: TypeUnit['types'] = [];
  while (!stream.skip('END_TYPE')) {
    const { next } = stream;
    if (next.kind === 'end' || (next.kind === 'keyword' && STOPS.has(next.upper))) stream.fail('END_TYPE');
    const made = stream.recover(STOPS, () => {
      const name = stream.name('the name of a type');
      stream.expect(':');
      const type = typeNode(stream);
      const value = stream.skip(':=') ? initial(stream) : undefined;
      if (!stream.skip(';') && type.kind !== 'struct') stream.fail('";"');
      return value ? { name, type, initial: value } : { name, type };
    });
    if (made) types.push(made);
  }
  return { kind: 'types', types, at: stream.from(start) };
}
