import { type Json, JsonProblem, stringifyJson } from '../json/json.js';
import { walk } from '../json/walk.js';
import type { WireRecord } from '../wire/record.js';

/** Longest text of a message that is kept as evidence, in UTF-16 units. */
const KEPT = 64 * 1024;

/**
 * The record itself where it is small, else a copy fit for keeping: of a text, a body or bytes beyond `kept` (64 Ki) only the beginning,
 * with the whole size in `size`, and the parsed message left out.
 */
export function cutRecord(record: WireRecord, kept: number = KEPT): WireRecord {
  const { bytes, message, body } = record;
  if (bytes !== undefined && bytes.length > kept)
    return { ...record, bytes: new Uint8Array(bytes.subarray(0, kept)), size: bytes.length };
  const whole = typeof body === 'string' ? body : body !== undefined && isLarge(body, kept) ? textOf(body) : undefined;
  if (whole !== undefined && whole.length > kept)
    return { ...record, body: beginningOf(whole, kept), size: Buffer.byteLength(whole) };
  const text = record.text ?? (message !== undefined && isLarge(message, kept) ? textOf(message) : undefined);
  if (text === undefined || text.length <= kept) return record;
  const { message: _message, ...rest } = record;
  return { ...rest, text: beginningOf(text, kept), size: Buffer.byteLength(text) };
}

/** A slice of a long string would keep the whole string alive. */
const beginningOf = (text: string, kept: number): string => Buffer.from(text.slice(0, kept)).toString();

/** Whether a value surely takes more than the limit as text. Looks at no more of it than that takes, without recursion. */
function isLarge(root: Json, kept: number): boolean {
  let size = typeof root === 'string' ? root.length : 0;
  walk(root, (value, name) => {
    size += (typeof value === 'string' ? value.length + 2 : 1) + (typeof name === 'string' ? name.length + 3 : 1);
    return size > kept ? 'stop' : true;
  });
  return size > kept;
}

function textOf(value: Json): string | undefined {
  try {
    return stringifyJson(value);
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}
