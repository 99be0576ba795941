import { type Json, JsonProblem, stringifyJson } from '../../src/json/json.js';
import { visibleJson } from '../../src/json/json-escapes.js';
import { oneLine } from '../../src/json/visible.js';
import { cut } from './words.js';

/** Deepest nesting that a report writes. */
const DEEPEST = 500;
/** How deep a one-line rendering looks. */
const SHOWN_DEPTH = 6;

/**
 * JSON text of anything that a report holds, on one line: integers beyond 2^53 exactly, hidden characters as escapes, and what nests deeper than 500
 * levels as a note in its place. Members that are undefined are left out. With `space` columns of indentation it has a line for each
 * member.
 */
export function jsonText(value: unknown, space = 0): string {
  return visibleJson(exactText(value as Json, space));
}

function exactText(value: Json, space: number): string {
  try {
    return stringifyJson(value, space);
  } catch (error) {
    if (error instanceof JsonProblem) return stringifyJson(pruned(value), space);
    throw error;
  }
}

/** A JSON value on one line of at most `width` characters: exact as far as it goes, an ellipsis where it was cut. */
export function compact(value: Json | undefined, width = 160): string {
  if (value === undefined) return 'nothing';
  const writer = { text: '', width };
  put(value, writer, 0);
  return cut(oneLine(visibleJson(writer.text)), width);
}

interface Writer {
  text: string;
  width: number;
}

function put(value: Json, writer: Writer, depth: number): void {
  if (writer.text.length > writer.width) return;
  if (typeof value === 'string') {
    // A little more than fits, so that the cut is visible as one.
    writer.text += JSON.stringify(value.slice(0, writer.width + 8));
  } else if (typeof value !== 'object' || value === null) {
    writer.text += String(value);
  } else if (depth >= SHOWN_DEPTH) {
    writer.text += Array.isArray(value) ? '[…]' : '{…}';
  } else if (Array.isArray(value)) {
    writer.text += '[';
    putAll(value.keys(), writer, (index) => put(value[index]!, writer, depth + 1));
    writer.text += ']';
  } else {
    writer.text += '{';
    putAll(Object.keys(value), writer, (name) => {
      writer.text += `${JSON.stringify(name.slice(0, writer.width + 8))}:`;
      put(value[name]!, writer, depth + 1);
    });
    writer.text += '}';
  }
}

function putAll<T>(items: Iterable<T>, writer: Writer, one: (item: T) => void): void {
  let first = true;
  for (const item of items) {
    if (writer.text.length > writer.width) return;
    if (!first) writer.text += ',';
    first = false;
    one(item);
  }
}

/** A copy in which what nests too deep is a note. Uses no recursion. */
function pruned(root: Json): Json {
  const holder: { [name: string]: Json } = {};
  const open: { into: { [name: string]: Json }; name: string; value: Json; depth: number }[] = [
    { into: holder, name: 'root', value: root, depth: 0 },
  ];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    const { into, name, value, depth } = task;
    let copy: Json = value;
    if (typeof value === 'object' && value !== null) {
      copy = depth >= DEEPEST ? `nested deeper than ${DEEPEST} levels` : Array.isArray(value) ? [] : {};
      if (typeof copy === 'object')
        for (const [key, member] of Object.entries(value).reverse())
          open.push({ into: copy as { [name: string]: Json }, name: key, value: member, depth: depth + 1 });
    }
    Object.defineProperty(into, name, { value: copy, writable: true, enumerable: true, configurable: true });
  }
  return holder.root!;
}
