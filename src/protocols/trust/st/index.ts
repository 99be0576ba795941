/**
 * A small deterministic engine for IEC 61131-3 Structured Text: the door of this room. It imports nothing of Proctor, and
 * only the truST server imports it. It knows no files and no clock; whoever calls it moves time.
 */
export { compile, type Program } from './compile/compile.js';
export type { Fault } from './compile/runtime.js';
export type { Options } from './compile/typed.js';
export { format } from './format.js';
export { Machine, type MachineOptions } from './machine/machine.js';
export type { NameProblem } from './machine/names.js';
export { runTest, type TestEntry, testsOf } from './machine/tests.js';
export type { Diagnostic } from './syntax/diagnostics.js';
export { parse } from './syntax/parse.js';
export { print } from './syntax/print.js';
export type { Value } from './types/values.js';
