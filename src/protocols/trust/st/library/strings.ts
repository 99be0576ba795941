/** String functions. Positions start at 1. What lies outside of a string is cut, as every PLC does, and is no fault. */
import { coerce } from '../operations/coerce.js';
import { type Run, type Runtime, spend } from '../operations/runtime.js';
import { folded, refuse, type Scope, type Typed, wrong } from '../operations/typed.js';
import type { Span } from '../syntax/diagnostics.js';
import { LIMITS } from '../syntax/limits.js';
import { INT, isInteger, LINT, stringType, type Type } from '../types/types.js';

type Work = (rt: Runtime, texts: string[], numbers: number[]) => string | number;

interface Shape {
  parameters: readonly string[];
  /** How many of the parameters, from the first, are strings; the others are integers. */
  texts: number;
  result: 'text' | 'number';
  work: Work;
}

/** Work on long strings takes more of the budget, so that a cycle cannot hang in them. */
const charge = (rt: Runtime, length: number): void => spend(rt, 1 + (length >> 6));

const count = (value: number): number => Math.max(0, value);

/** By name. CONCAT takes any number of strings. */
export const STRING_FUNCTIONS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['LEN', { parameters: ['IN'], texts: 1, result: 'number', work: (_, [text]) => text!.length }],
  ['LEFT', { parameters: ['IN', 'L'], texts: 1, result: 'text', work: (_, [text], [l]) => text!.slice(0, count(l!)) }],
  [
    'RIGHT',
    {
      parameters: ['IN', 'L'],
      texts: 1,
      result: 'text',
      work: (_, [text], [l]) => text!.slice(count(text!.length - count(l!))),
    },
  ],
  [
    'MID',
    {
      parameters: ['IN', 'L', 'P'],
      texts: 1,
      result: 'text',
      work: (_, [text], [l, p]) => text!.slice(count(p! - 1), count(p! - 1) + count(l!)),
    },
  ],
  [
    'CONCAT',
    { parameters: ['IN1', 'IN2'], texts: Number.POSITIVE_INFINITY, result: 'text', work: (_, texts) => texts.join('') },
  ],
  [
    'INSERT',
    {
      parameters: ['IN1', 'IN2', 'P'],
      texts: 2,
      result: 'text',
      work: (_, [text, other], [p]) => text!.slice(0, count(p!)) + other! + text!.slice(count(p!)),
    },
  ],
  [
    'DELETE',
    {
      parameters: ['IN', 'L', 'P'],
      texts: 1,
      result: 'text',
      work: (_, [text], [l, p]) => text!.slice(0, count(p! - 1)) + text!.slice(count(p! - 1) + count(l!)),
    },
  ],
  [
    'REPLACE',
    {
      parameters: ['IN1', 'IN2', 'L', 'P'],
      texts: 2,
      result: 'text',
      work: (_, [text, other], [l, p]) =>
        text!.slice(0, count(p! - 1)) + other! + text!.slice(count(p! - 1) + count(l!)),
    },
  ],
  [
    'FIND',
    {
      parameters: ['IN1', 'IN2'],
      texts: 2,
      result: 'number',
      work: (rt, [text, other]) => {
        charge(rt, text!.length * other!.length);
        return other === '' ? 0 : text!.indexOf(other!) + 1;
      },
    },
  ],
]);

/** The call of a string function with arguments in the order of its parameters. */
export function stringFunction(scope: Scope, name: string, list: Typed[], at: Span): Typed {
  const { texts, result, work } = STRING_FUNCTIONS.get(name)!;
  if (list.some(({ type }) => type.kind === 'unknown')) return wrong(at);
  const strings = list.slice(0, texts);
  const bad = strings.find(({ type }) => type.kind !== 'string');
  if (bad) return refuse(scope, bad.at, 'type', `${name} takes a string here, got ${bad.type.name}`);
  const wide = isWide(strings[0]!.type);
  const mixed = strings.find(({ type }) => isWide(type) !== wide);
  if (mixed) return refuse(scope, mixed.at, 'type', `${name} cannot combine STRING and WSTRING`);
  const numbers = list.slice(texts).map((one) => (isInteger(one.type) ? one : coerce(scope, one, LINT, 'pass')));
  const [reads, counts] = [
    strings.map(({ run }) => run as Run<string>),
    numbers.map(({ run }) => run as Run<number | bigint>),
  ];
  const most = LIMITS.longString;
  const run: Run = (rt, f) => {
    const values = reads.map((read) => read(rt, f));
    let length = 0;
    for (const value of values) length += value.length;
    charge(rt, length);
    const made = work(
      rt,
      values,
      counts.map((read) => Number(read(rt, f))),
    );
    return typeof made === 'string' && made.length > most ? made.slice(0, most) : made;
  };
  return folded({ type: result === 'text' ? stringType(wide, most, false) : INT, run, at }, ...list);
}

const isWide = (type: Type): boolean => type.kind === 'string' && type.wide;
