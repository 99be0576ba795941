import type { Json, JsonObject } from './json.js';
import { isObject } from './json.js';

/** A text that is no JSON Pointer. */
export class PointerError extends Error {
  constructor(readonly pointer: string) {
    super(
      `${JSON.stringify(pointer)} is not a JSON Pointer; it is empty or begins with a slash, and ~ is written ~0, / is ~1`,
    );
    this.name = 'PointerError';
  }
}

/** The reference tokens of a JSON Pointer, unescaped (RFC 6901, sections 3 and 4). Throws PointerError. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) throw new PointerError(pointer);
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Pointers that were parsed, as long as they are few: those of rules are asked for with each message. */
const parsed = new Map<string, readonly string[]>();
const MOST_PARSED = 1_000;
/** A longer one is none of ours. */
const LONGEST_PARSED = 100;

function tokensOf(pointer: string): readonly string[] {
  const known = parsed.get(pointer);
  if (known !== undefined) return known;
  const tokens = parsePointer(pointer);
  if (pointer.length > LONGEST_PARSED) return tokens;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(pointer, tokens);
  return tokens;
}

/** The pointer text of these tokens; the reverse of `parsePointer`. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapeToken(String(token))}`).join('');
}

/** One token as it stands in a pointer. */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What stands at the pointer, or undefined where there is nothing. Throws PointerError for a text that is no pointer. */
export function getPointer(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokensOf(pointer)) {
    value = child(value, token);
    if (value === undefined) return undefined;
  }
  return value;
}

/**
 * Applies one pointer to each value of a list. Where a value has nothing there the element is undefined, so that the list
 * keeps its length: an absent value must not pass for a value that was right.
 */
export function getEach(roots: readonly Json[], pointer: string): (Json | undefined)[] {
  return roots.map((root) => getPointer(root, pointer));
}

/**
 * A copy of `root` with `value` at the pointer; what lies beside the path is shared, the root itself is not changed.
 * Objects that are missing on the way are made. `-` or the length of an array as last token appends. Returns `root` itself
 * where the path leads through a scalar or past the end of an array. Throws PointerError.
 */
export function setPointer(root: Json, pointer: string, value: Json): Json {
  return edit(
    root,
    parsePointer(pointer),
    0,
    (container, token) => {
      if (container === undefined) return { [token]: value };
      if (isObject(container)) return withMember(container, token, value);
      const index = token === '-' ? container.length : indexOf(token);
      if (index === undefined || index > container.length) return container;
      return [...container.slice(0, index), value, ...container.slice(index + 1)];
    },
    () => value,
  );
}

/** A copy of `root` without what stands at the pointer; `root` itself where nothing does. Throws PointerError. */
export function removePointer(root: Json, pointer: string): Json {
  if (pointer === '' || getPointer(root, pointer) === undefined) return root;
  return edit(root, parsePointer(pointer), 0, (container, token) => {
    if (container === undefined) return root;
    if (isObject(container)) return Object.fromEntries(Object.entries(container).filter(([name]) => name !== token));
    const index = indexOf(token);
    return container.filter((_, at) => at !== index);
  });
}

/**
 * A copy of `root` in which the member at the pointer is called `name` and keeps its position; a member that had this name
 * before is gone. Returns `root` itself where there is no such member or the pointer leads to an array element.
 * Throws PointerError.
 */
export function renamePointer(root: Json, pointer: string, name: string): Json {
  if (pointer === '' || getPointer(root, pointer) === undefined) return root;
  return edit(root, parsePointer(pointer), 0, (container, token) => {
    if (container === undefined) return root;
    if (!isObject(container) || token === name) return container;
    return Object.fromEntries(
      Object.entries(container).flatMap(([member, value]): [string, Json][] => {
        if (member === token) return [[name, value]];
        return member === name ? [] : [[member, value]];
      }),
    );
  });
}

type Change = (container: JsonObject | Json[] | undefined, token: string) => JsonObject | Json[] | Json;

function edit(node: Json | undefined, tokens: string[], at: number, change: Change, whole?: () => Json): Json {
  const token = tokens[at];
  if (token === undefined) return whole ? whole() : node!;
  const container = node === undefined || isObject(node) || Array.isArray(node) ? node : null;
  if (container === null) return node!;
  if (at === tokens.length - 1) return change(container, token);
  const before = child(container, token);
  if (before === undefined && Array.isArray(container)) return container;
  const after = edit(before, tokens, at + 1, change, whole);
  if (after === before) return container!;
  if (container === undefined) return { [token]: after };
  if (isObject(container)) return withMember(container, token, after);
  return container.map((item, index) => (index === indexOf(token) ? after : item));
}

function child(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) {
    const index = indexOf(token);
    return index === undefined ? undefined : value[index];
  }
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** A computed key in a literal makes an own member even for `__proto__`, which an assignment would not. */
function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  return { ...object, [name]: value };
}

function indexOf(token: string): number | undefined {
  return /^(0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;
}
