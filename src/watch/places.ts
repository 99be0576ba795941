import type { Json } from '../json/json.js';
import { formatPointer, getPointer, parsePointer } from '../json/pointer.js';

/** A value inside a message, and the JSON Pointer (RFC 6901) that leads to it. */
export interface Found {
  pointer: string;
  value: Json;
}

/**
 * Every place in a value that a pointer names, in document order. A token `*` stands for each member or element. A place
 * that does not exist is left out. Throws PointerError for a text that is no pointer.
 */
export function placesOf(root: Json, pointer: string): Found[] {
  let found: { tokens: string[]; value: Json }[] = [{ tokens: [], value: root }];
  for (const token of parsePointer(pointer)) {
    const next: typeof found = [];
    for (const { tokens, value } of found) {
      for (const name of token === '*' ? namesOf(value) : [token]) {
        const child = getPointer(value, formatPointer([name]));
        if (child !== undefined) next.push({ tokens: [...tokens, name], value: child });
      }
    }
    found = next;
  }
  return found.map(({ tokens, value }) => ({ pointer: formatPointer(tokens), value }));
}

/** A pointer without the indices and names that differ from message to message: digits become `*`. */
export function genericPointer(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

function namesOf(value: Json): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
