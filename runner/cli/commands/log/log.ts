import { once } from 'node:events';
import { type MessageLineOptions, messageLine } from '../../../../reports/text/message-line.js';
import { styleFor } from '../../../../reports/text/style.js';
import { count } from '../../../../reports/text/words.js';
import { readProblem } from '../../../../src/files/read.js';
import type { Message } from '../../../../src/generated/types/recording-v1.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import { RecordingError, type RecordingLine, RecordingReader } from '../../../../src/recording/read-recording.js';
import { recordOf } from '../../../../src/recording/record-json.js';
import { type Done, type InfoContext, UsageError } from '../../support/print.js';
import { type FileLine, fileLines } from './file-lines.js';

/** The longest line that is read, in characters: what a mock writes of one message is shorter. */
const LONGEST = 64 * 1024 * 1024;
/** Lines that can't be read, after which no more of them are reported. */
const MOST_PROBLEMS = 20;

export interface LogOptions {
  /** Whether to wait for what is written later, until the recording ends. */
  follow: boolean;
  /** Whether messages are shown whole. */
  full: boolean;
}

/**
 * `proctor log FILE`: a recording that `mock --log=FILE` wrote, as `mock --log` shows it. A last line that was cut is left out. Throws UsageError
 * for a file that can't be read or is no recording; a line that can't be read is reported with its number, and the exit code is 2.
 */
export async function log(path: string, options: LogOptions, { io }: InfoContext): Promise<Done> {
  const view = new LogView(path, {
    ...{ style: styleFor(io.color), full: options.full },
    width: Math.max(60, io.columns ?? 120),
  });
  const hasReader = () => !process.stdout.destroyed;
  const source = { follow: options.follow, most: LONGEST, isOver: () => view.isOver || !hasReader() };
  try {
    for await (const line of fileLines(path, source)) {
      const shown = await view.shown(line);
      if (shown !== undefined) io.write(`${shown}\n`);
      if (process.stdout.writableNeedDrain && hasReader())
        await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]);
      if (!hasReader() || view.problems.length >= MOST_PROBLEMS) break;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`${path} ${readProblem(error as NodeJS.ErrnoException)}`);
  }
  for (const problem of view.problems) io.error(`${problem}\n`);
  const note = hasReader() ? view.end() : undefined;
  if (note !== undefined) io.error(`proctor: ${note}\n`);
  return { exit: view.problems.length > 0 ? 2 : 0 };
}

/** What the lines of one recording are as people read them. */
class LogView {
  /** Lines that can't be read, each with its place and what is wrong. */
  readonly problems: string[] = [];
  private readonly reader = new RecordingReader();
  private isCut = false;
  /** Who is named beside what is wrong. */
  private by: { kit?: string | undefined; target?: string | undefined } = {};

  constructor(
    private readonly path: string,
    private readonly context: MessageLineOptions,
  ) {}

  /** Whether the recording has ended. */
  get isOver(): boolean {
    return this.reader.isOver;
  }

  /** The line as it is shown; undefined for what shows nothing. Throws UsageError if the file is no recording. */
  async shown({ number, text, isUnfinished, isTooLong }: FileLine): Promise<string | undefined> {
    if (isTooLong) return this.problem(number, LONGEST, `longer than ${LONGEST / 1024 / 1024} MiB`);
    let read: RecordingLine | undefined;
    try {
      read = this.reader.read(text, number);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      const { line, column, message, kind, cause } = error;
      if (kind === 'none') throw this.notALog(`${this.path}:${line}:${column}  ${message}`);
      if (isUnfinished && cause !== undefined) {
        this.isCut = true;
        return undefined;
      }
      return this.problem(line, column, message);
    }
    if (read?.type === 'header') {
      const { roles, by } = read.line;
      this.context.summaries = await summariesOf(roles.kit);
      this.by = by === 'proxy' ? roles : { kit: 'the mock', target: undefined };
    }
    if (read?.type === 'message') return this.message(read.line);
    return read?.type === 'dropped' ? `  ${count(read.line.count, 'message')} dropped` : undefined;
  }

  /** What a reader should know of how it ended. */
  end(): string | undefined {
    if (!this.reader.hasHeader) throw this.notALog(`${this.path}  it is empty`);
    if (this.isCut) return `${this.path} was cut in the middle of its last line`;
    return this.isOver ? undefined : `${this.path} has no footer: whoever writes it still runs, or was ended`;
  }

  private message({ record, findings }: Message): string {
    const remarks = findings.map(({ requirement, level, message, blame }) => {
      const by = this.by[blame];
      return { requirement, level, message, isMust: level === 'must', ...(by === undefined ? {} : { by }) };
    });
    return messageLine(recordOf(record), remarks, this.context);
  }

  private problem(line: number, column: number, cause: string): undefined {
    const place = `${this.path}:${line}:${column}`;
    if (!this.reader.hasHeader) throw this.notALog(`${place}  ${cause}`);
    this.problems.push(`${place}  ${cause}`);
  }

  private notALog(cause: string): UsageError {
    return new UsageError(`${cause}\nproctor log shows what \`proctor mock ROLE --log=FILE\` wrote`);
  }
}
