import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { formatPointer } from '../json/pointer.js';

/** A reference to a value that a behavior gives. */
const GIVEN = /\$\{behavior\.([^}:]+)/;

/**
 * Which parts of a message come from the target file: for the body of a `send` as written, the JSON Pointers in the message
 * that it makes, each with what it names (`echo-tool.arguments`). Undefined where nothing does.
 */
export function givenIn(body: JsonObject): { [pointer: string]: string } | undefined {
  const { request, notify, message, params, result, error, extra } = body;
  const found: [string, string][] = [];
  // What a function makes stands where the function does, whatever its arguments are.
  const look = (value: Json | undefined, path: readonly string[], made = false): void => {
    const below = (name: string) => (made || name.startsWith('$') ? path : [...path, name]);
    if (typeof value === 'string') {
      const name = GIVEN.exec(value)?.[1];
      if (name !== undefined) found.push([formatPointer(path), name]);
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) look(item, below(String(index)), made);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) look(member, below(name), made || name.startsWith('$'));
  };
  look(request ?? notify, ['method']);
  look(message, []);
  look(extra, []);
  look(params, ['params']);
  look(result, ['result']);
  look(error, ['error']);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** What gave the value at a place of a message, or chose its method: `behavior.member`, and the path below. Undefined where the kit did. */
export function giverOf(
  given: { [pointer: string]: string },
  path: string,
): { name: string; below: string } | undefined {
  const holds = (pointer: string) => path === pointer || path.startsWith(`${pointer}/`);
  const [nearest] = Object.keys(given)
    .filter(holds)
    .sort((a, b) => b.length - a.length);
  if (nearest !== undefined) return { name: given[nearest]!, below: path.slice(nearest.length) };
  const method = given['/method'];
  return method === undefined ? undefined : { name: method, below: '' };
}
