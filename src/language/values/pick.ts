import { showValue } from '../../json/display.js';
import { isObject, type Json } from '../../json/json.js';
import { holds, PatternError } from '../pattern/pattern.js';
import { NothingThere, ValueError } from './template.js';

/**
 * `$pick`: of the first element of a list that fits a pattern, the member of this name. `pattern` is resolved as a pattern, the
 * rest as values. Throws NothingThere where the list is none or has no such element, ValueError for a pattern that can't be used.
 */
export function pick(list: Json, pattern: Json, name: string): Json {
  const found = Array.isArray(list) ? list.find((item) => isObject(item) && fits(pattern, item)) : undefined;
  const value = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  if (value === undefined)
    throw new NothingThere('$pick', `$pick: nothing in ${showValue(list)} fits ${showValue(pattern)} and has ${name}`);
  return value;
}

function fits(pattern: Json, item: Json): boolean {
  try {
    return holds(pattern, item);
  } catch (error) {
    if (error instanceof PatternError) throw new ValueError(`$pick: ${error.message}`);
    throw error;
  }
}
