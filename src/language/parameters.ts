import type { JsonObject } from '../json/json.js';

/** The decoded parameters of a query or a form, by name; one that comes several times is a list. */
export function parametersOf(text: string): JsonObject {
  const parameters: JsonObject = {};
  const all = new URLSearchParams(text);
  for (const name of new Set(all.keys())) {
    const values = all.getAll(name);
    Object.defineProperty(parameters, name, {
      value: values.length === 1 ? values[0]! : values,
      enumerable: true,
    });
  }
  return parameters;
}

/** The query of an address or a path: what follows its first question mark, and not its fragment. */
export function queryOf(address: string): string {
  const at = address.indexOf('?');
  return at < 0 ? '' : address.slice(at + 1).replace(/#.*$/s, '');
}
