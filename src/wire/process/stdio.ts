import type { Listener } from '../carried.js';
import type { TargetProcess } from './process.js';

/** The kit's side of a stdio channel: bytes out, whatever was carried in. */
export interface Pipes {
  /** Writes bytes as they are; one call, one write. Does nothing once the other side is gone. */
  write(bytes: Uint8Array): void;
  /** Ends our half: the other side reads its end. */
  end(): void;
  /** Closes both halves at once. */
  reset(): void;
  /** Messages, banner lines as `bytes`, and at last `closed`. The exit is not the pipes' to tell. */
  listen(listener: Listener): void;
  /** Bytes written and read so far. */
  traffic(): { sent: number; received: number };
}

/** The pipes of a process as a lane. */
export function pipesOf(process: TargetProcess): Pipes {
  return {
    write: (bytes) => process.write(bytes),
    end: () => process.end(),
    reset: () => process.reset(),
    listen: (listener) => process.listen(listener),
    traffic: () => process.traffic(),
  };
}
