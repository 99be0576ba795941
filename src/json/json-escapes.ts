import { type Json, JsonProblem, stringifyJson } from './json.js';
import { withoutHidden } from './visible.js';

/**
 * A JSON text that says the same and shows all of it: hidden characters, which JSON has in its strings alone, become `\uXXXX`. Line ends
 * and tabs between its tokens stay.
 */
export function visibleJson(text: string): string {
  return withoutHidden(text, (character) => (/[\n\r\t]/.test(character) ? character : unicodeEscape(character)));
}

/** A character as JSON, YAML and JavaScript write it in a string: `\u202e`, two of them beyond 16 bits. */
export function unicodeEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** Deepest nesting that is written. */
const DEEPEST = 500;
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
