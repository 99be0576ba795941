import { crypto } from '../../json/crypto.js';
import type { HttpHead } from '../carried.js';

/** The key of `Authorization: Bearer KEY`, or undefined. */
export function bearerKey({ headers }: HttpHead): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether a key is one of these; takes as long whichever it is, and whether it is one. */
export function isKey(given: string | undefined, keys: readonly string[]): boolean {
  if (given === undefined) return false;
  const digest = (text: string) => crypto().createHash('sha256').update(text).digest();
  const asked = digest(given);
  return keys.map((key) => crypto().timingSafeEqual(digest(key), asked)).includes(true);
}
