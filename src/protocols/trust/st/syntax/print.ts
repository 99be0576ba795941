/** Syntax trees to text: `parse(print(units))` gives the same units, but for their places. */
import { writeString } from './strings.js';
import { writeTime } from './times.js';
import {
  type Argument,
  type ConfigEntry,
  type Declaration,
  type Expression,
  type Initial,
  type Pou,
  PRECEDENCE,
  type Resource,
  type Section,
  type Statement,
  type TypeNode,
  type Unit,
} from './tree.js';

/** The text of some units, indented by two spaces. */
export function print(units: readonly Unit[]): string {
  return units.map((unit) => `${unitLines(unit).join('\n')}\n`).join('\n');
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function unitLines(unit: Unit): string[] {
  switch (unit.kind) {
    case 'pou':
      return pouLines(unit);
    case 'globals':
      return sectionLines(unit.section);
    case 'types':
      return ['TYPE', ...indented(unit.types.flatMap(typeLines)), 'END_TYPE'];
    case 'configuration': {
      const inner = [
        ...unit.globals.flatMap(sectionLines),
        ...unit.resources.flatMap(resourceLines),
        ...unit.configs.flatMap(({ entries }) => ['VAR_CONFIG', ...indented(entries.map(entryText)), 'END_VAR']),
      ];
      return [`CONFIGURATION ${unit.name.text}`, ...indented(inner), 'END_CONFIGURATION'];
    }
  }
}

function pouLines({ pou, name, result, sections, body }: Pou): string[] {
  const head = `${pou} ${name.text}${result ? ` : ${typeText(result)}` : ''}`;
  return [head, ...sections.flatMap(sectionLines), ...indented(body.flatMap(statementLines)), `END_${pou}`];
}

function typeLines({ name, type, initial }: { name: { text: string }; type: TypeNode; initial?: Initial }): string[] {
  return [`${name.text} : ${typeText(type)}${initial ? ` := ${initialText(initial)}` : ''};`];
}

function resourceLines({ name, on, globals, tasks, programs }: Resource): string[] {
  const inner = [
    ...globals.flatMap(sectionLines),
    ...tasks.map((task) => {
      const settings = task.settings.map((one) => `${one.name.text} := ${expressionText(one.value)}`);
      return `TASK ${task.name.text} (${settings.join(', ')});`;
    }),
    ...programs.map(({ name: instance, task, type, arguments: list }) => {
      const connected = list.length > 0 ? ` (${list.map(argumentText).join(', ')})` : '';
      return `PROGRAM ${instance.text}${task ? ` WITH ${task.text}` : ''} : ${type.text}${connected};`;
    }),
  ];
  if (!name) return inner;
  return [`RESOURCE ${name.text}${on ? ` ON ${on.text}` : ''}`, ...indented(inner), 'END_RESOURCE'];
}

function sectionLines({ section, constant, retain, declarations }: Section): string[] {
  const head = [section, ...(constant ? ['CONSTANT'] : []), ...(retain ? [retain] : [])].join(' ');
  return [head, ...indented(declarations.map(declarationText)), 'END_VAR'];
}

const declarationText = ({ names, ...rest }: Declaration): string =>
  names.map(({ text }) => text).join(', ') + variableText(rest);

const entryText = ({ path, ...rest }: ConfigEntry): string =>
  path.map(({ text }) => text).join('.') + variableText(rest);

/** What stands after the name of a variable. */
function variableText({ address, type, initial }: Omit<Declaration, 'names'>): string {
  const located = address === undefined ? '' : ` AT ${address}`;
  const value = initial ? ` := ${initialText(initial)}` : '';
  return `${located} : ${typeText(type)}${value};`;
}

function typeText(type: TypeNode): string {
  switch (type.kind) {
    case 'named':
      return type.name.text;
    case 'string':
      return `${type.wide ? 'WSTRING' : 'STRING'}${type.length ? `[${expressionText(type.length)}]` : ''}`;
    case 'array': {
      const ranges = type.ranges.map(({ low, high }) => `${expressionText(low)}..${expressionText(high)}`);
      return `ARRAY[${ranges.join(', ')}] OF ${typeText(type.element)}`;
    }
    case 'struct':
      return `STRUCT ${type.fields.map(declarationText).join(' ')} END_STRUCT`;
    case 'enum': {
      const members = type.members.map(({ name, value }) =>
        value ? `${name.text} := ${expressionText(value)}` : name.text,
      );
      return `(${members.join(', ')})${type.base ? ` ${type.base.text}` : ''}`;
    }
    case 'subrange':
      return `${type.base.text} (${expressionText(type.low)}..${expressionText(type.high)})`;
  }
}

function initialText(initial: Initial): string {
  if (initial.kind === 'value') return expressionText(initial.value);
  if (initial.kind === 'fields')
    return `(${initial.fields.map(({ name, value }) => `${name.text} := ${initialText(value)}`).join(', ')})`;
  const items = initial.items.map(({ repeat, value }) => {
    const text = value ? initialText(value) : '';
    return repeat ? `${expressionText(repeat)}(${text})` : text;
  });
  return `[${items.join(', ')}]`;
}

function statementLines(statement: Statement): string[] {
  const block = (list: readonly Statement[]) => indented(list.flatMap(statementLines));
  switch (statement.kind) {
    case 'assign':
      return [`${expressionText(statement.target)} := ${expressionText(statement.value)};`];
    case 'invoke':
      return [`${expressionText(statement.call)};`];
    case 'if': {
      const lines = statement.branches.flatMap(({ condition, body }, index) => [
        `${index === 0 ? 'IF' : 'ELSIF'} ${expressionText(condition)} THEN`,
        ...block(body),
      ]);
      if (statement.otherwise) lines.push('ELSE', ...block(statement.otherwise));
      return [...lines, 'END_IF;'];
    }
    case 'case': {
      const lines = statement.branches.flatMap(({ labels, body }) => [
        `  ${labels.map(labelText).join(', ')}:`,
        ...indented(block(body)),
      ]);
      if (statement.otherwise) lines.push('ELSE', ...block(statement.otherwise));
      return [`CASE ${expressionText(statement.selector)} OF`, ...lines, 'END_CASE;'];
    }
    case 'for': {
      const { variable, from, to, by, body } = statement;
      const step = by ? ` BY ${expressionText(by)}` : '';
      const head = `FOR ${expressionText(variable)} := ${expressionText(from)} TO ${expressionText(to)}${step} DO`;
      return [head, ...block(body), 'END_FOR;'];
    }
    case 'while':
      return [`WHILE ${expressionText(statement.condition)} DO`, ...block(statement.body), 'END_WHILE;'];
    case 'repeat':
      return ['REPEAT', ...block(statement.body), `UNTIL ${expressionText(statement.condition)}`, 'END_REPEAT;'];
    default:
      return [`${statement.kind.toUpperCase()};`];
  }
}

const labelText = ({ low, high }: { low: Expression; high?: Expression }): string =>
  high ? `${expressionText(low)}..${expressionText(high)}` : expressionText(low);

function argumentText({ name, output, negated, value }: Argument): string {
  if (!name) return expressionText(value);
  return `${negated ? 'NOT ' : ''}${name.text} ${output ? '=>' : ':='} ${expressionText(value)}`;
}

/** Levels above those of `PRECEDENCE`. */
const UNARY = PRECEDENCE.length;
const PRIMARY = UNARY + 1;

function levelOf(expression: Expression): number {
  if (expression.kind === 'binary') return PRECEDENCE.findIndex((level) => level.includes(expression.operator));
  return expression.kind === 'unary' ? UNARY : PRIMARY;
}

/** With brackets only where the expression binds looser than what is around it. */
function expressionText(expression: Expression, around = 0): string {
  const level = levelOf(expression);
  const text = bareText(expression, level);
  return level < around ? `(${text})` : text;
}

function bareText(expression: Expression, level: number): string {
  switch (expression.kind) {
    case 'literal':
      return literalText(expression.type, expression.value);
    case 'name':
      return expression.name;
    case 'address':
      return expression.address;
    case 'member':
      return `${expression.type}#${expression.name}`;
    case 'field':
      return `${expressionText(expression.of, PRIMARY)}.${expression.name.text}`;
    case 'bit':
      return `${expressionText(expression.of, PRIMARY)}.${expression.bit}`;
    case 'index':
      return `${expressionText(expression.of, PRIMARY)}[${expression.indexes.map((one) => expressionText(one)).join(', ')}]`;
    case 'call':
      return `${expressionText(expression.callee, PRIMARY)}(${expression.arguments.map(argumentText).join(', ')})`;
    case 'unary':
      return `${expression.operator === 'NOT' ? 'NOT ' : expression.operator}${expressionText(expression.of, UNARY)}`;
    case 'binary': {
      const { left, operator, right } = expression;
      return `${expressionText(left, level)} ${operator} ${expressionText(right, level + 1)}`;
    }
  }
}

function literalText(type: string, value: bigint | number | boolean | string): string {
  if (typeof value === 'string') {
    const written = writeString(value, type === 'WSTRING' || type === 'WCHAR');
    return type === 'STRING' || type === 'WSTRING' ? written : `${type}#${written}`;
  }
  if (typeof value === 'boolean')
    return type === 'BOOL' ? (value ? 'TRUE' : 'FALSE') : `${type}#${value}`.toUpperCase();
  if (type === 'INTEGER') return String(value);
  if (type === 'DECIMAL') return decimalText(value as number);
  if (TIMES.has(type) && typeof value === 'bigint') return writeTime(type, value);
  return `${type}#${typeof value === 'bigint' ? value : decimalText(value)}`;
}

const TIMES = new Set(['TIME', 'LTIME', 'DATE', 'LDATE', 'TOD', 'LTOD', 'DT', 'LDT']);

/** A decimal that the lexer takes for one: with digits on both sides of a point. */
function decimalText(value: number): string {
  const text = String(value);
  if (/^-?\d+$/.test(text)) return `${text}.0`;
  return text.replace(/^(-?\d+)e/, '$1.0e');
}
