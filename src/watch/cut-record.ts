import { type Json, JsonProblem, stringifyJson } from '../json/json.js';
import type { WireRecord } from '../wire/record.js';

/** Longest text of a message that is kept as evidence, in UTF-16 units. */
const KEPT = 64 * 1024;

/**
 * The record itself where it is small, else a copy fit for keeping: of a text or bytes beyond 64 Ki only the beginning, with
 * the whole size in `size`, and the parsed message left out.
 */
export function cutRecord(record: WireRecord): WireRecord {
  const { bytes, message } = record;
  if (bytes !== undefined && bytes.length > KEPT)
    return { ...record, bytes: new Uint8Array(bytes.subarray(0, KEPT)), size: bytes.length };
  const text = record.text ?? (message !== undefined && isLarge(message) ? textOf(message) : undefined);
  if (text === undefined || text.length <= KEPT) return record;
  const { message: _message, ...rest } = record;
  // A slice of a long string would keep the whole string alive.
  return { ...rest, text: Buffer.from(text.slice(0, KEPT)).toString(), size: Buffer.byteLength(text) };
}

/** Whether a value surely takes more than the limit as text. Looks at no more of it than that takes, without recursion. */
function isLarge(value: Json): boolean {
  const open: Json[] = [value];
  let size = 0;
  for (let next = open.pop(); next !== undefined && size <= KEPT; next = open.pop()) {
    size += typeof next === 'string' ? next.length + 2 : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const name in next) {
      size += Array.isArray(next) ? 1 : name.length + 3;
      if (size > KEPT) return true;
      open.push((next as { [name: string]: Json })[name]!);
    }
  }
  return size > KEPT;
}

function textOf(value: Json): string | undefined {
  try {
    return stringifyJson(value);
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}
