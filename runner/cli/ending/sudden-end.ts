import { closeSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { Output } from '../../../src/wire/output.js';

/** How a process ends before its work is done. */
export interface SuddenEnd {
  /** 130 or 4. */
  exit: number;
  interrupted: boolean;
  /** Why, in a sentence. */
  message: string;
  detail?: string;
}

/** Closes what must be whole when the process ends, such as reports: at once, but for what a promise says. */
export type Closing = (end: SuddenEnd) => Promise<void> | undefined;

/** ms for what has been written to leave the process. */
const LAST_BYTES = 1_000;

const closings = new Set<Closing>();
let ending = false;

/** Has something closed should this process end before its work is done. Returns what takes that back. */
export function atSuddenEnd(closing: Closing): () => void {
  closings.add(closing);
  return () => void closings.delete(closing);
}

/**
 * Ends this process: closes what is open, says why on stderr, and exits; what was started is killed then. `now` where the event
 * loop does not turn, or nobody wants to wait: what a slow reader has not taken by then is lost.
 */
export function endSuddenly(end: SuddenEnd, now?: 'now'): void {
  if (ending) {
    if (now) process.exit(end.exit);
    return;
  }
  ending = true;
  const open = [...closings].flatMap((close) => {
    try {
      return close(end)?.catch(sayWhy) ?? [];
    } catch (error) {
      sayWhy(error);
      return [];
    }
  });
  const { message, detail } = end;
  sayLast(detail === undefined ? `proctor: ${message}` : `proctor: ${message}\n${detail.replace(/^/gm, '    ')}`);
  const leave = () => process.exit(end.exit);
  if (now || open.length === 0) leave();
  setTimeout(leave, LAST_BYTES);
  void Promise.all(open).then(leave);
}

const sayWhy = (error: unknown) => sayLast(`proctor: ${error instanceof Error ? error.message : String(error)}`);

/** What goes to stderr goes by the one way out, but at once: it must be out before this process is gone. */
const last = new Output(() => ({ write: writeNow }) as unknown as NodeJS.WriteStream);

function sayLast(text: string): void {
  last.write(`${text}\n`);
}

/** Writes to stderr, for at most half a second; where nobody can read it, that is no error. */
function writeNow(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0, tries = 0; done < bytes.length && tries < 100; tries++) done += writeOrWait(bytes, done);
  } catch {
    // Closed, full, or nobody there.
  }
  return true;
}

/** Where the reader is slow and the descriptor does not wait for it, as a pipe may, this one does. */
function writeOrWait(bytes: Uint8Array, from: number): number {
  try {
    return writeSync(2, bytes, from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return 0;
  }
}

/** From here on nothing reaches stderr: Node itself says there that a debugger is connected, as the watchdog is. */
export function closeStderr(): void {
  try {
    closeSync(2);
    openSync(devNull, 'w');
  } catch {
    // Closed already.
  }
}
