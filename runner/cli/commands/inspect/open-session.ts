import { readProblem } from '../../../../src/files/read.js';
import type { Header, Message } from '../../../../src/generated/types/recording-v1.js';
import type * as Report from '../../../../src/generated/types/report-v1.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../src/json/json.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import { RecordingError, RecordingReader } from '../../../../src/recording/read-recording.js';
import { recordOf } from '../../../../src/recording/record-json.js';
import { secrets } from '../../../../src/wire/output.js';
import type { RunEvent } from '../../../events.js';
import { Lines } from '../../../live/session/lines.js';
import { ReadSession } from '../../../live/session/read-session.js';
import type { Facts } from '../../../live/session/steered-session.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { UsageError } from '../../support/usage-error.js';
import { version } from '../../support/version.js';
import { fileLines } from '../log/file-lines.js';
import { saverOf } from './save.js';

/** The longest line that is read, in characters. A report is one value, and may be long. */
const LONGEST = 256 * 1024 * 1024;

/** What is in a file that can be looked at. */
type Opened = { header: Header; messages: (Message | { dropped: number })[] } | { events: RunEvent[] };

/** A recording, or a report of a run (json or ndjson), as a session that can be read. Throws UsageError for a file that is neither. */
export async function openSession(file: string): Promise<ReadSession> {
  const opened = await open(file);
  const { corpus } = await packageCorpus();
  const started = 'events' in opened ? opened.events.find((event) => event.type === 'run.started') : undefined;
  const header: Header = 'header' in opened ? opened.header : headerOf(started);
  const { roles, protocolVersion, transport, proctor = version, startedAt = '' } = header;
  const facts: Facts = {
    ...{ by: 'file', title: file, proctor, startedAt, roles, protocolVersion, transport, clock: 'real' },
    ...(header.command ? { command: header.command } : {}),
  };
  const lines = new Lines({ corpus, secrets, summaries: await summariesOf(roles.target) });
  const session = new ReadSession({ facts, corpus, lines, save: await saverOf(header) });
  if ('events' in opened) for (const event of opened.events) session.event(event);
  else {
    for (const one of opened.messages)
      if ('dropped' in one) session.missing(one.dropped);
      else session.recorded(lines.addRecorded(one, recordOf(one.record)));
    session.end({ text: 'the recording ends here' });
  }
  return session;
}

/** What the beginning of a run says of both sides. */
function headerOf(started: RunEvent | undefined): Header {
  const { proctor, startedAt, target } =
    started?.type === 'run.started' ? started : { proctor: version, startedAt: '', target: undefined };
  const role = target?.role ?? 'mcp/server';
  return {
    ...{ type: 'header', format: 'proctor-recording', version: 1, proctor, startedAt },
    roles: { kit: 'proctor', target: role },
    protocolVersion: target?.version ?? '',
    transport: (['stdio', 'http', 'ws', 'rest'] as const).find((one) => one === target?.transport) ?? 'stdio',
  };
}

async function open(file: string): Promise<Opened> {
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

function recording(file: string, texts: readonly string[]): Opened {
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
