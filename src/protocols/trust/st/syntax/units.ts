/** What stands at the top of a source: programs, functions, function blocks, types, globals and configurations. */
import { configSection, SECTIONS, section, typeNode, typeUnit } from './declarations.js';
import type { Diagnostics } from './diagnostics.js';
import { argumentList, expression } from './expressions.js';
import { tokensOf } from './lexer.js';
import { statements } from './statements.js';
import { TokenStream } from './stream.js';
import type { Configuration, Pou, PouKind, Resource, Unit } from './tree.js';

const POUS = ['PROGRAM', 'FUNCTION', 'FUNCTION_BLOCK', 'TEST_PROGRAM', 'TEST_FUNCTION_BLOCK'];

/** Where reading goes on after an error outside of statements and declarations. */
const STOPS = new Set([...POUS, 'TYPE', 'CONFIGURATION', 'VAR_GLOBAL']);

/** The units of one source. */
export function unitsOf(text: string, source: number, diagnostics: Diagnostics): Unit[] {
  const stream = new TokenStream(tokensOf(text, source, diagnostics), diagnostics);
  const units: Unit[] = [];
  while (stream.next.kind !== 'end') {
    if (stream.skip(';') || misplaced(stream)) continue;
    const made = stream.recover(STOPS, () => unit(stream));
    if (made) units.push(made);
    else skipToUnit(stream);
  }
  return units;
}

/** Reads a VAR_CONFIG outside of the only unit that may have one, so that one error is all that it causes. */
function misplaced(stream: TokenStream): boolean {
  if (!stream.is('VAR_CONFIG')) return false;
  stream.diagnostics.error(stream.next, 'syntax', 'VAR_CONFIG stands in a CONFIGURATION, outside of any RESOURCE');
  configSection(stream);
  return true;
}

/** After an error in the head of a unit its body would be read as units: one error for each line. */
function skipToUnit(stream: TokenStream): void {
  while (stream.next.kind !== 'end' && !(stream.next.kind === 'keyword' && STOPS.has(stream.next.upper))) stream.take();
}

function unit(stream: TokenStream): Unit {
  if (stream.is(...POUS)) return pou(stream);
  if (stream.is('TYPE')) return typeUnit(stream);
  if (stream.is('CONFIGURATION')) return configuration(stream);
  if (stream.is('VAR_GLOBAL')) {
    const made = section(stream);
    return { kind: 'globals', section: made, at: made.at };
  }
  return stream.fail('PROGRAM, FUNCTION, FUNCTION_BLOCK, TYPE, VAR_GLOBAL or CONFIGURATION');
}

function pou(stream: TokenStream): Pou {
  const start = stream.take();
  const kind = start.upper as PouKind;
  const made: Pou = {
    kind: 'pou',
    pou: kind,
    name: stream.name(`the name of the ${kind}`),
    sections: [],
    body: [],
    at: start,
  };
  if (kind === 'FUNCTION' && stream.skip(':')) made.result = typeNode(stream);
  stream.skip(';');
  while (stream.is(...SECTIONS, 'VAR_CONFIG')) if (!misplaced(stream)) made.sections.push(section(stream));
  made.body = body(stream, `END_${kind}`);
  made.at = stream.from(start);
  return made;
}

/** Statements up to the end of the unit. A stray `END_IF` in between is reported, and reading goes on behind it. */
function body(stream: TokenStream, end: string): Pou['body'] {
  const list = statements(stream);
  while (!stream.skip(end)) {
    const { next } = stream;
    if (next.kind === 'end' || STOPS.has(next.upper) || isOtherEnd(next.upper)) {
      stream.diagnostics.error(next, 'syntax', `expected ${end}, got ${stream.found}`);
      if (isOtherEnd(next.upper)) stream.take();
      break;
    }
    stream.diagnostics.error(next, 'syntax', `unexpected ${stream.found}`);
    stream.take();
    list.push(...statements(stream));
  }
  return list;
}

const isOtherEnd = (word: string): boolean => word.startsWith('END_') && POUS.includes(word.slice(4));

function configuration(stream: TokenStream): Configuration {
  const start = stream.take();
  const name = stream.name('the name of the configuration');
  const globals: Configuration['globals'] = [];
  const configs: Configuration['configs'] = [];
  const resources: Resource[] = [];
  let unnamed: Resource | undefined;
  while (!stream.skip('END_CONFIGURATION')) {
    if (stream.skip(';')) continue;
    if (stream.is('VAR_GLOBAL')) globals.push(section(stream));
    else if (stream.is('VAR_CONFIG')) configs.push(configSection(stream));
    else if (stream.is('RESOURCE')) resources.push(resource(stream));
    else if (stream.is('TASK', 'PROGRAM')) {
      if (!unnamed) {
        unnamed = emptyResource();
        resources.push(unnamed);
      }
      scheduled(stream, unnamed);
    } else stream.fail('VAR_GLOBAL, VAR_CONFIG, RESOURCE, TASK, PROGRAM or END_CONFIGURATION');
  }
  return { kind: 'configuration', name, globals, configs, resources, at: stream.from(start) };
}

const emptyResource = (): Resource => ({ globals: [], tasks: [], programs: [] });

function resource(stream: TokenStream): Resource {
  stream.take();
  const made = emptyResource();
  made.name = stream.name('the name of the resource');
  if (stream.next.kind === 'name' && stream.next.upper === 'ON' && stream.take())
    made.on = stream.name('what the resource runs on');
  while (!stream.skip('END_RESOURCE')) {
    if (stream.skip(';') || misplaced(stream)) continue;
    if (stream.is('VAR_GLOBAL')) made.globals.push(section(stream));
    else if (stream.is('TASK', 'PROGRAM')) scheduled(stream, made);
    else stream.fail('VAR_GLOBAL, TASK, PROGRAM or END_RESOURCE');
  }
  return made;
}

/** `TASK T (INTERVAL := T#10ms);` or `PROGRAM P WITH T : Main;`. */
function scheduled(stream: TokenStream, to: Resource): void {
  if (stream.take().upper === 'TASK') {
    const name = stream.name('the name of the task');
    const settings = [];
    stream.expect('(');
    do {
      const setting = stream.name('INTERVAL, PRIORITY or SINGLE');
      stream.expect(':=');
      settings.push({ name: setting, value: expression(stream) });
    } while (stream.skip(','));
    stream.expect(')');
    to.tasks.push({ name, settings });
  } else {
    stream.skip('RETAIN', 'NON_RETAIN');
    const name = stream.name('the name of the program instance');
    const task = stream.skip('WITH') ? stream.name('the name of a task') : undefined;
    stream.expect(':');
    const type = stream.name('the name of a PROGRAM');
    const list = stream.is('(') ? argumentList(stream) : [];
    to.programs.push(task ? { name, task, type, arguments: list } : { name, type, arguments: list });
  }
  stream.expect(';');
}
