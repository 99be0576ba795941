import type { Case } from '../src/language/case.js';
import type { Target } from '../src/language/target.js';

/** Whether a case makes its own tokens, or needs none, because it is about them. */
export const isAboutTokens = ({ needs }: Case): boolean => needs.behavior.some((name) => name.startsWith('auth-'));

/** The headers with which all requests to a target are authorized, if its file has a token for it. */
export function authorizedHeaders({ behaviors }: Target, headers: Record<string, string>): Record<string, string> {
  const token = behaviors.get('auth-protected')?.gives.token;
  const isSet = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return typeof token !== 'string' || token === '' || isSet
    ? headers
    : { ...headers, authorization: `Bearer ${token}` };
}
