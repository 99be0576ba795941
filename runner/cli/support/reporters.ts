import { isAbsolute, join } from 'node:path';
import {
  createReporter,
  fileOut,
  formOf,
  OutputError,
  REPORTERS,
  type ReporterContext,
  streamOut,
  together,
} from '../../../reports/index.js';
import { readText } from '../../../src/files/read.js';
import { stderr } from '../../../src/wire/output.js';
import type { Reporter } from '../../events.js';
import { packageRoot } from '../root.js';
import { UsageError } from './print.js';

/** The text of a case file by the name that a place has; undefined where it can't be read. */
export function readSource(file: string): string | undefined {
  try {
    return readText(isAbsolute(file) ? file : join(packageRoot, file));
  } catch {
    return undefined;
  }
}

/**
 * The reporters of `--reporter NAME[=FILE]`, as one; without any, the pretty one. Throws UsageError for a name that is not known,
 * and where two of them would write to the same stream.
 *
 * @param stream where a reporter without file writes to
 */
export async function reportersOf(
  texts: readonly string[],
  context: ReporterContext,
  stream: NodeJS.WriteStream = process.stdout,
): Promise<Reporter> {
  const names = texts.length === 0 ? ['pretty'] : texts;
  const onStream = names.filter((name) => !name.includes('='));
  if (onStream.length > 1)
    throw new UsageError(
      `only one reporter can have ${stream === process.stderr ? 'stderr' : 'stdout'}, not ${onStream.join(' and ')}; give the others a file: NAME=FILE`,
    );
  const made: Reporter[] = [];
  for (const text of names) {
    const [name, file] = splitOnce(text);
    if (!(REPORTERS as readonly string[]).includes(name))
      throw new UsageError(`there is no reporter ${JSON.stringify(name)}; there are ${REPORTERS.join(', ')}`);
    const out = file === undefined ? await streamOut(stream, process.env, process.stderr, formOf(name)) : fileOut(file);
    made.push(createReporter(name, out, context));
  }
  return together(made);
}

/** Closes the reporters. A report that could not be written is a mistake of the call, whatever the exit code was: 2, or 130. */
export async function closed(reporter: Reporter, exit: number): Promise<number> {
  try {
    await reporter.close();
    return exit;
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error];
    if (!errors.every((one) => one instanceof OutputError)) throw error;
    stderr.write(`proctor: ${(error as Error).message}\n`);
    return exit === 130 ? 130 : 2;
  }
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
