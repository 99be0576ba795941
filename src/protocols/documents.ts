import { isObject, type Json } from '../json/json.js';
import type { Linted } from '../language/remark.js';

/** A document that a protocol has beside its messages, and that can be judged by more than a schema. */
interface DocumentKind {
  /** Where an address that names only a server has it. */
  wellKnown: string;
  /** Whether a value that stands among messages is meant to be one. */
  isOne(value: Json): boolean;
  /** What judges documents of this kind, loaded when it is asked for. */
  linter(): Promise<(document: Json) => Linted>;
}

/** The kinds of documents, as `proctor validate` names them. */
export const documents: { readonly [name: string]: DocumentKind } = {
  'a2a/card': {
    wellKnown: '/.well-known/agent-card.json',
    isOne: (value) => isObject(value) && 'skills' in value && 'capabilities' in value && 'name' in value,
    linter: async () => (await import('./a2a/card/lint-0.3.js')).cardLinter(),
  },
};
