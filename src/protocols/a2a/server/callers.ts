import type { Headers } from '../../../wire/carried.js';

/** Who may sign in, by their tokens. */
const TOKENS: { readonly [token: string]: string } = { 'kit-token': 'kit', 'other-token': 'other' };

/** Who sends a request: undefined where nobody says. `unknown` says so and is nobody that the server knows. */
export function callerOf(headers: Headers): string | 'unknown' | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
  return Object.hasOwn(TOKENS, token) ? TOKENS[token]! : 'unknown';
}
