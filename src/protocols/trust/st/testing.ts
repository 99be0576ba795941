/** For the tests of this room: sources to machines in one call. */
import { compile, type Project } from './compile/compile.js';
import { BUDGET, type Budget, Machine, type Retained } from './machine/machine.js';
import type { Options } from './operations/typed.js';
import { parse } from './syntax/parse.js';
import type { Value } from './types/values.js';

/** What is wrong with a source, each as `line:column code message`. */
export const problemsOf = (text: string, options: Options = {}): string[] =>
  compile(parse([text]), options).diagnostics.map((one) => `${one.line}:${one.column} ${one.code} ${one.message}`);

/** What sources are compiled to; throws if they have errors. */
export function projectOf(texts: readonly string[], options: Options = {}): Project {
  const { program, diagnostics } = compile(parse(texts), options);
  if (!program) throw new Error(diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return program;
}

/** A machine that runs a source; throws if the source has errors. */
export const machineOf = (text: string, options: Options = {}, retained?: Retained): Machine =>
  new Machine(projectOf([text], options), retained);

/** The value of a variable without its type; throws if there is none. */
export function readFrom(machine: Machine, name: string): unknown {
  const got = machine.get(name);
  if ('kind' in got) throw new Error(got.message);
  const value = got as Record<string, unknown>;
  return value.nanos ?? value.ticks ?? value.variant ?? value.value ?? value;
}

/** Sets a BOOL, or an integer of any size. */
export function give(machine: Machine, name: string, value: boolean | number | bigint): void {
  const typed: Value = typeof value === 'boolean' ? { type: 'BOOL', value } : { type: 'LINT', value: BigInt(value) };
  const problem = machine.set(name, typed);
  if (problem) throw new Error(problem.message);
}

/** Runs one cycle of a PROGRAM with these declarations and statements; gives the value of `x`, or the kind of the fault. */
export function resultOf(
  declarations: string,
  statements: string,
  options: Options = {},
  budget: Budget = BUDGET,
): unknown {
  const machine = machineOf(`PROGRAM Main\nVAR ${declarations} END_VAR\n${statements}\nEND_PROGRAM\n`, options);
  const fault = machine.cycle(budget);
  return fault ? fault.kind : readFrom(machine, 'x');
}
