import type { Headers, HttpHead } from '../../wire/carried.js';

/** The version of A2A that the references speak. */
export const VERSION = '0.3.0';
/** The version after that, and what a request calls it: patches do not count there (A2A 1.0.1, 3.6). */
export const V1 = '1.0.1';
export const V1_REQUESTED = '1.0';
/** 0.3.0 as Harn serves it, with what its guide adds and changes. */
export const HARN = '0.3.0-harn';

/** The versions that the reference serves from one address, if it is asked for both. */
export const BOTH: readonly string[] = [VERSION, V1];

/** The version that a request names in its header or query, such as 0.3: one that names none asks for 0.3 (A2A 1.0.1, 3.6). */
export function versionAsked({ 'a2a-version': named = '' }: Headers, path: string): string {
  const queried = new URLSearchParams(path.split('?')[1]).get('A2A-Version');
  return named.trim() || queried || '0.3';
}

/** Which of both a request is for. What neither of them is, is for the later one to refuse. */
export const versionOf = ({ headers = {}, path = '' }: HttpHead): string =>
  /^0[.]3([.]|$)/.test(versionAsked(headers, path)) ? VERSION : V1;
