/** For the tests of this room: sources to machines in one call. */
import { compile, Machine, type MachineOptions, type Options, parse, type Value } from './index.js';

/** What is wrong with a source, each as `line:column code message`. */
export const problemsOf = (text: string, options: Options = {}): string[] =>
  compile(parse([text]), options).diagnostics.map((one) => `${one.line}:${one.column} ${one.code} ${one.message}`);

/** A machine that runs a source; throws if the source has errors. */
export function machineOf(text: string, options: MachineOptions & Options = {}): Machine {
  const { program, diagnostics } = compile(parse([text]), options);
  if (!program) throw new Error(diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return new Machine(program, options);
}

/** The value of a variable without its type; throws if there is none. */
export function readFrom(machine: Machine, name: string): unknown {
  const got = machine.get(name);
  if ('problem' in got) throw new Error(got.problem.message);
  const value = got.value as Record<string, unknown>;
  return value.nanos ?? value.ticks ?? value.variant ?? value.value ?? value;
}

/** Sets a BOOL, or an integer of any size. */
export function give(machine: Machine, name: string, value: boolean | number | bigint): void {
  const typed: Value = typeof value === 'boolean' ? { type: 'BOOL', value } : { type: 'LINT', value: BigInt(value) };
  const problem = machine.set(name, typed);
  if (problem) throw new Error(problem.message);
}

/** Runs one cycle of a PROGRAM with these declarations and statements; gives the value of `x`, or the kind of the fault. */
export function resultOf(declarations: string, statements: string, options: MachineOptions & Options = {}): unknown {
  const machine = machineOf(`PROGRAM Main\nVAR ${declarations} END_VAR\n${statements}\nEND_PROGRAM\n`, options);
  const fault = machine.cycle();
  return fault ? fault.kind : readFrom(machine, 'x');
}
