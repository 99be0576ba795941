import { isObject } from '../json/json.js';
import { escapeToken } from '../json/pointer.js';
import type { Border, Carried } from '../wire/carried.js';
import type { WireRecord } from '../wire/record.js';
import type { Outgoing } from './stage.js';

/** What the record of something sent says beside what was carried. */
export function notesOf(out: Outgoing): Partial<WireRecord> {
  const { as, deliberate, given } = out;
  const set = setIn(out);
  return {
    ...(as === undefined ? {} : { as }),
    ...(deliberate ? { deliberate } : {}),
    ...(given === undefined ? {} : { given }),
    ...(set.length === 0 ? {} : { set }),
  };
}

/** The members of a message that every message of its kind has: what they are its own line says. */
const USUAL: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** JSON Pointers to what a step chose that a message of its kind does not show by itself: of its carriage, and beside its params. */
function setIn({ message, http, sse, frame }: Outgoing): string[] {
  const { headers, ...head } = http ?? {};
  const names = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : []);
  return [
    ...names(head).map((name) => `/http/${escapeToken(name)}`),
    ...names(headers).map((name) => `/http/headers/${escapeToken(name.toLowerCase())}`),
    ...names(sse).map((name) => `/sse/${escapeToken(name)}`),
    ...names(frame).map((name) => `/frame/${escapeToken(name)}`),
    ...(isObject(message) ? names(message).filter((name) => !USUAL.has(name)) : []).map(
      (name) => `/${escapeToken(name)}`,
    ),
  ];
}

/** Sends something through a border; `emit` is told of everything that leaves, and whether a fault made it what it is. */
export function sendThrough(border: Border, carried: Carried, emit: (left: Carried, broken: boolean) => void): void {
  let times = 0;
  border.sends(carried, (left) => {
    times += 1;
    emit(left, left !== carried || times > 1);
  });
}
