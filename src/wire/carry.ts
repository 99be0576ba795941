import { JsonProblem, parseBytes, parseJson } from '../json/json.js';
import type { Carried } from './carried.js';
import type { Limits } from './limits.js';

/** Sorts the bytes of one message-to-be: `message` where they are JSON, else `bytes` with the problem, capped as evidence. */
export function carryBytes(bytes: Uint8Array, limits: Pick<Limits, 'evidence'>): Carried {
  try {
    const { value, text } = parseBytes(bytes);
    return { kind: 'message', message: value, text };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return { kind: 'bytes', bytes: evidenceOf(bytes, limits), problem: `not JSON: ${error.message}` };
  }
}

/** The same for a text that is already decoded. */
export function carryText(text: string, limits: Pick<Limits, 'evidence'>): Carried {
  try {
    return { kind: 'message', message: parseJson(text), text };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    // A character takes at most three bytes per UTF-16 unit, so the slice is enough and a long text costs nothing.
    const bytes = Buffer.from(text.slice(0, limits.evidence));
    return { kind: 'bytes', bytes: evidenceOf(bytes, limits), problem: `not JSON: ${error.message}` };
  }
}

/** A copy of at most `limits.evidence` bytes from the front: a view would keep the whole chunk alive. */
export function evidenceOf(bytes: Uint8Array, limits: Pick<Limits, 'evidence'>): Uint8Array {
  return new Uint8Array(bytes.subarray(0, limits.evidence));
}
