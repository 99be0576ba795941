import type { ExplainedRefusal } from './admission.js';
import { isKey } from './keys.js';

/** Who has no token, or a wrong one. */
export const NO_TOKEN: ExplainedRefusal = {
  status: 403,
  reason: 'The token is missing or wrong: use the URL that the server printed when it started, whole',
};

/**
 * The path of a request without the token, its first segment; undefined if that is another one. Whatever a client appends to a URL, or
 * resolves against it, stays below the segment, and a WebSocket carries it, too.
 */
export function withoutToken(path: string, token: string): string | undefined {
  const [, segment, rest] = /^\/([^/?#]*)(.*)$/s.exec(path) ?? [];
  if (!isKey(segment, [token])) return undefined;
  return rest!.startsWith('/') ? rest : `/${rest}`;
}
