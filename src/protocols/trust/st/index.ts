/**
 * A small deterministic engine for IEC 61131-3 Structured Text: the door of this room. It imports nothing of Proctor, and
 * only the truST server imports it. It knows no files and no clock; whoever calls it moves time.
 */
export { type Compiled, compile, type Program } from './compile/compile.js';
export type { Fault, FaultKind } from './compile/runtime.js';
export type { Options } from './compile/typed.js';
export { format } from './format.js';
export { Machine, type MachineOptions, type Retained } from './machine/machine.js';
export type { NameProblem } from './machine/names.js';
export { runTest, type TestEntry, type TestOutcome, testsOf } from './machine/tests.js';
export type { Diagnostic, Span } from './syntax/diagnostics.js';
export { type Parsed, parse } from './syntax/parse.js';
export { print } from './syntax/print.js';
export type { Value } from './types/values.js';
