import { crypto } from '../../../../json/crypto.js';
import { type JsonObject, stringifyJson } from '../../../../json/json.js';
import { type KeyName, KeyRing, type SigningKey } from '../../../../oauth/tokens/keys.js';
import { payloadOf, signingInput } from './verify.js';

/** Where an agent publishes the keys of its card, below its own address. */
export const CARD_KEYS = '/card-keys.json';

/**
 * What signs a card: a published key; one that is not; one that is not, under the id of the published one; or nobody, who says that the
 * algorithm is none.
 */
export const SIGNERS = ['good', 'foreign', 'forged', 'none'] as const;
export type Signer = (typeof SIGNERS)[number];

/** Signs cards of A2A 1.0 (8.4.2) with keys of its own, which are made when they are needed. */
export class CardKeys {
  readonly #ring = new KeyRing();

  /** The JWK set with the published key. */
  published(): JsonObject {
    return this.#ring.published();
  }

  /**
   * The card with signatures, in the order of who signs it.
   *
   * @param jku where the JWK set is
   * @param payload what is signed. Default: what A2A says
   */
  signed(card: JsonObject, signers: readonly Signer[], jku: string, payload = payloadOf): JsonObject {
    const text = payload(card);
    return { ...card, signatures: signers.map((signer) => this.#signature(signer, jku, text)) };
  }

  #signature(signer: Signer, jku: string, payload: string): JsonObject {
    const good = this.#ring.key('good', 'ES256');
    const key = KEYS[signer] === 'foreign' ? this.#ring.key('foreign', 'ES256') : good;
    const { kid } = signer === 'foreign' ? key : good;
    const header = { alg: signer === 'none' ? 'none' : key.alg, typ: 'JOSE', kid, jku };
    const written = Buffer.from(stringifyJson(header)).toString('base64url');
    return {
      protected: written,
      signature: signer === 'none' ? '' : signature(signingInput(written, payload), key),
    };
  }
}

const KEYS: Readonly<Record<Signer, KeyName>> = { good: 'good', foreign: 'foreign', forged: 'foreign', none: 'good' };

const signature = (text: string, { privateKey: key }: SigningKey): string =>
  crypto().sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
