import type { Json } from '../../json/json.js';
import type { Carried, ExitInfo, Listener } from '../carried.js';
import { mockLimits } from '../limits.js';
import { piecewise } from './piecewise.js';
import { type Graces, startProcess, type TargetProcess } from './process.js';

/** One side of a stdio channel: bytes out, whatever was carried in. */
export interface Pipes {
  /** Writes bytes as they are; one call, one write. Does nothing once the other side is gone. */
  write(bytes: Uint8Array): void;
  /** Writes pieces that the other side reads one by one. Unset if each write arrives alone anyway. */
  writeApart?(pieces: readonly Uint8Array[]): Promise<void>;
  /** Ends our half: the other side reads its end. */
  end(): void;
  /** Closes both halves at once. */
  reset(): void;
  /** Ends the process that stands at our end, where the other side started one. */
  exit?(code: number): void;
  /** Messages, banner lines as `bytes`, and at last `closed`. The exit is not the pipes' to tell. */
  listen(listener: Listener): void;
  /** Whether what stands at our end goes on although the other side has closed. Then a further `closed` says what it meets. Default: no. */
  goesOn?(): boolean;
  /** Bytes written and read so far. */
  traffic(): { sent: number; received: number };
  /**
   * Where several conversations follow one another: told of each message, or of exact bytes, before it is written. Returns whether it is
   * not to be written, because an earlier one has said it; then its answer comes by itself.
   */
  says?(said: Json | Uint8Array): boolean;
  /** Whether what came is the answer that an earlier conversation got. */
  isRepeated?(carried: Carried): boolean;
}

/** The pipes of a process as a lane. */
export function pipesOf(process: TargetProcess): Pipes {
  return {
    ...piecewise((bytes) => process.write(bytes)),
    end: () => process.end(),
    reset: () => process.reset(),
    listen: (listener) => process.listen(listener),
    traffic: () => process.traffic(),
  };
}

/** A program that was started to speak with over its stdio, for as long as both like. */
export interface PeerProgram {
  pipes: Pipes;
  /** Ends it, as `TargetProcess.stop` does. */
  stop(how: 'eof' | 'term' | 'kill', graces: Graces): Promise<ExitInfo>;
  /** The last that it wrote to stderr. */
  stderr(): string;
}

/**
 * Starts a program to speak with over its stdio, in `cwd`; `onStderr` is told what it says there, as it comes. Rejects with
 * StartError.
 */
export async function startPeer(
  argv: readonly string[],
  cwd: string,
  onStderr?: (chunk: Uint8Array) => void,
): Promise<PeerProgram> {
  const output = (from: 'stdout' | 'stderr', chunk: Uint8Array) => {
    if (from === 'stderr') onStderr?.(chunk);
  };
  const process = await startProcess({ argv, cwd, limits: mockLimits, ...(onStderr ? { output } : {}) });
  return {
    pipes: pipesOf(process),
    stop: (how, graces) => process.stop(how, graces),
    stderr: () => process.stderr(),
  };
}
