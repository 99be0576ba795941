import type { Json } from '../../src/json/json.js';
import { visibleJson } from '../../src/json/json-escapes.js';
import { oneLine } from '../../src/json/visible.js';
import { cut } from './words.js';

/** How deep a one-line rendering looks. */
const SHOWN_DEPTH = 6;

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
