/**
 * What a source may ask for at most. A hostile source gets a diagnostic instead of the stack, the memory or the time of
 * this process. Each limit is far above what people write.
 */
export const LIMITS = {
  /** Characters of one source. */
  source: 1 << 20,
  /** Characters of all sources together. */
  sources: 4 << 20,
  /** Characters of a number, a duration or a date. */
  literal: 160,
  /** Characters of a name. */
  name: 256,
  /** Levels of expressions inside one another; a chain of operators has one level for each. */
  expression: 200,
  /** Levels of statements inside one another. */
  statement: 64,
  /** Levels of types inside one another. */
  type: 32,
  /** Dimensions of an array. */
  dimensions: 8,
  /** Elementary values of one type, and of all variables together. */
  values: 1_000_000,
  /** Characters of a STRING without a declared length. */
  string: 1024,
  /** The highest length that can be declared. */
  longString: 32_767,
  /** Closures inside one another while a cycle runs: what the stack of a small thread bears. */
  closures: 2_000,
};
