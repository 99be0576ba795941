import type { Json } from './json.js';

/** About how much a value holds, in bytes: its texts and names, and a little for each value. It follows at most a million values. */
export function weightOf(value: Json | undefined): number {
  const waiting: unknown[] = [value];
  let weight = 0;
  for (let count = 0; waiting.length > 0 && count < MOST; count++) {
    const one = waiting.pop();
    weight += EACH;
    if (typeof one === 'string') weight += one.length;
    else if (Array.isArray(one)) for (const item of one) waiting.push(item);
    else if (typeof one === 'object' && one !== null)
      for (const [name, item] of Object.entries(one)) {
        weight += name.length;
        waiting.push(item);
      }
  }
  return weight;
}

const MOST = 1_000_000;
/** Bytes of a value that is no text. */
const EACH = 16;
