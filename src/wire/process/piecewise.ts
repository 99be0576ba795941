import { type Clock, realClock, sleep } from '../clock/clock.js';

/** ms, real time, in which a peer that waits for input has read what it was sent. */
const PAUSE = 20;
/** ms that the pauses between the pieces of one message take together, if the pieces are many. */
const PAUSES = 500;
/** ms of the shortest pause. */
const SHORTEST = 2;

/** Writes that can be kept apart. */
export interface Piecewise {
  write(bytes: Uint8Array): void;
  /**
   * Writes pieces so far apart that the other side reads each of them alone, unless it is busy: what is written at once arrives at
   * once, whatever the number of writes. What others write in between comes after the last piece.
   */
  writeApart(pieces: readonly Uint8Array[]): Promise<void>;
}

/** Writes through `write`. */
export function piecewise(write: (bytes: Uint8Array) => void, clock: Clock = realClock): Piecewise {
  let later: Uint8Array[] | undefined;
  return {
    write: (bytes) => {
      if (later) later.push(bytes);
      else write(bytes);
    },
    writeApart: async (pieces) => {
      if (later) {
        later.push(...pieces);
        return;
      }
      const meanwhile: Uint8Array[] = [];
      later = meanwhile;
      const pause = Math.max(SHORTEST, Math.min(PAUSE, PAUSES / pieces.length));
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await sleep(clock, pause);
        write(piece);
      }
      later = undefined;
      for (const bytes of meanwhile) write(bytes);
    },
  };
}
