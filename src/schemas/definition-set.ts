import type { Json } from '../json/json.js';
import type { SchemaError } from './errors/schema-error.js';
import type { Bundle } from './json-schema.js';

/** Definitions by name, ready to judge values. */
export interface DefinitionSet {
  /** Whether there is a definition of this name. */
  has(name: string): boolean;
  /** The names of all definitions. */
  names(): string[];
  /** Every definition under `$defs`, with the descriptions that people read. */
  readonly bundle: Bundle;
  /**
   * Where a value departs from a definition, at most 50 places; empty where it fits. Of several definitions it has to fit one, and
   * what is told is told against the nearest. Throws Error for a definition that does not exist and RangeError for a value that
   * can't be judged.
   */
  validate(name: string | readonly string[], value: Json): SchemaError[];
}
