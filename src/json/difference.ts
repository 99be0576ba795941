import type { Json } from './json.js';

/** One path where the expectation and the message differ. */
export interface Difference {
  /** JSON Pointer from the root of the record. */
  path: string;
  expected: Json;
  /** Unset where the message has nothing there. */
  actual?: Json;
  /** A short sentence, such as "wanted an integer, got a string". */
  message: string;
}
