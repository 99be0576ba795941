import { OutputError, streamOut } from '../../../reports/index.js';
import { stderr } from '../../../src/wire/output.js';
import type { Corpus } from '../../types.js';
import { packageCorpus } from '../support/package-corpus.js';
import { type Done, type InfoContext, ioOn, UsageError } from '../support/print.js';
import { projectCorpus } from '../support/project-corpus.js';
import { readSource } from '../support/reporters.js';
import { type CoverageOptions, coverage } from './coverage.js';
import { type DoctorArguments, doctor } from './doctor/doctor.js';
import { explain } from './explain/explain.js';
import { explainMock } from './explain/explain-mock.js';
import { list } from './list.js';
import { type LogOptions, log } from './log/log.js';
import { type ReportArguments, report } from './report/report.js';
import { type SchemasArguments, schemas } from './schemas/schemas.js';
import { type SurfaceArguments, surface } from './surface.js';
import { validate } from './validate/validate.js';

/** `proctor list`: resolves with the exit code. */
export function listCommand(
  what: string,
  patterns: string[],
  options: { json: boolean; cases: string[] },
): Promise<number> {
  return informed((context) => list(what, patterns, options, context), options.cases);
}

export interface ExplainArguments {
  expanded: boolean;
  all: boolean;
  cases: string[];
}

/** `proctor explain`: resolves with the exit code. */
export function explainCommand(id: string, role: string | undefined, options: ExplainArguments): Promise<number> {
  return informed((context) => {
    if (id === 'mock') return explainMock(role, context);
    if (role !== undefined)
      throw new UsageError(`one id at a time: proctor explain ${id}, or proctor explain mock ROLE`);
    return explain(id, context, options);
  }, options.cases);
}

/** `proctor validate`: resolves with the exit code. */
export function validateCommand(
  what: string,
  files: string[],
  options: { json: boolean; version?: string },
): Promise<number> {
  return informed((context) => validate(what, files, options, context));
}

/** `proctor schemas`: resolves with the exit code. */
export function schemasCommand(what: string, words: string[], options: SchemasArguments): Promise<number> {
  // Pages of a folder have the requirements of the project; those of the package have its own.
  const cases = what === 'build' && words.length > 0 ? options.cases : undefined;
  return informed((context) => schemas(what, words, options, context), cases);
}

/** `proctor report`: resolves with the exit code. */
export function reportCommand(what: string, files: string[], options: ReportArguments): Promise<number> {
  return informed((context) => report(what, files, options, context));
}

/** `proctor surface`: resolves with the exit code. */
export function surfaceCommand(file: string | undefined, options: SurfaceArguments): Promise<number> {
  return informed((context) => surface(file, options, context));
}

/** `proctor log`: resolves with the exit code. */
export function logCommand(file: string, options: LogOptions): Promise<number> {
  return informed((context) => log(file, options, context));
}

/** `proctor doctor`: resolves with the exit code. */
export function doctorCommand(options: DoctorArguments): Promise<number> {
  return informed((context) => doctor(options, context));
}

/** `proctor coverage`: resolves with the exit code. */
export function coverageCommand(
  patterns: readonly string[],
  options: CoverageOptions & { cases: string[] },
): Promise<number> {
  return informed((context) => coverage(patterns, options, context), options.cases);
}

/** The corpus of the package, for what needs no more of it than its names. */
export async function loadedCorpus(): Promise<Corpus> {
  return (await packageCorpus()).corpus;
}

/**
 * Runs a command with the process's own output, on the corpus of the package, and if `cases` is set on those of a project as well (see
 * `projectCorpus`). A UsageError is printed and is exit 2.
 */
async function informed(command: (context: InfoContext) => Promise<Done>, cases?: readonly string[]): Promise<number> {
  const out = await streamOut(process.stdout, process.env);
  const error = (text: string) => stderr.write(text);
  try {
    const { exit } = await command({
      io: ioOn(out, error),
      corpus: () => (cases === undefined ? packageCorpus() : projectCorpus(cases)),
      readSource,
    });
    await out.close();
    return exit;
  } catch (problem) {
    if (problem instanceof OutputError) error(`proctor: ${problem.message}\n`);
    else if (problem instanceof UsageError) error(`${problem.message}\n`);
    else throw problem;
    return 2;
  }
}
