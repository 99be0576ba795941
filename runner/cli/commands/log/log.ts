import { once } from 'node:events';
import { type MessageLineOptions, messageLine } from '../../../../reports/text/message-line.js';
import { styleFor } from '../../../../reports/text/style.js';
import type * as Report from '../../../../src/generated/types/report-v1.js';
import { isObject, type Json, JsonProblem, parseJson } from '../../../../src/json/json.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import { recordOf } from '../../../../src/recording/record-json.js';
import { loadValidators, type Validators } from '../../../../src/schemas/index.js';
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
    throw new UsageError(`${path}: ${causeOf(error as NodeJS.ErrnoException)}`);
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
  /** Whether the recording has ended. */
  isOver = false;
  private validators: Validators | undefined;
  private hasHeader = false;
  private isCut = false;

  constructor(
    private readonly path: string,
    private readonly context: MessageLineOptions,
  ) {}

  /** The line as it is shown; undefined for what shows nothing. Throws UsageError if the file is no recording. */
  async shown({ number, text, isUnfinished, isTooLong }: FileLine): Promise<string | undefined> {
    if (text.trim() === '') return undefined;
    const value = isTooLong ? undefined : jsonOf(text);
    if (value === undefined || value instanceof JsonProblem) {
      if (isUnfinished && this.hasHeader) {
        this.isCut = true;
        return undefined;
      }
      const cause = value === undefined ? `longer than ${LONGEST / 1024 / 1024} MiB` : `no JSON: ${value.message}`;
      const place = `${this.path}:${number}:${value === undefined ? LONGEST : Math.max(0, value.offset) + 1}`;
      if (!this.hasHeader) throw this.notALog(`${place}  ${cause}`);
      this.problems.push(`${place}  ${cause}`);
      return undefined;
    }
    if (number === 1 || !this.hasHeader) return this.begin(number, value);
    return this.next(number, value);
  }

  /** What a reader should know of how it ended. */
  end(): string | undefined {
    if (!this.hasHeader) throw this.notALog(`${this.path}  it is empty`);
    if (this.isCut) return `${this.path} was cut in the middle of its last line`;
    return this.isOver ? undefined : `${this.path} has no footer: its mock still runs, or was ended`;
  }

  private async begin(number: number, value: Json): Promise<undefined> {
    this.validators ??= await loadValidators('report', 'v1');
    this.isOver = false;
    const isHeader = isObject(value) && value.type === 'header' && value.format === 'proctor-recording';
    if (!isHeader) throw this.notALog(`${this.path}:${number}:1  its first line is not a header of a recording`);
    const problem = this.problemOf('RecordingHeader', value);
    if (problem !== undefined) throw this.notALog(`${this.path}:${number}:1  ${problem}`);
    const { roles } = value as unknown as Report.RecordingHeader;
    this.context.summaries = await summariesOf(roles.kit);
    this.hasHeader = true;
  }

  private next(number: number, value: Json): string | undefined {
    const isFooter = isObject(value) && value.type === 'footer';
    const problem = this.problemOf(isFooter ? 'RecordingFooter' : 'LoggedMessage', value);
    if (problem !== undefined) {
      this.problems.push(`${this.path}:${number}:1  ${problem}`);
      return undefined;
    }
    if (isFooter) {
      this.isOver = true;
      return undefined;
    }
    const { record, findings } = value as unknown as Report.LoggedMessage;
    const remarks = findings.map(({ requirement, level, message, blame }) => {
      return { requirement, level, message, isMust: level === 'must', isOwn: blame === 'kit' };
    });
    return messageLine(recordOf(record), remarks, this.context);
  }

  private problemOf(definition: string, value: Json): string | undefined {
    const [error] = this.validators!.validate(definition, value);
    return error === undefined
      ? undefined
      : `no ${definition}: ${error.path === '' ? '' : `${error.path} `}${error.message}`;
  }

  private notALog(cause: string): UsageError {
    return new UsageError(`${cause}\nproctor log shows what \`proctor mock ROLE --log=FILE\` wrote`);
  }
}

function jsonOf(text: string): Json | JsonProblem {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
}

const CAUSES: { [code: string]: string } = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'permission denied',
};

const causeOf = ({ code = '', message }: NodeJS.ErrnoException) => CAUSES[code] ?? message;
