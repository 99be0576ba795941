import { equal } from '../../json/equal.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import {
  formatPointer,
  getPointer,
  parsePointer,
  removePointer,
  renamePointer,
  setPointer,
} from '../../json/pointer.js';
import type { Carried, HttpHead, SseFields } from '../../wire/carried.js';

/** Members of a record that are not members of its message. */
const PARTS = ['http', 'sse', 'frame', 'closed', 'body', 'exit'] as const;
type Part = (typeof PARTS)[number];

type Edit = (root: Json, pointer: string) => Json;

/**
 * `carried` with a value set. Pointers lead into the record: JSON-RPC members at the root, then `/http`, `/sse`, `/frame`,
 * `/closed` (also `/close`), `/body`, `/exit`; `/text` is the exact text of a message. Returns `carried` itself where
 * nothing changes.
 */
export function setIn(carried: Carried, pointer: string, value: Json): Carried {
  if (pointer === '/text' && carried.kind === 'message') {
    return typeof value === 'string' && value !== textOf(carried) ? { ...carried, text: value } : carried;
  }
  return editIn(carried, pointer, (root, at) => {
    const before = getPointer(root, at);
    return before !== undefined && equal(before, value) ? root : setPointer(root, at, value);
  });
}

/** `carried` without what stands at a pointer; itself where nothing does. */
export function removeIn(carried: Carried, pointer: string): Carried {
  return editIn(carried, pointer, removePointer);
}

/** `carried` with a member renamed; itself where there is none. */
export function renameIn(carried: Carried, pointer: string, name: string): Carried {
  const header = /^\/http\/headers\//.test(pointer);
  return editIn(carried, pointer, (root, at) => renamePointer(root, at, header ? name.toLowerCase() : name));
}

/** The exact text of a message. */
export function textOf(carried: Carried): string {
  return carried.text ?? (carried.message === undefined ? '' : stringifyJson(carried.message));
}

function editIn(carried: Carried, pointer: string, edit: Edit): Carried {
  const [first = '', ...rest] = parsePointer(pointer);
  const part = (first === 'close' ? 'closed' : first) as Part;
  if (!PARTS.includes(part)) {
    if (carried.kind !== 'message' || carried.message === undefined) return carried;
    const message = edit(carried.message, pointer);
    if (message === carried.message) return carried;
    // The text was that of the old message.
    const { text: _, ...others } = carried;
    return { ...others, message };
  }
  const inHeaders = part === 'http' && rest[0] === 'headers' && rest[1] !== undefined;
  const tokens = inHeaders ? [part, 'headers', rest[1]!.toLowerCase()] : [part, ...rest];
  const before: JsonObject = carried[part] === undefined ? {} : { [part]: carried[part] as Json };
  const after = edit(before, formatPointer(tokens));
  if (after === before || !isObject(after)) return carried;
  const { [part]: _, ...others } = carried;
  return after[part] === undefined ? others : { ...others, [part]: typed(part, after[part]) };
}

/** What the transports rely on: texts where they write texts, numbers where they write numbers. */
function typed(part: Part, value: Json): Carried[Part] {
  if (part === 'http' && isObject(value)) {
    const headers = isObject(value.headers) ? value.headers : {};
    const texts = Object.entries(headers).map(([name, header]) => [name, plain(header)]);
    const status = value.status === undefined ? {} : { status: Number(value.status) };
    return { ...value, ...status, headers: Object.fromEntries(texts) } as unknown as HttpHead;
  }
  if (part === 'sse' && isObject(value)) {
    const texts = Object.entries(value).map(([name, field]) => [name, name === 'retry' ? Number(field) : plain(field)]);
    return Object.fromEntries(texts) as SseFields;
  }
  return value as Carried[Part];
}

const plain = (value: Json): string => (typeof value === 'string' ? value : stringifyJson(value));
