import type { Json } from '../../../json/json.js';

/** The value where it is a text, else `fallback`. */
export function textOr(value: Json | undefined, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** The texts of a list; what is no text is left out, and what is no list has none. */
export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
