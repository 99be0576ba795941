/**
 * A small deterministic engine for IEC 61131-3 Structured Text: the door of this room. It imports nothing of Proctor, and
 * only the truST server imports it. It knows no files and no clock; whoever calls it moves time.
 */
import { compile, type Project } from './compile/compile.js';
import type { Options } from './operations/typed.js';
import type { Diagnostic as Found } from './syntax/diagnostics.js';
import { parse as parseSources } from './syntax/parse.js';

export type { Project } from './compile/compile.js';
export { format } from './format.js';
export { type Harness, instantiate, type StFault } from './machine/machine.js';
export { runTest, type TestEntry, testsOf } from './machine/tests.js';
export type { Value as StValue } from './types/values.js';

/** What is wrong in a source. */
export type Diagnostic = Found & {
  /** The source, as it was called. */
  file: string;
};

/**
 * Reads and checks sources that belong together. Never throws.
 *
 * @param sources `file` is a name for diagnostics
 * @param options `needsProgram: false` for sources of which a PROGRAM need not be a part
 * @returns `project` is unset if any diagnostic is an error
 */
export function parse(
  sources: readonly { file: string; text: string }[],
  options: Options = {},
): { project?: Project; diagnostics: readonly Diagnostic[] } {
  const { program, diagnostics } = compile(parseSources(sources.map(({ text }) => text)), options);
  const named = diagnostics.map((one) => ({ ...one, file: sources[one.source]!.file }));
  return program ? { project: program, diagnostics: named } : { diagnostics: named };
}
