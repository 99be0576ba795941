import type { KeyObject } from 'node:crypto';
import { crypto } from '../../json/crypto.js';
import { decodeUtf8, isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../json/json.js';
import { jwkOf, type KeyAlgorithm, type KeyName, type KeyRing } from './keys.js';

/** Most characters of a token that are read. */
export const LONGEST_TOKEN = 16 * 1024;

/** How a token is signed: by a key pair; not at all; or by HMAC with the public key as its secret, as an attacker would. */
export type TokenAlgorithm = KeyAlgorithm | 'none' | 'HS256';

/** A token that is to be made. */
export interface TokenOrder {
  claims: JsonObject;
  /** Members of its header, besides and in place of `alg`, `typ` and `kid`; null leaves one out, and `jwk: true` is the public half of its key. */
  header?: JsonObject;
  /** Default: good. */
  key?: KeyName;
  /** Default: ES256. */
  alg?: TokenAlgorithm;
}

/** A token that can be read, whoever signed it. */
export interface DecodedToken {
  header: JsonObject;
  claims: JsonObject;
  /** What was signed. */
  signed: string;
  signature: Buffer;
}

/** Makes a JWT (RFC 7515, compact). By default its type is that of access tokens (RFC 9068). */
export function signToken({ claims, header = {}, key = 'good', alg = 'ES256' }: TokenOrder, keys: KeyRing): string {
  const pair = keys.key(key, alg === 'RS256' ? 'RS256' : 'ES256');
  const usual: JsonObject = { alg, typ: 'at+jwt', ...(alg !== 'none' && { kid: pair.kid }) };
  const named = header.jwk === true ? { ...header, jwk: jwkOf(pair) } : header;
  const entries = Object.entries({ ...usual, ...named }).filter(([, value]) => value !== null);
  const signed = `${encoded(Object.fromEntries(entries))}.${encoded(claims)}`;
  return `${signed}.${signatureOf(signed, alg, pair).toString('base64url')}`;
}

function signatureOf(
  signed: string,
  alg: TokenAlgorithm,
  pair: { privateKey: KeyObject; publicKey: KeyObject },
): Buffer {
  if (alg === 'none') return Buffer.alloc(0);
  if (alg === 'HS256') {
    const secret = pair.publicKey.export({ format: 'pem', type: 'spki' });
    return crypto().createHmac('sha256', secret).update(signed).digest();
  }
  const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' as const };
  return crypto().sign('sha256', Buffer.from(signed), key);
}

/** Reads a JWT without looking at its signature; undefined for what is none. */
export function decodeToken(token: string): DecodedToken | undefined {
  if (token.length > LONGEST_TOKEN) return undefined;
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/.exec(token) ?? [];
  if (head === undefined || body === undefined || signature === undefined) return undefined;
  const [header, claims] = [decoded(head), decoded(body)];
  if (!isObject(header) || !isObject(claims)) return undefined;
  return { header, claims, signed: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') };
}

/** Whether a token was signed by this key and no other algorithm than the key's own. `none` and HMAC never are. */
export function isSignedBy({ header, signed, signature }: DecodedToken, key: KeyObject): boolean {
  const kinds: { [alg: string]: string } = { ES256: 'ec', RS256: 'rsa' };
  if (key.asymmetricKeyType !== kinds[String(header.alg)]) return false;
  if (header.alg === 'ES256' && (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1' || signature.length !== 64))
    return false;
  return crypto().verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature);
}

const encoded = (value: JsonObject) => Buffer.from(stringifyJson(value)).toString('base64url');

function decoded(part: string): Json | undefined {
  try {
    return parseJson(decodeUtf8(Buffer.from(part, 'base64url')));
  } catch {
    return undefined;
  }
}
