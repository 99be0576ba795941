import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { setOwn } from '../../json/own.js';

/** Headers with those of a step over them: names know no case, and null takes one away. */
export function headersOver(headers: Record<string, string>, over: Json | undefined): Record<string, string> {
  const all = { ...headers };
  for (const [name, value] of Object.entries(isObject(over) ? over : {})) {
    const known = Object.keys(all).find((one) => one.toLowerCase() === name.toLowerCase());
    if (known !== undefined) delete all[known];
    if (value !== null) setOwn(all, name, String(value));
  }
  return all;
}
