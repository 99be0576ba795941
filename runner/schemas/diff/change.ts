import type { Json } from '../../../src/json/json.js';

/** One difference of two versions of a definition, for one direction. */
export interface Change {
  definition: string;
  /** `sent`: the newer side sends it to an older one. `received`: the newer side receives it from an older one. */
  direction: 'sent' | 'received';
  /** JSON Pointer into the value, with `*` for any item or member. */
  pointer: string;
  keyword: string;
  effect: 'breaking' | 'compatible';
  /** For a breaking change: whether `example` shows it. Without one, nobody could prove that the change is compatible. */
  proven?: boolean;
  /** A value of the definition that the sender's version takes and the receiver's refuses. */
  example?: Json;
  /** What the old and the new version say under the keyword. */
  was?: Json;
  now?: Json;
  /** Of `type`, `enum` and `const`: the types or values that only the sender's version has. */
  values?: Json[];
  /** The alternative of a union that only the sender's version has. */
  variant?: string;
  /** What is to be known of a compatible change. */
  note?: string;
}

/** The changes of one definition, and the definitions that it refers to by the same name in both versions. */
export interface Compared {
  changes: Change[];
  through: ReadonlySet<string>;
}

/** What is known of both versions. */
export interface Both<Value> {
  old: Value;
  now: Value;
}
