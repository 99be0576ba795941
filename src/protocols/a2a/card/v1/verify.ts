import type { KeyObject } from 'node:crypto';
import { crypto } from '../../../../json/crypto.js';
import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { own } from '../../../../json/own.js';
import { keyOf } from '../../../../oauth/tokens/keys.js';
import { canonicalJson } from '../canonical.js';
import { decoded } from '../jws.js';
import { signedPart, type Unknown } from './presence.js';

/** What is signed of a card of A2A 1.0, as text (8.4.1). */
export const payloadOf = (card: JsonObject, unknown: Unknown = 'keep'): string =>
  canonicalJson(signedPart(card, unknown));

/** The text that a JWS signs (RFC 7515, 5.1). */
export const signingInput = (header: string, payload: string): string =>
  `${header}.${Buffer.from(payload).toString('base64url')}`;

/** A signature of a card whose key is known. */
interface Known {
  at: number;
  isTrue: boolean;
}

/** Why the signatures of a card were not made with keys of a set; undefined if each that names one of them was, and one at least does. */
export function wrongSignature(card: Json, keys: Json): string | undefined {
  if (!isObject(card)) return 'the card is not an object';
  const known = verified(card, keysOf(keys), payloadsOf(card));
  if (known.length === 0) return 'no signature of the card names a key of the set by its `kid`';
  const wrong = known.find(({ isTrue }) => !isTrue);
  return wrong && `/signatures/${wrong.at} is not the signature of the card in its canonical form`;
}

/** What may have been signed: members that the proto file does not have may count or not (5.7). */
export const payloadsOf = (card: JsonObject): string[] => [
  ...new Set((['keep', 'drop'] as const).map((unknown) => payloadOf(card, unknown))),
];

/** The JSON Web Keys of a set, or of a list. */
export function keysOf(set: Json): JsonObject[] {
  const keys = isObject(set) ? set.keys : set;
  return Array.isArray(keys) ? keys.filter(isObject) : [];
}

/** The signatures that name one of these keys, and whether they are of one of these payloads. */
export function verified(
  { signatures }: JsonObject,
  keys: readonly JsonObject[],
  payloads: readonly string[],
): Known[] {
  const all = Array.isArray(signatures) ? signatures : [];
  return all.flatMap((one, at) => {
    const { protected: written, signature } = isObject(one) ? one : {};
    if (typeof written !== 'string' || typeof signature !== 'string') return [];
    const header = decoded(written);
    const jwk = isObject(header) ? keys.find(({ kid }) => kid !== undefined && kid === header.kid) : undefined;
    if (jwk === undefined || !isObject(header)) return [];
    const bytes = Buffer.from(signature, 'base64url');
    return [{ at, isTrue: payloads.some((payload) => isSigned(signingInput(written, payload), bytes, header, jwk)) }];
  });
}

/** How an algorithm of RFC 7518 or RFC 8037 signs, and the keys that it takes. */
interface Algorithm {
  type: string;
  curve?: string;
  hash?: string;
  pss?: true;
}

const ALGORITHMS: { readonly [alg: string]: Algorithm } = {
  ES256: { type: 'ec', curve: 'prime256v1', hash: 'sha256' },
  ES384: { type: 'ec', curve: 'secp384r1', hash: 'sha384' },
  ES512: { type: 'ec', curve: 'secp521r1', hash: 'sha512' },
  ES256K: { type: 'ec', curve: 'secp256k1', hash: 'sha256' },
  RS256: { type: 'rsa', hash: 'sha256' },
  RS384: { type: 'rsa', hash: 'sha384' },
  RS512: { type: 'rsa', hash: 'sha512' },
  PS256: { type: 'rsa', hash: 'sha256', pss: true },
  PS384: { type: 'rsa', hash: 'sha384', pss: true },
  PS512: { type: 'rsa', hash: 'sha512', pss: true },
  EdDSA: { type: 'ed25519' },
  Ed25519: { type: 'ed25519' },
};

/** Whether a key signed this text, with an algorithm that is the key's own. `none` and HMAC never are. */
function isSigned(text: string, signature: Buffer, { alg }: JsonObject, jwk: JsonObject): boolean {
  const algorithm = typeof alg === 'string' ? own(ALGORITHMS, alg) : undefined;
  const key = publicKey(jwk);
  if (algorithm === undefined || key === undefined || key.asymmetricKeyType !== algorithm.type) return false;
  if (algorithm.curve !== undefined && key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) return false;
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = crypto().constants;
  const options = { key, dsaEncoding: 'ieee-p1363' as const, ...(algorithm.pss && { padding, saltLength }) };
  return crypto().verify(algorithm.hash, Buffer.from(text), options, signature);
}

function publicKey(jwk: JsonObject): KeyObject | undefined {
  try {
    return keyOf(jwk);
  } catch {
    return undefined;
  }
}
