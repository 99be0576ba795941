import { JsonLimit, JsonProblem, parseBytes, parseJson, stringifyJson } from '../json/json.js';
import type { Carried } from './carried.js';
import type { Limits } from './limits.js';

/** Sorts the bytes of one message-to-be: `message` where they are JSON, else `bytes` with the problem, capped as evidence. */
export function carryBytes(bytes: Uint8Array, limits: Pick<Limits, 'evidence'>): Carried {
  return carried(bytes, parseBytes, limits);
}

/** The same where somebody has judged that the bytes are UTF-8. */
export function carryUtf8(bytes: Buffer, limits: Pick<Limits, 'evidence'>): Carried {
  const parse = () => {
    const text = bytes.toString();
    return { value: parseJson(text), text };
  };
  return carried(bytes, parse, limits);
}

function carried(bytes: Uint8Array, parse: typeof parseBytes, limits: Pick<Limits, 'evidence'>): Carried {
  try {
    const { value, text } = parse(bytes);
    return { kind: 'message', message: value, text };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return unread(evidenceOf(bytes, limits), error);
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
    return unread(evidenceOf(bytes, limits), error);
  }
}

/** Whether what leaves a border is what came to it. */
export function isSame(carried: Carried, emitted: Carried): boolean {
  if (carried === emitted) return true;
  if (carried.kind !== emitted.kind || carried.kind !== 'message' || emitted.text !== carried.text) return false;
  return stringifyJson(carried.message ?? null) === stringifyJson(emitted.message ?? null);
}

/** The same, with the head that HTTP carried beside it. */
export function isUnchanged(carried: Carried, emitted: Carried): boolean {
  if (carried === emitted) return true;
  const heads = [carried, emitted].map(({ http }) => stringifyJson((http ?? null) as never));
  if (heads[0] !== heads[1]) return false;
  return isSame(carried, emitted) || (carried.kind === emitted.kind && carried.kind === 'http');
}

function unread(bytes: Uint8Array, error: JsonProblem): Carried {
  if (error instanceof JsonLimit) return { kind: 'bytes', bytes, problem: error.message, beyondLimit: true };
  return { kind: 'bytes', bytes, problem: `not JSON: ${error.message}` };
}

/**
 * What is beyond the limit of bytes, as far as it was read: `what` says in which form it came. What does not begin like a message
 * would be none with all its bytes.
 */
export function carryTooLong(
  what: string,
  read: Uint8Array,
  rest: Uint8Array,
  limits: Pick<Limits, 'message' | 'evidence'>,
): Carried {
  const { message, evidence } = limits;
  // The same bytes however they came.
  const beginning = Buffer.concat([read.subarray(0, evidence), rest.subarray(0, evidence)]).subarray(0, evidence);
  // Of an event the lines with its fields stand before its data.
  const mayBeMessage = /^(?:data: ?)?[ \t]*[{[]/m.test(beginning.toString('latin1'));
  return {
    kind: 'bytes',
    bytes: evidenceOf(beginning, limits),
    problem: `${what} of more than ${message} bytes`,
    ...(mayBeMessage ? { beyondLimit: true } : {}),
  };
}

/** A copy of at most `limits.evidence` bytes from the front: a view would keep the whole chunk alive. */
export function evidenceOf(bytes: Uint8Array, limits: Pick<Limits, 'evidence'>): Uint8Array {
  return new Uint8Array(bytes.subarray(0, limits.evidence));
}
