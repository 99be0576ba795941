/** Calls of functions and function blocks. */

import { standardFunction } from '../library/functions.js';
import { coerce, converted } from '../operations/coerce.js';
import { store, writable } from '../operations/places.js';
import { DONE, type Exec, type Frame, fail, type Run, type Runtime, spend } from '../operations/runtime.js';
import { refuse, type Scope, type Typed, type Unit, wrong } from '../operations/typed.js';
import { type Span, shown } from '../syntax/diagnostics.js';
import { LIMITS } from '../syntax/limits.js';
import type { Argument, Call } from '../syntax/tree.js';
import { type Field, isAggregate, type Role, sameType, type Type, VOID } from '../types/types.js';
import { copyInto, copyOf } from '../types/values.js';

type Parameter = Field & { role: Role };

const PARAMETERS: ReadonlySet<Role> = new Set(['input', 'output', 'inout']);

/** Puts an argument into a frame before the call, or takes an output from it afterwards. */
type Move = (rt: Runtime, f: Frame, frame: Frame) => void;

/** A call inside an expression, or of a function as a statement. */
export function call(scope: Scope, node: Call): Typed {
  const { callee, at } = node;
  if (callee.kind === 'name') {
    const upper = callee.name.toUpperCase();
    const isVariable = namesVariable(scope, upper);
    const unit = isVariable ? undefined : scope.library.unitNamed(upper);
    if (unit?.kind === 'FUNCTION') return functionCall(scope, unit, node);
    if (unit)
      return refuse(
        scope,
        callee.at,
        'type',
        `"${unit.name}" is a ${unit.kind === 'BUILTIN' ? 'FUNCTION_BLOCK' : unit.kind}: declare a variable of it and call that`,
      );
    if (!isVariable) {
      const made = standardFunction(scope, upper, node.arguments, at);
      return made ?? refuse(scope, callee.at, 'undeclared', `there is no function "${shown(callee.name)}"`);
    }
  }
  const of = scope.expression(callee);
  if (of.type.kind === 'unknown') return wrong(at);
  const what =
    of.type.kind === 'block'
      ? 'a function block has no value: call it as a statement'
      : `${of.type.name} cannot be called`;
  return refuse(scope, at, 'type', what);
}

/** Whether a name in front of `(` is a variable. In a function its own name is one, but not there: it calls itself. */
function namesVariable({ variables, library, unit }: Scope, upper: string): boolean {
  if (unit?.kind === 'FUNCTION' && unit.name.toUpperCase() === upper) return false;
  return variables.has(upper) || library.globals.has(upper);
}

function functionCall(scope: Scope, unit: Unit, node: Call): Typed {
  const { at } = node;
  const { before, after } = bind(scope, unit, node.arguments, at, true);
  const result = unit.result?.slot;
  const run: Run = (rt, f) => {
    spend(rt, 1 + unit.values, at);
    const frame = unit.make();
    for (const move of before) move(rt, f, frame);
    enter(rt, unit, at);
    unit.body(rt, frame);
    rt.depth -= unit.height + 2;
    for (const move of after) move(rt, f, frame);
    return result === undefined ? undefined : frame[result];
  };
  return { type: unit.result?.type ?? VOID, run, at };
}

/** Counts the levels of the call, so that recursion ends as a fault and not at the end of the stack. */
function enter(rt: Runtime, unit: Unit, at: Span): void {
  rt.depth += unit.height + 2;
  if (rt.depth > LIMITS.closures) fail('depth', `calls are nested too deeply in ${unit.name}`, at);
}

/** The call of a function block as a statement; undefined if it is none. */
export function blockCall(scope: Scope, node: Call): Exec | undefined {
  const { callee, at } = node;
  if (callee.kind === 'name') {
    const upper = callee.name.toUpperCase();
    if (!namesVariable(scope, upper)) return undefined;
  }
  const of = scope.expression(callee);
  if (of.type.kind !== 'block') {
    if (of.type.kind !== 'unknown') refuse(scope, at, 'type', `${of.type.name} cannot be called`);
    return () => DONE;
  }
  const unit = of.type.block as Unit;
  const { before, after } = bind(scope, unit, node.arguments, at, false);
  const instance = of.run as Run<Frame>;
  if (unit.kind === 'BUILTIN') return standardBlock(unit, instance, before, after);
  return (rt, f) => {
    spend(rt, 1, at);
    const frame = instance(rt, f);
    for (const move of before) move(rt, f, frame);
    enter(rt, unit, at);
    unit.body(rt, frame);
    rt.depth -= unit.height + 2;
    for (const move of after) move(rt, f, frame);
    return DONE;
  };
}

/** A standard one calls nothing, so that nothing has to be counted. */
function standardBlock({ body }: Unit, instance: Run<Frame>, before: Move[], after: Move[]): Exec {
  return (rt, f) => {
    const frame = instance(rt, f);
    for (let index = 0; index < before.length; index++) before[index]!(rt, f, frame);
    body(rt, frame);
    for (let index = 0; index < after.length; index++) after[index]!(rt, f, frame);
    return DONE;
  };
}

