import { writeSync } from 'node:fs';
import { plainCause } from '../src/files/cause.js';
import { type OutputFile, openOutput } from '../src/files/output.js';
import { type Form, Output, secrets } from '../src/wire/output.js';

/** Where a reporter writes to. */
export interface Out {
  /** @param form what the text is; `text` by default. A report has one form from its beginning to its end. */
  write(text: string, form?: Form): void;
  /** Writes a line over the one at the bottom of the terminal; an empty one takes it away. */
  draw?(line: string): void;
  /** Whether a person looks at it on a terminal that moves its cursor. */
  isTTY: boolean;
  /** Width of the terminal, in columns. */
  columns?: number;
  /** Breaks a line between words where it is wider than the terminal; unset where nobody looks at one. */
  wrap?: (line: string) => string[];
  color: boolean;
  /** Whether texts may lead somewhere (`linked`): the terminal shows links. */
  links?: boolean;
  /** Where the line of progress goes, if not to the same place: stderr, while stdout carries the product. */
  progress?: Progress;
  /** Where lines about progress go if it is no terminal: stderr. Unset for a file, which has the report alone. */
  log?: { write(text: string): void };
  /** Resolves when everything is written; rejects with a plain message where it could not be. */
  close?(): Promise<void>;
}

/** A terminal for one line that is written over again and again. */
interface Progress {
  write(text: string): void;
  draw?(line: string): void;
  columns?: number;
}

/** How much is collected before it goes to the disk, in characters. */
const CHUNK = 64 * 1024;

/** The report could not be written; `message` names the file and says why in plain words. */
export class OutputError extends Error {
  override name = 'OutputError';
}

/**
 * Opens a file to write to. Throws OutputError if that fails, so that a wrong path is found before a run. Errors after that don't interrupt
 * the run: the first is kept, and `close` rejects with it as an OutputError.
 */
export function fileOut(path: string): Required<Pick<Out, 'close'>> & Out {
  const failed = (error: unknown) => new OutputError(`the report ${path} can't be written: ${plainCause(error)}`);
  let problem: OutputError | undefined;
  let file: OutputFile | undefined;
  let waiting = '';
  try {
    file = openOutput(path);
  } catch (error) {
    throw failed(error);
  }
  const attempt = (action: () => void) => {
    if (problem) return;
    try {
      action();
    } catch (error) {
      problem = failed(error);
    }
  };
  const flush = () =>
    attempt(() => {
      if (waiting === '' || file === undefined) return;
      const text = waiting;
      waiting = '';
      writeWhole(file.descriptor, text);
    });
  return {
    isTTY: false,
    color: false,
    write(text) {
      if (problem) return;
      waiting += text;
      if (waiting.length >= CHUNK) flush();
    },
    async close() {
      flush();
      const open = file;
      file = undefined;
      if (open !== undefined) attempt(() => open.close());
      if (problem) throw problem;
    },
  };
}

/** ms for which a file that takes nothing, such as a full pipe that does not wait, is tried again, and ms between two tries. */
const PATIENCE = 10_000;
const PAUSE = 5;

/** Writes all of a text, in as many pieces as it takes. Throws what the system says. */
export function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let tries = PATIENCE / PAUSE;
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries-- <= 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** What a stream of Node must have to be written to. */
interface Stream {
  write(text: string, done?: () => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Codes of what befalls an output whose reader is gone: a pipe that was closed, a terminal that was, and what is written after that. */
export const READER_GONE = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Writes to stdout or another stream, in colour and broken to its width only on a terminal; NO_COLOR turns colour off, FORCE_COLOR turns it
 * on or off (no-color.org, force-color.org). A reader that went away is no error; anything else makes `close` reject.
 *
 * @param progress where progress goes, such as stderr: a line at the bottom if both are terminals, lines now and then if this is none
 * @param report what a report is that was redacted event by event; unset for all else, which is redacted here
 */
export async function streamOut(
  stream: Stream,
  env: { [name: string]: string | undefined },
  progress?: { write(text: string): unknown; isTTY?: boolean; columns?: number },
  report?: Form,
): Promise<Required<Pick<Out, 'close'>> & Out> {
  let problem: OutputError | undefined;
  let gone = false;
  stream.on('error', (error) => {
    gone = true;
    if (!READER_GONE.includes((error as NodeJS.ErrnoException).code ?? ''))
      problem ??= new OutputError(`the output can't be written: ${plainCause(error)}`);
  });
  const output = new Output(() => stream as NodeJS.WriteStream, secrets, env);
  const { isTTY, color, links } = output;
  return {
    isTTY,
    color,
    links,
    ...(stream.columns === undefined ? {} : { columns: stream.columns }),
    ...(isTTY && stream.columns !== undefined ? { wrap: await wrapTo(stream.columns) } : {}),
    ...(isTTY && progress?.isTTY ? { progress: progressOn(progress, env) } : {}),
    ...(!isTTY && progress ? { log: progressOn(progress, env) } : {}),
    write: (text, form = 'text') => {
      if (gone) return;
      if (report === undefined) output.write(text, form);
      else output.writeReport(text, report);
    },
    draw: (line) => {
      if (!gone) output.draw(line);
    },
    async close() {
      if (!gone) await new Promise<void>((resolve) => void stream.write('', () => resolve()));
      if (problem) throw problem;
    },
  };
}

/** What knows the width of characters takes longer to load than a report to be written, and only a terminal needs it. */
async function wrapTo(columns: number): Promise<(line: string) => string[]> {
  const { wrapLine } = await import('./text/wrap.js');
  return (line) => wrapLine(line, columns);
}

function progressOn(
  terminal: { write(text: string): unknown; isTTY?: boolean; columns?: number },
  env: { [name: string]: string | undefined },
): Progress {
  const output = new Output(() => terminal as NodeJS.WriteStream, secrets, env);
  return {
    write: (text) => output.write(text),
    draw: (line) => output.draw(line),
    ...(terminal.columns === undefined ? {} : { columns: terminal.columns }),
  };
}
