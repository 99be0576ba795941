/** Syntax trees to a program that machines run. */

import { DONE, type Exec, type Frame } from '../operations/runtime.js';
import type { Options, Unit, Variable } from '../operations/typed.js';
import { type Diagnostic, Diagnostics } from '../syntax/diagnostics.js';
import { LIMITS } from '../syntax/limits.js';
import type { Parsed } from '../syntax/parse.js';
import type { Configuration, Section } from '../syntax/tree.js';
import { checkOpen, configure } from './config.js';
import { frameOf } from './declare.js';
import { Names, scopeOf } from './library.js';
import { type Instance, scheduleOf, type Task } from './schedule.js';
import { statements } from './statements.js';

/** Compiled sources. Machines share them: they hold no state. */
export interface Project {
  tasks: Task[];
  instances: Instance[];
  tests: Unit[];
  globals: ReadonlyMap<string, Variable>;
  addresses: ReadonlyMap<string, Variable>;
  /** Names of globals that are kept over a reload. */
  retained: string[];
  makeGlobals: () => Frame;
}

export interface Compiled {
  /** Unset if any diagnostic is an error. */
  program?: Project;
  /** Those of the parser and of the compiler, by source, line and column. */
  diagnostics: Diagnostic[];
}

/**
 * Checks parsed sources and compiles them. Never throws.
 * @param parsed what `parse` gave
 * @param options `needsProgram: false` for sources of which a PROGRAM need not be a part
 */
export function compile(parsed: Parsed, options: Options = {}): Compiled {
  const diagnostics = new Diagnostics();
  const names = new Names(parsed.units, diagnostics, options);
  declareGlobals(names, parsed);
  for (const name of names.units.keys()) names.unitNamed(name);
  const configurations = parsed.units.filter((unit) => unit.kind === 'configuration') as Configuration[];
  const { tasks, instances } = scheduleOf(names, configurations);
  // Before the bodies: an address that is first seen in a body has the type that its size says.
  const bound = configure(names, configurations, instances);
  for (const unit of names.units.values()) compileBody(names, unit);
  const list = [...names.units.values()];
  const tests = list.filter(({ kind }) => kind === 'TEST_PROGRAM' || kind === 'TEST_FUNCTION_BLOCK');
  checkWhole(names, instances, options.needsProgram !== false);
  // An address may seem to be left open because of another error; and only checked types are sure to end.
  if (diagnostics.errors + parsed.diagnostics.length === 0) checkOpen(names, configurations, instances, bound);
  const all = [...parsed.diagnostics, ...diagnostics.list()].sort(
    (a, b) => a.source - b.source || a.line - b.line || a.column - b.column,
  );
  if (all.some(({ severity }) => severity === 'error')) return { diagnostics: all };
  const { storage } = names;
  const { addresses, retained } = storage;
  const makeGlobals = () => frameOf(storage.slots);
  return {
    program: { tasks, instances, tests, globals: names.globals, addresses, retained, makeGlobals },
    diagnostics: all,
  };
}

/** Constants first, since types and other globals may use them; then types, since their values have names. */
function declareGlobals(names: Names, { units }: Parsed): void {
  const sections: Section[] = units.flatMap((unit) => {
    if (unit.kind === 'globals') return [unit.section];
    return unit.kind === 'configuration' ? [...unit.globals, ...unit.resources.flatMap(({ globals }) => globals)] : [];
  });
  for (const section of sections) if (section.constant) names.storage.declare(names.scope(), section);
  names.finishTypes();
  for (const section of sections) if (!section.constant) names.storage.declare(names.scope(), section);
}

function compileBody(names: Names, unit: Unit): void {
  const scope = scopeOf(names, unit.variables, unit);
  const run = statements(scope, unit.node!.body);
  // A level is a statement or an expression: a closure for what it does, and one that converts or lists it.
  unit.height = 2 * scope.height + 4;
  unit.body = unit.kind === 'FUNCTION' ? run : withTemps(unit, run);
}

/** VAR_TEMP starts anew with every call. */
function withTemps({ temps }: Unit, run: Exec): Exec {
  if (temps.length === 0) return run;
  return (rt, f) => {
    for (const { slot, make } of temps) f[slot] = make();
    run(rt, f);
    return DONE;
  };
}

function checkWhole(names: Names, instances: readonly Instance[], needsProgram: boolean): void {
  const { diagnostics, storage } = names;
  const at = { source: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  if (needsProgram && instances.length === 0) diagnostics.error(at, 'missing-program', 'there is no PROGRAM');
  const values = instances.reduce((sum, { unit }) => sum + unit.values, storage.values);
  if (values > LIMITS.values)
    diagnostics.error(
      instances[0]?.unit.at ?? at,
      'limit',
      `all variables together have more than ${LIMITS.values} values`,
    );
}
