import { readProblem } from '../../../src/files/read.js';
import type { Header, Message } from '../../../src/generated/types/recording-v1.js';
import { RecordingError, readRecording } from '../../../src/recording/read-recording.js';
import { fileLines } from '../commands/log/file-lines.js';
import { UsageError } from './usage-error.js';

/** A recording that was read whole. */
export interface RecordingFile {
  header: Header;
  /** Its messages, each with the number of its line. */
  messages: { number: number; line: Message }[];
  /** How many messages are missing, as the recording says itself. */
  dropped: number;
}

/** The longest line that is read, in characters. */
const LONGEST = 64 * 1024 * 1024;

/** Reads a whole recording; `-` is stdin. Throws UsageError for what is none, with its line and column. */
export async function readRecordingFile(file: string): Promise<RecordingFile> {
  const read: Omit<RecordingFile, 'header'> & { header?: Header } = { messages: [], dropped: 0 };
  try {
    for await (const one of readRecording(textsOf(file))) {
      if (one.type === 'header') read.header = one.line;
      if (one.type === 'message') read.messages.push({ number: one.number, line: one.line });
      if (one.type === 'dropped') read.dropped += one.line.count;
    }
  } catch (error) {
    if (error instanceof RecordingError)
      throw new UsageError(`${file}:${error.line}:${error.column}  ${error.message}`);
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`${file} ${readProblem(error as NodeJS.ErrnoException)}`);
  }
  return { ...read, header: read.header! };
}

async function* textsOf(file: string): AsyncGenerator<string> {
  for await (const { text } of fileLines(file, { follow: false, most: LONGEST, isOver: () => false })) yield text;
}
