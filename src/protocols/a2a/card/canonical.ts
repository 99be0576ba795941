import type { Json } from '../../../json/json.js';

/**
 * The one text that a value has by the JSON Canonicalization Scheme (RFC 8785): members in the order of the UTF-16 units of their names,
 * numbers as ECMAScript writes doubles, and no white space.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'bigint') return canonicalJson(Number(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`;
}
