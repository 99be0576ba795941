import type { TestOutcome, TestResult } from '../../../generated/types/trust-v1.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { failed } from '../errors.js';
import type { Params } from '../params.js';
import { runTest, type TestEntry, testsOf } from '../st/index.js';
import { compiled } from './build.js';
import type { Project } from './project.js';

/** Instructions that a test is given for each second that it may take: less than any machine of today does in one. */
const PER_SECOND = 2_000_000;
/** Seconds of a test that is given none: nothing runs for ever. */
const UNSAID_SECONDS = 5;
const MOST_SECONDS = 60;

/** Runs the tests of a project, or lists them (Agent API v1, runtime.test). Throws RpcError -32002 if they can't be compiled. */
export function runTests(project: Project, params: Params<'runtime.test'>, clock: Clock): TestResult {
  const { filter, list = false, timeout_seconds = UNSAID_SECONDS } = params;
  const root = project.sourcesRoot(undefined);
  const own = project.sourcesIn(root).length;
  if (own === 0) throw failed(`no ST sources found in ${project.root.absolute}`);
  const sources = project.read(project.sourcesWith(root));
  const program = compiled(sources, { needsProgram: false });
  // Those of a project that this one needs are its own affair.
  const discovered = testsOf(program).filter(({ at }) => at.source < own);
  const meant = discovered.filter(({ name }) => name.toLowerCase().includes((filter ?? '').toLowerCase()));
  const about = ({ name, kind, at }: TestEntry) => {
    const { place, text } = sources[at.source]!;
    const source = text.split(/\r?\n/)[at.line - 1]?.trim() ?? null;
    return { name, kind, file: place.absolute, line: at.line, source };
  };
  const project_ = { version: 1, project: project.root.absolute };
  if (list)
    return {
      ...project_,
      mode: 'list',
      discovered_total: discovered.length,
      filter: filter ?? null,
      tests: meant.map(about),
    };
  const seconds = timeout_seconds === 0 ? MOST_SECONDS : Math.min(timeout_seconds, MOST_SECONDS);
  const began = clock.now();
  const tests = meant.map((entry): TestOutcome => {
    const start = clock.now();
    const { status, message, fault } = runTest(program, entry.name, { instructions: seconds * PER_SECOND });
    const late = fault?.kind === 'budget' ? `the test took longer than ${seconds} s` : undefined;
    return { ...about(entry), status, message: late ?? message ?? null, duration_ms: elapsed(clock, start) };
  });
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  return {
    ...project_,
    summary: {
      total: tests.length,
      passed: count('passed'),
      failed: count('failed'),
      errors: count('error'),
      duration_ms: elapsed(clock, began),
      discovered_total: discovered.length,
    },
    tests,
  };
}

const elapsed = (clock: Clock, since: number) => Math.round(clock.now() - since);
