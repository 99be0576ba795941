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

/** The same in place: whoever holds these headers has the others from now on. */
export function changeHeaders(headers: Record<string, string>, over: Json | undefined): void {
  const changed = headersOver(headers, over);
  for (const name of Object.keys(headers)) delete headers[name];
  for (const [name, value] of Object.entries(changed)) setOwn(headers, name, value);
}
