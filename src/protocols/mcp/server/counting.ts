import type { Readable } from 'node:stream';
import { stringifyJson } from '../../../json/json.js';
import type { Border } from '../../../wire/carried.js';

/** A border behind which everything is counted that leaves over stdio, and what was read from `input`, in bytes. */
export function countingBorder(
  border: Border,
  input: Readable,
): { border: Border; traffic: { heard(): number; said(): number } } {
  let heard = 0;
  let said = 0;
  // The link reads already, or will: a second listener misses nothing that it hears.
  input.on('data', (chunk: Buffer | string) => {
    heard += Buffer.byteLength(chunk);
  });
  return {
    traffic: { heard: () => heard, said: () => said },
    border: {
      hears: (carried, deliver) => border.hears(carried, deliver),
      sends: (carried, emit) =>
        border.sends(carried, (emitted) => {
          const isMessage = emitted.kind === 'message';
          const text = isMessage ? (emitted.text ?? stringifyJson(emitted.message ?? null)) : undefined;
          said += text === undefined ? (emitted.bytes?.length ?? 0) : Buffer.byteLength(text) + 1;
          emit(text === undefined ? emitted : { ...emitted, text });
        }),
    },
  };
}
