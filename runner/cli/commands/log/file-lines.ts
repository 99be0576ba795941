import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';

/** ms between two looks at a file that is followed. */
const POLL = 100;
const PIECE = 64 * 1024;

/** A line of a file, without its end. */
export interface FileLine {
  /** From 1. */
  number: number;
  text: string;
  /** Set on what stands after the last end of a line: its writer may not be done with it. */
  isUnfinished?: true;
  /** Set on a line of which only the beginning was kept. */
  isTooLong?: true;
}

export interface LinesOptions {
  /** Whether to wait for what is written later, until `isOver`. */
  follow: boolean;
  /** The longest line that is kept whole, in characters. */
  most: number;
  /** Whether nobody wants more. */
  isOver(): boolean;
}

/**
 * The lines of a file or a pipe, as they are written; `-` is stdin. A file that is followed and that becomes shorter was begun anew, and is read from
 * its beginning. Throws what the system says.
 */
export async function* fileLines(path: string, options: LinesOptions): AsyncGenerator<FileLine> {
  const lines = new LineSplitter(options.most);
  if (path === '-') {
    for await (const chunk of process.stdin) yield* lines.take(chunk as Buffer);
    return yield* lines.rest();
  }
  const file = await open(path, constants.O_RDONLY);
  try {
    const { isFile } = await kindOf(file, path);
    let at = 0;
    const piece = Buffer.alloc(PIECE);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE, isFile ? at : null);
      at += bytesRead;
      if (bytesRead > 0) yield* lines.take(piece.subarray(0, bytesRead));
      else if (!options.follow || !isFile) break;
      if (options.isOver()) return;
      if (bytesRead > 0) continue;
      await pause(POLL);
      if ((await file.stat()).size >= at) continue;
      at = 0;
      lines.restart();
    }
    yield* lines.rest();
  } finally {
    await file.close();
  }
}

async function kindOf(file: FileHandle, path: string): Promise<{ isFile: boolean }> {
  const stats = await file.stat();
  if (stats.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path}`), { code: 'EISDIR' });
  return { isFile: stats.isFile() };
}

/** Cuts what comes in pieces into lines. Of a line that is too long it keeps the beginning. */
class LineSplitter {
  private decoder = new StringDecoder('utf8');
  private open = '';
  private isTooLong = false;
  private number = 1;

  constructor(private readonly most: number) {}

  *take(bytes: Buffer): Generator<FileLine> {
    const [first = '', ...more] = this.decoder.write(bytes).split('\n');
    this.add(first);
    for (const part of more) {
      yield this.line();
      this.number++;
      this.open = '';
      this.isTooLong = false;
      this.add(part);
    }
  }

  *rest(): Generator<FileLine> {
    this.add(this.decoder.end());
    if (this.open !== '') yield { ...this.line(), isUnfinished: true };
  }

  restart(): void {
    this.decoder = new StringDecoder('utf8');
    this.open = '';
    this.isTooLong = false;
    this.number = 1;
  }

  private add(text: string): void {
    const room = this.most - this.open.length;
    if (text.length > room) this.isTooLong = true;
    this.open += text.slice(0, room);
  }

  private line(): FileLine {
    const text = this.open.replace(/\r$/, '');
    return { number: this.number, text, ...(this.isTooLong && { isTooLong: true }) };
  }
}
