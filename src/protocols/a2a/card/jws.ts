import { isObject, type Json, type JsonObject, JsonProblem, parseJson } from '../../../json/json.js';
import type { Remark } from '../../../language/remark.js';

/** A signature of a card, as RFC 7515 has it. */
interface Signature {
  protected: string;
  signature: string;
}

/** What is said about one place of a signature. */
export type Say = (message: string, severity?: Remark['severity']) => Remark;

/** base64url without padding (RFC 7515). */
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const NOT_BASE64URL = 'is not base64url without padding';

/**
 * What there is to say about the form of signatures (RFC 7515). Nobody verifies them here: that needs the key of their maker.
 *
 * @param sayAt makes the remarks about a path
 * @param aboutHeader what a version says of a protected header that is a JSON object
 */
export function aboutForm(
  signatures: readonly Signature[],
  sayAt: (path: string) => Say,
  aboutHeader: (header: JsonObject, say: Say) => Remark[],
): Remark[] {
  return signatures.flatMap(({ protected: header, signature }, index) => {
    const at = `/signatures/${index}`;
    const say = sayAt(`${at}/protected`);
    const remarks = BASE64URL.test(header) ? aboutObject(decoded(header), say, aboutHeader) : [say(NOT_BASE64URL)];
    if (!BASE64URL.test(signature)) remarks.push(sayAt(`${at}/signature`)(NOT_BASE64URL));
    return remarks;
  });
}

function aboutObject(header: Json | undefined, say: Say, aboutHeader: (header: JsonObject, say: Say) => Remark[]) {
  return isObject(header) ? aboutHeader(header, say) : [say('does not hold a JSON object')];
}

/** What there is to say about an algorithm that signs nothing, or with a shared secret. */
export function aboutAlgorithm(alg: string, say: Say): Remark[] {
  if (alg.toLowerCase() === 'none') return [say('the algorithm is none: nothing is signed')];
  return /^HS\d+$/.test(alg) ? [say(`${alg} is symmetric: only who has the secret can verify it`, 'warning')] : [];
}

/** The JSON in base64url; undefined if it is none. */
export function decoded(text: string): Json | undefined {
  try {
    return parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}
