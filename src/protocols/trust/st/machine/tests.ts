/** TEST_PROGRAM and TEST_FUNCTION_BLOCK: each runs once, alone, on globals that are as declared. */
import type { Project } from '../compile/compile.js';
import type { Fault, Runtime } from '../operations/runtime.js';
import type { Span } from '../syntax/diagnostics.js';
import { BUDGET, type Budget, guarded } from './machine.js';

export interface TestEntry {
  name: string;
  kind: 'TEST_PROGRAM' | 'TEST_FUNCTION_BLOCK';
  /** Where its name stands. */
  at: Span;
}

export interface TestOutcome {
  /** `failed`: an assertion does not hold. `error`: another fault, or there is no such test. */
  status: 'passed' | 'failed' | 'error';
  message?: string;
  fault?: Fault;
}

/** The tests of a program, in the order of the sources. */
export const testsOf = ({ tests }: Project): TestEntry[] =>
  tests.map(({ name, kind, at }) => ({ name, kind: kind as TestEntry['kind'], at }));

/** Runs one test. @param name in any case */
export function runTest({ tests, makeGlobals }: Project, name: string, { instructions }: Budget = BUDGET): TestOutcome {
  const unit = tests.find((one) => one.name.toUpperCase() === name.toUpperCase());
  if (!unit) return { status: 'error', message: `there is no test "${name}"` };
  const rt: Runtime = { now: 0n, globals: makeGlobals(), budget: instructions, depth: unit.height };
  const fault = guarded(() => {
    unit.body(rt, unit.make());
  });
  if (!fault) return { status: 'passed' };
  return { status: fault.kind === 'assertion' ? 'failed' : 'error', message: fault.message, fault };
}
