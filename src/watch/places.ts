import type { Json, JsonObject } from '../json/json.js';
import { formatPointer, getPointer, parsePointer } from '../json/pointer.js';

/** A value inside a message. */
export class Found {
  constructor(
    readonly value: Json,
    private readonly tokens: readonly (string | number)[],
  ) {}

  /** The JSON Pointer (RFC 6901) that leads to it, made when it is asked for: most are not, and a message may hold millions. */
  get pointer(): string {
    return formatPointer(this.tokens);
  }
}

/**
 * Every place in a value that a pointer names, in document order, one after the other. A token `*` stands for each member or
 * element. A place that does not exist is left out. Throws PointerError, at once, for a text that is no pointer.
 */
export function placesOf(root: Json, pointer: string): Iterable<Found> {
  return below(root, parsePointer(pointer), []);
}

function* below(value: Json, tokens: readonly string[], path: readonly (string | number)[]): Generator<Found> {
  const [token, ...rest] = tokens;
  if (token === undefined) {
    yield new Found(value, path);
    return;
  }
  if (token !== '*') {
    const child = getPointer(value, formatPointer([token]));
    if (child !== undefined) yield* below(child, rest, [...path, token]);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const size = names?.length ?? (value as Json[]).length;
  for (let at = 0; at < size; at++) {
    const name = names === undefined ? at : names[at]!;
    const child = (value as JsonObject)[name]!;
    // Whatever is no list and no object has no member.
    if (rest.length === 0 || (typeof child === 'object' && child !== null)) yield* below(child, rest, [...path, name]);
  }
}

/** A pointer without the indices and names that differ from message to message: digits become `*`. */
export function genericPointer(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
