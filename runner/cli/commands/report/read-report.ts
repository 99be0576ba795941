import { ReadError, readText } from '../../../../src/files/read.js';
import type * as Json from '../../../../src/generated/types/report-v1.js';
import { isObject, JsonLimit, JsonProblem, type Json as JsonValue, parseJson } from '../../../../src/json/json.js';
import { oneLine } from '../../../../src/json/visible.js';
import { formatOf } from '../../../load/files/formats.js';
import { nameOf } from '../../../report/events.js';
import type { NamedReport } from '../../../report/report-error.js';
import { UsageError } from '../../support/usage-error.js';

/** Largest report that is read, in bytes: a run of every case with whole transcripts has a tenth of it. */
const LARGEST = 256 * 1024 * 1024;

/** How many mistakes of a file are named. */
const NAMED = 3;

/** Reads reports that `--reporter json` wrote. Throws UsageError, which names the file and what to do, for anything else. */
export async function readReports(files: readonly string[]): Promise<NamedReport<Json.ReportFile>[]> {
  const twice = files.find((file, index) => files.indexOf(file) < index);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice: name each report once`);
  const format = await formatOf('report');
  return files.map((file) => {
    const value = valueIn(file);
    const errors = format.check(value);
    if (errors.length > 0) {
      const lines = errors.slice(0, NAMED).map(({ path, message }) => oneLine(`    ${path || '/'}  ${message}`));
      const more = errors.length > NAMED ? [`    and ${errors.length - NAMED} more`] : [];
      throw new UsageError([`${file} is not a report: ${WRITES}`, ...lines, ...more].join('\n'));
    }
    const report = value as unknown as Json.ReportFile;
    checkCounts(file, report);
    return { file, report };
  });
}

const WRITES = '`proctor run --reporter json=FILE` writes one';

function valueIn(file: string): JsonValue {
  let text: string;
  try {
    text = readText(file, { most: LARGEST, named: true });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new UsageError(error.message);
  }
  if (text.trim() === '') throw new UsageError(`${file} is empty: the run that should have written it was cut off`);
  if (isEvents(text))
    throw new UsageError(`${file} is a stream of events (--reporter ndjson), and a report is needed: ${WRITES}`);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonLimit) throw new UsageError(`${file} is too much to read: ${error.message}`);
    if (!(error instanceof JsonProblem)) throw error;
    throw new UsageError(`${file} is not a report: ${oneLine(error.message)}; ${WRITES}`);
  }
}

/** Whether a text is what the ndjson reporter writes. */
function isEvents(text: string): boolean {
  const [line = ''] = text.split('\n', 1);
  if (line.length > 1000) return false;
  try {
    const value = parseJson(line);
    return isObject(value) && value.format === 'proctor-events';
  } catch {
    return false;
  }
}

/** What a schema can't say: each case once, and as many as the summary counts. */
function checkCounts(file: string, report: Json.ReportFile): void {
  const names = [...report.cases.map(nameOf), ...(report.notRun ?? [])];
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new UsageError(`${file} is damaged: it has \`${oneLine(name)}\` twice; run it again`);
    seen.add(name);
  }
  const { planned } = report.summary;
  if (planned !== names.length)
    throw new UsageError(
      `${file} is damaged: its summary counts ${planned} cases, and it has ${names.length}; run it again`,
    );
}
