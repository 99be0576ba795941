import { openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../../src/json/json.js';
import type { Direction } from '../../src/language/fault-rule.js';
import type { Border, Carried } from '../../src/wire/carried.js';
import type { Clock } from '../../src/wire/clock/clock.js';

/** Something that crossed the border of a reference. */
export interface Crossing {
  direction: Direction;
  /** ms of the reference's clock. */
  time: number;
  carried: Carried;
}

/** A border that tells what crosses it, before anything is done to it. */
export function observedBorder(border: Border, clock: Clock, note: (crossing: Crossing) => void): Border {
  return {
    sends: (carried, emit) => {
      note({ direction: 'sends', time: clock.now(), carried });
      border.sends(carried, emit);
    },
    hears: (carried, deliver) => {
      note({ direction: 'hears', time: clock.now(), carried });
      border.hears(carried, deliver);
    },
  };
}

/**
 * A border that writes down what crosses it: one JSON line each, at once, so that nothing is lost when the process is killed.
 * Throws the error of the file system where the file can't be written.
 */
export function loggedBorder(border: Border, clock: Clock, file: string): Border {
  const descriptor = openSync(file, 'a');
  return observedBorder(border, clock, ({ direction, time, carried: { bytes, ...carried } }) => {
    const rest = bytes === undefined ? carried : { ...carried, bytes: Buffer.from(bytes).toString('base64') };
    const line = { process: process.pid, direction, time, carried: rest as unknown as Json };
    writeSync(descriptor, `${stringifyJson(line)}\n`);
  });
}

/** Reads a border log while it grows. */
export class BorderLog {
  private read = 0;

  constructor(private readonly file: string) {}

  /** What was written since the last time, by process. */
  take(): Crossing[][] {
    const bytes = statSync(this.file, { throwIfNoEntry: false }) ? readFileSync(this.file) : Buffer.alloc(0);
    // A process that still ends may be in the middle of a line.
    const end = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.subarray(this.read, end).toString('utf8').split('\n').slice(0, -1);
    this.read = end;
    const processes = new Map<number, Crossing[]>();
    for (const line of lines) {
      const { process, direction, time, carried } = parseJson(line) as JsonObject;
      const crossings = processes.get(process as number) ?? [];
      processes.set(process as number, crossings);
      crossings.push({ direction: direction as Direction, time: time as number, carried: carriedOf(carried!) });
    }
    return [...processes.values()];
  }
}

function carriedOf(value: Json): Carried {
  const { bytes, ...rest } = value as JsonObject;
  const carried = rest as unknown as Carried;
  return typeof bytes === 'string' ? { ...carried, bytes: Buffer.from(bytes, 'base64') } : carried;
}
