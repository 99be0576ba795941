import type { Json } from '../../json/json.js';

/** One place where a value departs from a definition. */
export interface SchemaError {
  /** JSON Pointer from the root of the value. */
  path: string;
  /** A short sentence in plain words, such as "expected a string, got null". */
  message: string;
  /** The keyword of JSON Schema that does not hold. */
  keyword: string;
  /** JSON Pointer, from the root of the bundle, to that keyword. */
  schemaPath: string;
  /** What was wanted, as a pattern of the case language, where one says it. */
  expected?: Json;
  /** What stands there; unset where nothing does. */
  actual?: Json;
  /** The member that the value lacks. */
  missing?: string;
  /** The value names a variant of a union that the definition does not have. Nothing else is judged there. */
  unknownVariant?: boolean;
}

/** How many errors of one value are worth telling: after these, the rest follows from the first. */
export const MOST_ERRORS = 50;
