import { isObject, type Json } from '../json/json.js';
import type { Linted } from '../language/remark.js';

/** A document that a protocol has beside its messages, and that can be judged by more than a schema. */
interface DocumentKind {
  /** Where an address that names only a server has it. */
  wellKnown: string;
  /** Whether a value that stands among messages is meant to be one. */
  isOne(value: Json): boolean;
  /** The versions by which it is judged. */
  versions: readonly string[];
  /**
   * What judges documents of this kind, loaded when it is asked for.
   *
   * @param version one of its versions, or a profile of one; by default each document is judged by what it says of itself
   */
  linter(version?: string): Promise<(document: Json) => Linted>;
  /** What says why a document was not signed with the keys of a JWK set, and nothing if it was; loaded when it is asked for. */
  signed(): Promise<(document: Json, keys: Json) => string | undefined>;
}

/** The kinds of documents, as `proctor validate` names them. */
export const documents: { readonly [name: string]: DocumentKind } = {
  'a2a/card': {
    wellKnown: '/.well-known/agent-card.json',
    isOne: (value) => isObject(value) && 'skills' in value && 'capabilities' in value && 'name' in value,
    versions: ['0.3.0', '1.0.1'],
    linter: async (version) => (await import('./a2a/card/lint.js')).cardLinter(version),
    signed: async () => (await import('./a2a/card/v1/verify.js')).wrongSignature,
  },
};
