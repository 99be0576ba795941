import type { JsonWebKey, KeyObject } from 'node:crypto';
import { crypto } from '../../json/crypto.js';
import type { JsonObject } from '../../json/json.js';

/** Algorithms with a key pair. */
export type KeyAlgorithm = 'ES256' | 'RS256';

/** What signs a token: the current key, the one that a rotation brings, or one that nobody publishes. */
export type KeyName = 'good' | 'next' | 'foreign';

/** A key pair with the name that headers of tokens give it. */
export interface SigningKey {
  kid: string;
  alg: KeyAlgorithm;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Bits of an RSA key. RS256 wants as many at least (RFC 7518, section 3.3). */
const RSA_BITS = 2048;
/** How many replaced keys are published for tokens that they signed. */
const REPLACED_KEPT = 1;

/** The keys of an authorization server, made when they are needed: one of RSA takes a tenth of a second. */
export class KeyRing {
  readonly #made = new Map<string, SigningKey>();
  #turn = 0;

  /** The key of a name for an algorithm. `next` becomes `good` by `rotate`. */
  key(name: KeyName, alg: KeyAlgorithm): SigningKey {
    if (name === 'foreign') return this.#obtain('foreign', alg);
    return this.#obtain(String(this.#turn + (name === 'next' ? 1 : 0)), alg);
  }

  /** Makes `next` the key that is `good`. The replaced one is published once more; the one before it no longer. */
  rotate(): void {
    this.#turn += 1;
    const kept = this.#turn - REPLACED_KEPT;
    for (const id of this.#made.keys()) if (Number(id.split('-')[0]) < kept) this.#made.delete(id);
  }

  /** The JWK set with the public halves of the keys that are good and that were, as far as they were ever used; of ES256 always. */
  published(): { keys: JsonObject[] } {
    this.key('good', 'ES256');
    const turns = [this.#turn, this.#turn - 1].map(String);
    const keys = turns.flatMap((turn) =>
      (['ES256', 'RS256'] as const).flatMap((alg) => this.#made.get(`${turn}-${alg}`) ?? []),
    );
    return { keys: keys.map(jwkOf) };
  }

  #obtain(name: string, alg: KeyAlgorithm): SigningKey {
    const id = `${name}-${alg}`;
    const known = this.#made.get(id);
    if (known) return known;
    const pair =
      alg === 'ES256'
        ? crypto().generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : crypto().generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
    // A foreign key claims the id of a good one no more than by chance: who signs with it chooses.
    const made = { kid: `${alg.toLowerCase()}-${crypto().randomBytes(6).toString('hex')}`, alg, ...pair };
    this.#made.set(id, made);
    return made;
  }
}

/** The public half of a key as JWK (RFC 7517). */
export function jwkOf({ publicKey, kid, alg }: SigningKey): JsonObject {
  return { ...(publicKey.export({ format: 'jwk' }) as JsonObject), kid, alg, use: 'sig' };
}

/** The key of a JWK. Throws for what is none. */
export function keyOf(jwk: JsonObject): KeyObject {
  return crypto().createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
}
