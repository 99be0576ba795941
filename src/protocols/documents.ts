import type { Json } from '../json/json.js';
import type { Linted } from '../language/remark.js';

/** A document that a protocol has beside its messages, and that can be judged by more than a schema. */
interface DocumentKind {
  /** Where an address that names only a server has it. */
  wellKnown: string;
  /** Judges a document of this kind. */
  lint(document: Json): Promise<Linted>;
}

/** The kinds of documents, as `proctor validate` names them. */
export const documents: { readonly [name: string]: DocumentKind } = {
  'a2a/card': {
    wellKnown: '/.well-known/agent-card.json',
    lint: async (document) => (await import('./a2a/card/lint.js')).lintCard(document),
  },
};
