import { redact } from '../../../../reports/index.js';
import type * as Json from '../../../../src/generated/types/report-v1.js';
import { jsonText } from '../../../../src/json/json-escapes.js';
import { secrets } from '../../../../src/wire/output.js';
import { compare } from '../../../report/compare.js';
import { eventsOf } from '../../../report/events.js';
import { sideBySide } from '../../../report/matrix.js';
import { merge } from '../../../report/merge.js';
import { type NamedReport, ReportError } from '../../../report/report-error.js';
import type { Done, InfoContext } from '../../support/print.js';
import { printLines } from '../../support/print.js';
import { closed, readSource, reportersOf } from '../../support/reporters.js';
import { UsageError } from '../../support/usage-error.js';
import { diffLines, diffMarkdown } from './diff-lines.js';
import { matrixLines, matrixMarkdown } from './matrix-lines.js';
import { type ProjectArguments, projectOf } from './project.js';
import { readReports } from './read-report.js';

export interface ReportArguments extends ProjectArguments {
  reporter: string[];
  json?: boolean;
  markdown?: boolean;
}

interface Action {
  does(files: readonly string[], options: ReportArguments, context: InfoContext): Promise<Done>;
  /** The options that it takes. */
  takes: readonly (keyof ReportArguments)[];
}

/** What `proctor report` does, by the word after it. */
const ACTIONS: { readonly [what: string]: Action } = {
  merge: { does: mergeCommand, takes: ['reporter', 'json', 'markdown', 'target', 'known'] },
  convert: { does: convertCommand, takes: ['reporter', 'target'] },
  diff: { does: diffCommand, takes: ['json', 'markdown'] },
};

/** `proctor report WHAT FILE…`. Throws UsageError, also for an option of another action. */
export async function report(
  what: string,
  files: readonly string[],
  options: ReportArguments,
  context: InfoContext,
): Promise<Done> {
  const { does, takes } = ACTIONS[what]!;
  for (const [name, value] of Object.entries(options)) {
    const isUsual = value === undefined || (Array.isArray(value) && value.length === 0);
    if (isUsual || takes.includes(name as keyof ReportArguments)) continue;
    const [other] = Object.entries(ACTIONS).find(([, one]) => one.takes.includes(name as keyof ReportArguments)) ?? [];
    throw new UsageError(`--${name} is for proctor report ${other}, not for ${what}`);
  }
  if (options.json && options.markdown) throw new UsageError('--json and --markdown: give one of them');
  try {
    return await does(files, options, context);
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    throw new UsageError(error.message);
  }
}

/**
 * Parts of a run become the report of the whole, which goes to the reporters and has the exit code of the run. Several implementations become a
 * table; if there are parts of some, these are merged first.
 */
async function mergeCommand(files: readonly string[], options: ReportArguments, { io }: InfoContext): Promise<Done> {
  const reports = await readReports(files);
  const runs = await Promise.all(runsAmong(reports).map((parts) => whole(parts, options)));
  const [only] = runs;
  const isRun = runs.length === 1 && reports.some(({ report: { shard } }) => shard);
  if (isRun && only) {
    if (options.markdown && options.reporter.length > 0)
      throw new UsageError('--markdown and --reporter: give one of them, such as --reporter markdown=summary.md');
    const named = options.json ? ['json'] : options.markdown ? ['markdown'] : options.reporter;
    return { exit: await shown(only.report, named, options, only.report.exit ?? 0) };
  }
  if (options.reporter.length > 0)
    throw new UsageError(
      '--reporter writes the report of one run, and these are several; take --json or --markdown for the table',
    );
  const matrix = sideBySide(runs);
  if (options.json) io.write(`${jsonText(matrix)}\n`, 'json');
  else if (options.markdown) io.write(`${matrixMarkdown(matrix).join('\n')}\n`);
  else printLines(io, matrixLines(matrix, io));
  return { exit: 0 };
}

/** The reports of each run: the parts of one run are those of one target, in one version over the same transports. */
function runsAmong(reports: readonly NamedReport<Json.ReportFile>[]): NamedReport<Json.ReportFile>[][] {
  const runs = new Map<string, NamedReport<Json.ReportFile>[]>();
  for (const [index, one] of reports.entries()) {
    const { shard, target } = one.report;
    const key = shard ? target.name : String(index);
    runs.set(key, [...(runs.get(key) ?? []), one]);
  }
  return [...runs.values()];
}

async function whole(
  parts: readonly NamedReport<Json.ReportFile>[],
  options: ReportArguments,
): Promise<NamedReport<Json.ReportFile>> {
  const [first] = parts as [NamedReport<Json.ReportFile>];
  if (!first.report.shard) return first;
  const { known } = await projectOf(first.report, options);
  return { file: first.file, report: merge(parts, known ? { known } : {}) };
}

async function convertCommand(files: readonly string[], options: ReportArguments): Promise<Done> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw new UsageError(
      'one report is converted: proctor report convert report.json --reporter junit=proctor.xml; several are merged',
    );
  const [one] = await readReports([file]);
  return { exit: await shown(one!.report, options.reporter, options, 0) };
}

/** Writes a report through reporters. Resolves with `exit`, or 2 if one of them could not be written. */
async function shown(
  one: Json.ReportFile,
  reporters: readonly string[],
  options: ReportArguments,
  exit: number,
): Promise<number> {
  const { placeOf } = await projectOf(one, options);
  const context = { readSource, ...(placeOf ? { placeOf } : {}) };
  const reporter = redact(secrets, await reportersOf(reporters, context));
  for (const event of eventsOf(one)) reporter.event(event);
  return closed(reporter, exit);
}

/** Exit 1 if something got worse. */
async function diffCommand(files: readonly string[], options: ReportArguments, { io }: InfoContext): Promise<Done> {
  const [old, now, ...others] = files;
  if (old === undefined || now === undefined || others.length > 0)
    throw new UsageError('two reports are compared: proctor report diff OLD NEW, e.g. before.json after.json');
  const [before, after] = await readReports([old, now]);
  const diff = compare(before!, after!);
  if (options.json) io.write(`${jsonText(diff)}\n`, 'json');
  else if (options.markdown) io.write(`${diffMarkdown(diff).join('\n')}\n`);
  else printLines(io, diffLines(diff, io));
  return { exit: diff.worse.length > 0 ? 1 : 0 };
}
