import type { Json } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { WireRecord } from '../wire/record.js';

/** How much of bytes that we broke on purpose is searched for ids. In characters. */
const SEARCHED = 256 * 1024;

/** An id that JSON-RPC lets a request have: a string or an integer. */
export function isUsableId(id: Json | undefined): boolean {
  return typeof id === 'string' || typeof id === 'bigint' || (typeof id === 'number' && Number.isInteger(id));
}

/** The ids in what was broken on purpose: an answer to one of them is nobody's fault. */
export function idsIn(record: WireRecord): Json[] {
  const { message, text, bytes } = record;
  if (Array.isArray(message))
    return message.flatMap((item) => (isObject(item) && isUsableId(item.id) ? [item.id!] : []));
  const searched = text ?? (bytes === undefined ? '' : Buffer.from(bytes.subarray(0, SEARCHED)).toString());
  const ids: Json[] = [];
  for (const [, integer, text, other] of searched.slice(0, SEARCHED).matchAll(ID)) {
    if (integer !== undefined) ids.push(BigInt(integer.slice(0, 40)));
    else if (text !== undefined) ids.push(unescaped(text));
    else if (other !== undefined) ids.push(...unusable(other));
  }
  return ids;
}

/** An id in a text: an integer, a string, or the beginning of what no id may be. */
const ID = /"id"\s*:\s*(?:(-?\d+)(?![\d.eE])|"((?:[^"\\]|\\.)*)"|(true|false|[{[]|-?\d[\d.eE+-]*))/g;

/**
 * What may stand in an answer to an id that is none: a fraction is also read as its whole part. Of an object or a list
 * the kind alone counts: `idKey` tells no more apart.
 */
function unusable(literal: string): Json[] {
  if (literal === '{' || literal === '[') return [{}];
  if (literal === 'true' || literal === 'false') return [literal === 'true'];
  const number = Number(literal);
  return [number, Math.trunc(number)];
}

function unescaped(literal: string): string {
  try {
    return JSON.parse(`"${literal}"`) as string;
  } catch {
    return literal;
  }
}
