import { readProblem } from '../../../src/files/read.js';
import type { Header, Message } from '../../../src/generated/types/recording-v1.js';
import type * as Report from '../../../src/generated/types/report-v1.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/json/json.js';
import { RecordingError, RecordingReader } from '../../../src/recording/read-recording.js';
import { recordOf } from '../../../src/recording/record-json.js';
import type { RunEvent } from '../../events.js';
import { fileLines } from '../commands/log/file-lines.js';
import { UsageError } from './usage-error.js';

/** The longest line that is read, in characters. A report is one value, and may be long. */
const LONGEST = 256 * 1024 * 1024;

/** What was said, as a file has it. */
export type Said = { header: Header; messages: (Message | { dropped: number })[] } | { events: RunEvent[] };

/** What is in a recording, or in a report of a run (json or ndjson). Throws UsageError for a file that is neither. */
export async function saidIn(file: string): Promise<Said> {
  const texts: string[] = [];
  try {
    for await (const { text } of fileLines(file, { follow: false, most: LONGEST, isOver: () => false }))
      texts.push(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`${file} ${readProblem(error as NodeJS.ErrnoException)}`);
  }
  const first = valueIn(texts[0] ?? '');
  if (isObject(first) && first.format === 'proctor-recording') return recording(file, texts);
  if (isObject(first) && first.format === 'proctor-events') return { events: eventsOf(texts) };
  const whole = isObject(first) && 'cases' in first ? first : valueIn(texts.join('\n'));
  if (isObject(whole) && Array.isArray(whole.cases)) return { events: eventsOfReport(whole) };
  throw new UsageError(
    `${file} is neither a recording nor a report: it shows what \`--record\` or \`--log=FILE\` wrote, and reports of \`--reporter json\` or \`ndjson\``,
  );
}

function valueIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function recording(file: string, texts: readonly string[]): Said {
  const reader = new RecordingReader();
  let header: Header | undefined;
  const messages: (Message | { dropped: number })[] = [];
  for (const [at, text] of texts.entries()) {
    try {
      const line = reader.read(text, at + 1);
      if (line?.type === 'header') header = line.line;
      if (line?.type === 'message') messages.push(line.line);
      if (line?.type === 'dropped') messages.push({ dropped: line.line.count });
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      // The last line may have been cut while it was written.
      if (at === texts.length - 1 && messages.length > 0) break;
      throw new UsageError(`${file}:${error.line}:${error.column}  ${error.message}`);
    }
  }
  if (messages.length === 0) throw new UsageError(`${file}: the recording has no message`);
  return { header: header!, messages };
}

const eventsOf = (texts: readonly string[]): RunEvent[] =>
  texts.flatMap((text) => {
    const value = valueIn(text);
    if (!isObject(value) || value.type === 'header' || value.type === 'footer') return [];
    const { record } = value;
    return [
      { ...value, ...(isObject(record) ? { record: recordOf(record as unknown as Report.Record) } : {}) },
    ] as unknown as RunEvent[];
  });

/** A report as the events of its run. Of a case it has the messages that its failure is about. */
function eventsOfReport(report: JsonObject): RunEvent[] {
  const {
    cases,
    target,
    proctor,
    startedAt,
    exit = 0,
  } = report as unknown as {
    cases: (JsonObject & { transcript?: Report.Record[]; checks?: JsonObject[] })[];
    target: JsonObject;
    [name: string]: unknown;
  };
  const named = cases.map((one) => ({ one, name: String(one.name ?? one.id) }));
  const events: unknown[] = [
    {
      type: 'run.started',
      proctor,
      startedAt,
      target,
      planned: named.map(({ one, name }) => ({ id: one.id, name, title: one.title ?? '' })),
    },
  ];
  for (const { one, name } of named) {
    for (const record of one.transcript ?? []) events.push({ type: 'message', case: name, record: recordOf(record) });
    for (const check of one.checks ?? []) events.push({ type: 'check', case: name, check });
    events.push({ type: 'case.finished', result: { ...one, name, checks: one.checks ?? [] } });
  }
  events.push({ type: 'run.finished', exit, durationMs: Number(report.durationMs ?? 0) });
  return events as RunEvent[];
}