/**
 * Code for the arguments of a call.
 * @param complete whether all inputs of a call without names must be there, as for a function
 */
export function bind(
  scope: Scope,
  unit: Unit,
  list: readonly Argument[],
  at: Span,
  complete: boolean,
): { before: Move[]; after: Move[] } {
  const before: Move[] = [];
  const after: Move[] = [];
  const given = new Set<Parameter>();
  for (const [index, argument] of list.entries()) {
    const value = scope.expression(argument.value);
    const parameter = argument.name ? unit.fields.get(argument.name.text.toUpperCase()) : unit.parameters[index];
    const where = argument.name?.at ?? value.at;
    if (!parameter || !PARAMETERS.has(parameter.role)) {
      const what = argument.name ? `parameter "${shown(argument.name.text)}"` : `${index + 1} parameters`;
      refuse(scope, where, 'undeclared', `${unit.name} has no ${what}`);
    } else if (given.has(parameter)) refuse(scope, where, 'duplicate', `"${parameter.name}" is passed twice`);
    else {
      given.add(parameter);
      const output = argument.output === true;
      if (output !== (parameter.role === 'output'))
        refuse(scope, where, 'type', `"${parameter.name}" is an ${parameter.role}: write ${output ? ':=' : '=>'}`);
      else if (output) pushed(after, takeOutput(scope, parameter, value, argument.negated === true));
      else
        pushed(
          before,
          parameter.role === 'inout' ? passPlace(scope, parameter, value) : passValue(scope, parameter, value),
        );
    }
  }
  const named = list.some(({ name }) => name !== undefined);
  if (named && list.some(({ name }) => name === undefined))
    refuse(scope, at, 'type', 'a call has all of its arguments with names, or none');
  const missing = unit.parameters.find(
    (one) =>
      !given.has(one) &&
      (one.role === 'inout' || (complete && !named && list.length > 0) || (complete && list.length === 0)),
  );
  if (missing && (complete || missing.role === 'inout'))
    refuse(scope, at, 'type', `"${missing.name}" of ${unit.name} is missing`);
  return { before, after };
}

function pushed(to: Move[], move: Move | undefined): void {
  if (move) to.push(move);
}

function passValue(scope: Scope, { type, slot }: Parameter, value: Typed): Move {
  const { run, constant } = coerce(scope, value, type, 'pass');
  if (isAggregate(type))
    return (rt, f, frame) => {
      copyInto(type, frame[slot] as Frame, copyOf(type, run(rt, f)) as Frame);
    };
  if (constant !== undefined)
    return (_, __, frame) => {
      frame[slot] = constant;
    };
  return (rt, f, frame) => {
    frame[slot] = run(rt, f);
  };
}

/** The argument of a VAR_IN_OUT: not its value, but where it is. */
function passPlace(scope: Scope, { type, slot, name }: Parameter, value: Typed): Move | undefined {
  const place = writable(scope, value);
  if (!place) return undefined;
  if (
    place.bit !== undefined ||
    !sameType(value.type, type) ||
    (type.kind === 'string' && type.name !== value.type.name && !fitsString(type, value.type))
  ) {
    refuse(scope, value.at, 'type', `"${name}" takes a variable of type ${type.name}, got ${value.type.name}`);
    return undefined;
  }
  const { run } = value;
  if (isAggregate(type))
    return (rt, f, frame) => {
      frame[slot] = run(rt, f);
    };
  const { base, index } = place;
  return (rt, f, frame) => {
    frame[slot] = { base: base(rt, f), index: typeof index === 'number' ? index : index(rt, f) };
  };
}

/** A shorter string would be overrun through the parameter. */
const fitsString = (to: Type, from: Type): boolean =>
  to.kind === 'string' && from.kind === 'string' && from.length >= to.length;

function takeOutput(scope: Scope, { type, slot, name }: Parameter, target: Typed, negated: boolean): Move | undefined {
  const place = writable(scope, target);
  if (!place) return undefined;
  // The conversion takes the output from where this puts it for a moment.
  const source: Typed = { type, run: (_, frame) => frame[slot], at: target.at };
  const value = converted(source, target.type);
  if (!value || (negated && !(type.kind === 'elementary' && type.family === 'bool'))) {
    refuse(
      scope,
      target.at,
      'type',
      `"${name}" is ${type.name}, which ${negated ? 'NOT does not take' : `cannot be assigned to ${target.type.name}`}`,
    );
    return undefined;
  }
  const put = store(place, target.type, (to, from) => copyInto(target.type, to, from));
  const { run } = value;
  return (rt, f, frame) => put(rt, f, negated ? !run(rt, frame) : run(rt, frame));
}
