import { isAbsolute, join } from 'node:path';
import {
  createReporter,
  fileOut,
  formOf,
  type Out,
  OutputError,
  REPORTERS,
  type ReporterContext,
  streamOut,
  together,
} from '../../../reports/index.js';
import { readText } from '../../../src/files/read.js';
import { noSuch } from '../../../src/json/suggest.js';
import { stderr } from '../../../src/wire/output.js';
import type { Reporter } from '../../events.js';
import { packageRoot } from '../root.js';
import { UsageError } from './print.js';

/**
 * The text of a case file. Proctor's own files are read from its package, a project's from the working directory. Undefined if it can't
 * be read.
 */
export function readSource(file: string): string | undefined {
  try {
    return readText(isAbsolute(file) ? file : join(isOfProject(file) ? process.cwd() : packageRoot, file));
  } catch {
    return undefined;
  }
}

/** Whether a place is in a file of a project, by its name. */
export const isOfProject = (file: string): boolean => /^\.\.?\//.test(file);

/**
 * The reporters of `--reporter NAME[=FILE]`, as one; without any, the pretty one. Throws UsageError for a name that is not known,
 * for two of them on the same stream, and for a file that can't be written.
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
  const named = names.map(splitOnce);
  const unknown = named.find(([name]) => !(REPORTERS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(noSuch('reporter', unknown[0], REPORTERS));
  const outs: Out[] = [];
  try {
    for (const [name, file] of named)
      outs.push(
        file === undefined ? await streamOut(stream, process.env, process.stderr, formOf(name)) : opened(name, file),
      );
  } catch (error) {
    for (const out of outs) await out.close?.();
    throw error;
  }
  return together(outs.map((out, index) => createReporter(named[index]![0], out, context)));
}

/** The file of a reporter. Throws UsageError if it can't be written. */
function opened(name: string, file: string): Out {
  if (file === '') throw new UsageError(`--reporter ${name}=: no file after the equals sign`);
  try {
    return fileOut(file);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new UsageError(error.message);
  }
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
