import { type Json, JsonProblem, parseJson } from '../../../json/json.js';

/** base64url without padding (RFC 7515). */
export const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** The JSON in base64url; undefined if it is none. */
export function decoded(text: string): Json | undefined {
  try {
    return parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}

/** What is to be said about an algorithm with a shared secret. */
export function symmetric(alg: string): string | undefined {
  return /^HS\d+$/.test(alg) ? `${alg} is symmetric: only who has the secret can verify it` : undefined;
}
